package verdict

import (
	"strings"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
)

// Mark is a verdict on a move.
type Mark int

// The verdicts, from none to the worst.
const (
	Unmarked Mark = iota
	Inaccuracy
	Mistake
	Blunder
)

// Symbol returns the mark as chess writers have it.
func (m Mark) Symbol() string { return [...]string{"", "?!", "?", "??"}[m] }

// NAG returns the mark as PGN has it, "" for none.
func (m Mark) NAG() string { return [...]string{"", "$6", "$2", "$4"}[m] }

// Word returns the mark in a word, "" for none.
func (m Mark) Word() string { return [...]string{"", "Inaccuracy", "Mistake", "Blunder"}[m] }

// Plural returns the word for several moves with the mark.
func (m Mark) Plural() string { return [...]string{"", "Inaccuracies", "Mistakes", "Blunders"}[m] }

// Class returns the name of the mark in style sheets, "" for none.
func (m Mark) Class() string { return strings.ToLower(m.Word()) }

// least is how many points of WinPercent a move loses that gets the mark.
var least = [...]float64{Inaccuracy: 5, Mistake: 10, Blunder: 15}

// Loss is what a move gave away.
type Loss struct {
	Win        float64 // points of WinPercent, at least 0
	Centipawns int     // of scores of at most ten pawns, at least 0
	Mark       Mark
}

// LossOf compares the best move at p with the one that was played, by their scores for the side to move at p.
func LossOf(p *board.Position, best, played int) Loss {
	l := Loss{
		Win:        max(0, WinPercent(p, best)-WinPercent(p, played)),
		Centipawns: max(0, Centipawns(p, best)-Centipawns(p, played)),
	}
	if best >= scores.TablebaseBound || played <= -scores.TablebaseBound {
		l.Mark = markOfMate(p, best, played)
		return l
	}
	for m := Inaccuracy; m <= Blunder; m++ {
		if l.Win >= least[m] {
			l.Mark = m
		}
	}
	return l
}

// markOfMate returns the mark of a move where a mate, or a win by the tablebases, was there and is no longer, or is against the
// side that moves and was not. What still wins is not marked, however long it takes, and neither is a move in a lost position.
// The further the side is ahead without the mate that it missed, or was behind before the one that it allowed, the less the
// move matters.
func markOfMate(p *board.Position, best, played int) Mark {
	wins, loses := best >= scores.TablebaseBound, played <= -scores.TablebaseBound
	if played >= scores.TablebaseBound || best <= -scores.TablebaseBound {
		return Unmarked
	}
	clear := 0 // how decided the game is anyway, in centipawns
	switch {
	case wins && !loses:
		clear = winrate.Centipawns(p, played)
	case loses && !wins:
		clear = -winrate.Centipawns(p, best)
	}
	switch {
	case clear > 999:
		return Inaccuracy
	case clear > 700:
		return Mistake
	}
	return Blunder
}
