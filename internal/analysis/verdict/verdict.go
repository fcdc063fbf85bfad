// Package verdict judges the moves of games as Lichess does, so that its figures and those of Lichess can be compared: how
// likely a side is to win, how accurate a move and a player are, and which moves deserve a mark. The definitions are those
// that Lichess publishes, at lichess.org/page/accuracy and in the source of its server; the code is our own.
package verdict

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
)

// mostCentipawns bounds a score before it becomes a chance: what is won by more is not won any better.
const mostCentipawns = 1000

// WinPercent returns the chance to win, 0 to 100, that Lichess gives the side to move at p for a score. It depends on the
// centipawns that are shown and on nothing else. A mate counts as ten pawns.
func WinPercent(p *board.Position, score int) float64 {
	return winPercent(float64(Centipawns(p, score)))
}

func winPercent(centipawns float64) float64 { return 100 / (1 + math.Exp(-0.00368208*centipawns)) }

// Centipawns returns the centipawns that are shown for a score at p, at most a thousand, which a mate counts as.
func Centipawns(p *board.Position, score int) int {
	shown := score
	if !scores.IsMate(score) {
		shown = winrate.Centipawns(p, score)
	}
	return max(-mostCentipawns, min(shown, mostCentipawns))
}
