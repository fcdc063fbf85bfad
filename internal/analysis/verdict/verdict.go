// Package verdict judges the moves of games as Lichess does, so that the figures can be compared: the chance of a side to win,
// the accuracy of moves and players, and the marks of moves. Lichess publishes the definitions at lichess.org/page/accuracy and
// in the source of its server; the code is our own.
package verdict

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
)

// mostCentipawns bounds a score before it becomes a chance to win.
const mostCentipawns = 1000

// WinPercent returns the chance to win, 0 to 100, that Lichess gives the side to move at p for a score. It depends only on the
// centipawns that are shown. A mate counts as ten pawns.
func WinPercent(p *board.Position, score int) float64 {
	return winPercent(float64(Centipawns(p, score)))
}

func winPercent(centipawns float64) float64 { return 100 / (1 + math.Exp(-0.00368208*centipawns)) }

// Centipawns returns the centipawns that are shown for a score at p, at most a thousand. A mate counts as a thousand.
func Centipawns(p *board.Position, score int) int {
	shown := score
	if !scores.IsMate(score) {
		shown = winrate.Centipawns(p, score)
	}
	return max(-mostCentipawns, min(shown, mostCentipawns))
}
