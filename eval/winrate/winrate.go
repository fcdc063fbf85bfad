// Package winrate says what a score means in games: how often the side to move wins, draws and loses with it, and how many
// centipawns to show for it. The functions are pure. The numbers in model.go come from games of the engine against
// itself; lab/wdlfit fits them (docs/strength.md).
//
// Scores are those of the search for the side to move. Their meaning depends on the evaluation and on the material on the
// board, and changes with every new network. Shown centipawns always mean the same: with 100 of them, a side wins half of its
// games at the reference time control.
//
// Mates and tablebase wins are certain and need no model: everything that shows scores goes through Centipawns and
// OddsOf, which know them.
package winrate

import (
	"fmt"
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// Models know the range of material (see board.Position.Material) from LeastMaterial, below which games have too few positions to
// learn from, to FullMaterial. Material outside this range counts as its nearest end.
const (
	LeastMaterial = 10
	FullMaterial  = board.FullMaterial
)

// Terms is the number of coefficients of a polynomial in the material.
const Terms = 3

// Polynomial is c[0] + c[1] x + c[2] x², where x is 1 with full material and -1 without any.
type Polynomial [Terms]float64

// Model is a win-rate model: with score s and material m the side to move wins with probability
// 1/(1+exp(-(s-A(m))/B(m))) and loses with the same for -s; the rest are draws. So A(m) is the score with which a side
// wins half of its games, and B(m), in the same unit, says how slowly the chances rise around it. The
// form is that of the logistic model for ordered outcomes. Letting its two numbers depend on the material, as polynomials, is
// an idea of Stockfish's win-rate model.
type Model struct{ A, B Polynomial }

// Odds are the chances of the side to move in per mille. They sum to 1000.
type Odds struct{ Win, Draw, Loss int }

// Material returns the material on the board, within LeastMaterial and FullMaterial.
func Material(p *board.Position) int { return clampMaterial(p.Material()) }

func clampMaterial(m int) int { return min(max(m, LeastMaterial), FullMaterial) }

// basis returns the factors of the coefficients of a polynomial at the given material.
func basis(material int) [Terms]float64 {
	x := 2*float64(clampMaterial(material))/FullMaterial - 1
	return [Terms]float64{1, x, x * x}
}

// At returns the value of the polynomial at the given material.
func (c Polynomial) At(material int) float64 {
	value := 0.0
	for i, x := range basis(material) {
		value += c[i] * x
	}
	return value
}

// IsValid reports whether the model makes sense everywhere: A and B are positive, so that a higher score is never
// worse, and chances are never negative.
func (m Model) IsValid() bool {
	for material := LeastMaterial; material <= FullMaterial; material++ {
		// Comparisons with NaN are false.
		if a, b := m.A.At(material), m.B.At(material); !(a >= 1 && b >= 1 && a+b < math.MaxInt32) {
			return false
		}
	}
	return true
}

// Chances returns the probabilities that the side to move wins and loses.
func (m Model) Chances(score float64, material int) (win, loss float64) {
	a, b := m.A.At(material), m.B.At(material)
	return logistic((score - a) / b), logistic((-score - a) / b)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Odds returns the chances of the side to move, rounded to the nearest per mille.
func (m Model) Odds(score, material int) Odds {
	w, l := m.Chances(float64(score), material)
	win, loss := int(math.Round(1000*w)), int(math.Round(1000*l))
	if win > loss { // Rounding may make one too many if hardly anything is drawn.
		win = min(win, 1000-loss)
	} else {
		loss = min(loss, 1000-win)
	}
	return Odds{win, 1000 - win - loss, loss}
}

// Expected returns the share of a point, 0 to 1, that the odds are worth.
func (o Odds) Expected() float64 { return float64(2*o.Win+o.Draw) / 2000 }

// Centipawns returns the centipawns to show for a score: 100 for a score that wins half of the games, and others in proportion.
// Only zero is shown as zero.
func (m Model) Centipawns(score, material int) int {
	shown := int(math.Round(100 * float64(score) / m.A.At(material)))
	switch {
	case shown == 0 && score > 0:
		return 1
	case shown == 0 && score < 0:
		return -1
	}
	return shown
}

// Score returns the score that is shown as the given number of centipawns. It is the inverse of Centipawns except for rounding.
func (m Model) Score(centipawns float64, material int) float64 {
	return centipawns * m.A.At(material) / 100
}

// shownWin is the number of centipawns shown for scores.TablebaseWin.
const shownWin = 20000

// Centipawns returns the centipawns to show for score at p, for the side that it was given for. Score must not be a mate. A
// tablebase win is 20000 less the plies to the position that is looked up, which is more than any evaluation. Nothing shows
// scores as the search has them.
func Centipawns(p *board.Position, score int) int {
	switch {
	case score >= scores.TablebaseBound:
		return score - scores.TablebaseWin + shownWin
	case score <= -scores.TablebaseBound:
		return score + scores.TablebaseWin - shownWin
	}
	const most = shownWin - scores.MaxPly - 1
	return min(max(Current().Centipawns(score, Material(p)), -most), most)
}

// Score is a score as people and programs see it.
type Score struct {
	Mate bool
	N    int // moves to mate, 0 for a mate on the board; or centipawns
}

// ScoreOf returns the score at p to show, for the side that it was given for.
func ScoreOf(p *board.Position, score int) Score {
	if scores.IsMate(score) {
		return Score{true, scores.MateIn(score)}
	}
	return Score{false, Centipawns(p, score)}
}

// String returns the score in pawns, or in moves to mate: "+0.35", "#3", "#-2", "#".
func (s Score) String() string {
	switch {
	case s.Mate && s.N == 0:
		return "#"
	case s.Mate:
		return fmt.Sprintf("#%d", s.N)
	}
	return fmt.Sprintf("%+.2f", float64(s.N)/100)
}

// OddsOf returns the chances of the side to move at p with the given score. They are certain if a mate, a tablebase win or the
// rules decide the game, or if known says that score is a result that the tablebases know. Otherwise they are the model's.
func OddsOf(p *board.Position, score int, known bool) Odds {
	switch {
	case score >= scores.TablebaseBound:
		return Odds{Win: 1000}
	case score <= -scores.TablebaseBound:
		return Odds{Loss: 1000}
	case known || score == scores.Draw && (p.InsufficientMaterial() || !movegen.HasLegalMove(p)):
		return Odds{Draw: 1000}
	}
	return Current().Odds(score, Material(p))
}
