// Package verdict judges the moves of games as Lichess does, so that the figures can be compared: the chance of a side to win,
// the accuracy of moves and players, and the marks of moves. Lichess publishes the definitions at lichess.org/page/accuracy and
// in the source of its server; the code is our own.
//
// Its scores are those of package scores for the side to move, but in the centipawns that are shown.
package verdict

import (
	"math"

	"vertigo/eval/scores"
)

// MostCentipawns bounds a score before it becomes a chance to win or a loss. A mate counts as much.
const MostCentipawns = 1000

// WinPercent returns the chance to win, 0 to 100, that Lichess gives the side with that score.
func WinPercent(score int) float64 { return winPercent(float64(Centipawns(score))) }

func winPercent(centipawns float64) float64 { return 100 / (1 + math.Exp(-0.00368208*centipawns)) }

// Centipawns returns the centipawns that count of a score.
func Centipawns(score int) int { return max(-MostCentipawns, min(score, MostCentipawns)) }

// MostWith returns the highest score before a move that gives it no worse mark than m by its loss of WinPercent, if the score
// after it is that, for the same side.
func MostWith(m Mark, after int) int {
	for score := -MostCentipawns; m < Blunder && score <= MostCentipawns; score++ {
		if WinPercent(score)-WinPercent(after) >= least[m+1] {
			return score - 1
		}
	}
	return scores.TablebaseBound - 1
}
