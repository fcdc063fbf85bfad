package answer

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
)

// How much of the expected score, 0 to 1, a move must give away to be marked.
const (
	Dubious = 0.10 // ?!
	Mistake = 0.20 // ?
	Blunder = 0.30 // ??
)

// scoreLimit bounds what a single move can lose in the average, in centipawns.
const scoreLimit = 1000

// Loss is what a move gave away.
type Loss struct {
	Given      float64 // of the expected score, 0 to 1
	Centipawns float64 // of scores of at most ten pawns
}

// Loss compares move i of the game with the best one, both by what scores are worth in the position before the move.
func (j *Job) Loss(i int) Loss {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	best, played := j.Answers[i].Score(before), -j.Answers[i+1].Score(after)
	if j.Moves[i] == j.Answers[i].Best {
		played = max(played, best) // deeper by one ply, the same move is no worse than itself
	}
	return Loss{
		Given:      max(0, winrate.OddsOf(before, best, false).Expected()-winrate.OddsOf(before, played, false).Expected()),
		Centipawns: max(0, float64(clampedScore(before, best)-clampedScore(before, played))),
	}
}

// clampedScore returns the centipawns that are shown for a score at p, bounded by scoreLimit.
func clampedScore(p *board.Position, score int) int {
	if scores.IsMate(score) {
		return max(-scoreLimit, min(score, scoreLimit))
	}
	return max(-scoreLimit, min(winrate.Centipawns(p, score), scoreLimit))
}
