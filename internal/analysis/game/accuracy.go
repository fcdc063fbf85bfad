package game

import (
	"math"
	"sort"

	"vertigo/eval/scores"
)

// Moves are judged as Lichess does, so that the figures can be compared: the chance of a side to win, the accuracy of moves and
// players, and the marks of moves. Lichess publishes the definitions at lichess.org/page/accuracy and in the source of its
// server; the code is our own. The scores are those of package scores for the side to move, but in the centipawns that are shown.

// mostCentipawns bounds a score before it becomes a chance to win or a loss. A mate counts as much.
const mostCentipawns = 1000

// Round returns x with that number of digits after the point.
func Round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

// winPercent returns the chance to win, 0 to 100, that Lichess gives the side with that score.
func winPercent(score int) float64 {
	return 100 / (1 + math.Exp(-0.00368208*float64(centipawns(score))))
}

// centipawns returns the centipawns that count of a score.
func centipawns(score int) int { return max(-mostCentipawns, min(score, mostCentipawns)) }

// mostWith returns the highest score before a move at which its loss of winPercent earns no mark worse than m, given the score
// after the move, for the same side.
func mostWith(m Mark, after int) int {
	if m == Blunder {
		return scores.TablebaseBound - 1
	}
	const all = 2*mostCentipawns + 1
	worse := sort.Search(all, func(n int) bool { return winPercent(n-mostCentipawns)-winPercent(after) >= least[m+1] })
	if worse == all {
		return scores.TablebaseBound - 1
	}
	return worse - mostCentipawns - 1
}

// Accuracy returns the accuracy of the move, 0 to 100.
func (l Loss) Accuracy() float64 {
	if l.Win <= 0 {
		return 100
	}
	const bonus = 1 // for the errors of the analysis
	return max(0, min(103.1668100711649*math.Exp(-0.04354415386753951*l.Win)-3.166924740191411+bonus, 100))
}

// accuracyOf returns the accuracy of move i of a game, which has that loss, as one of several moves, the zero value where a
// position before or after it is unknown. Course has White's winPercent before the first move and after each, NaN where it is
// unknown.
func accuracyOf(course []float64, i int, l Loss) Accuracy {
	if math.IsNaN(course[i]) || math.IsNaN(course[i+1]) {
		return Accuracy{}
	}
	// A move counts more the sharper the game is around it. The window ends with the position after the move; those of the
	// first moves are all the same.
	size := max(2, min((len(course)-1)/10, 8))
	end := min(max(i+2, size), len(course))
	weight := max(0.5, min(deviation(course[max(end-size, 0):end]), 12))
	it := l.Accuracy()
	return Accuracy{1, weight, weight * it, 1 / max(it, 1)}
}

// deviation returns the standard deviation of the values that are known, 0 if there are none.
func deviation(values []float64) float64 {
	var n, sum, squares float64
	for _, v := range values {
		if !math.IsNaN(v) {
			n, sum, squares = n+1, sum+v, squares+v*v
		}
	}
	if n == 0 {
		return 0
	}
	return math.Sqrt(max(0, squares/n-sum*sum/n/n))
}

// Accuracy is the accuracy of several moves, such as those of a player in a game. The zero value has no moves.
type Accuracy struct {
	Moves    int
	weights  float64
	weighted float64 // sum of the accuracies times their weights
	inverse  float64 // sum of the inverse accuracies
}

// Add counts the moves of another accuracy, too.
func (a *Accuracy) Add(other Accuracy) {
	a.Moves += other.Moves
	a.weights += other.weights
	a.weighted += other.weighted
	a.inverse += other.inverse
}

// Percent returns the accuracy, 0 to 100: the mean of the weighted mean of the moves and of their harmonic mean, which a
// single bad move pulls down. There must be a move.
func (a *Accuracy) Percent() float64 {
	return (a.weighted/a.weights + float64(a.Moves)/a.inverse) / 2
}

// Figures sum up moves, for example those of a player.
type Figures struct {
	Accuracy
	Marks [Blunder + 1]int // moves by their marks
	Win   float64          // points of winPercent lost by all moves

	centipawns int // lost by all moves
}

// addMove counts a move.
func (f *Figures) addMove(p *Ply) {
	f.Add(p.Accuracy)
	f.Marks[p.Loss.Mark]++
	f.Win += p.Loss.Win
	f.centipawns += p.Loss.Centipawns
}

// addAll counts the moves of other figures, too.
func (f *Figures) addAll(other *Figures) {
	f.Add(other.Accuracy)
	for mark, n := range other.Marks {
		f.Marks[mark] += n
	}
	f.Win += other.Win
	f.centipawns += other.centipawns
}

// AverageLoss returns the centipawns that were lost per move. There must be a move.
func (f *Figures) AverageLoss() float64 { return float64(f.centipawns) / float64(f.Moves) }
