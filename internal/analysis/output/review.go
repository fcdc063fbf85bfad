package output

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/answer"
)

// scoreLimit bounds what a single move can lose in the average, in centipawns.
const scoreLimit = 1000

// review is what the two players gave away in a game, by the moves that the filters leave.
type review struct {
	judged []judgement // for each move, the zero value for those that were not judged
	moves  [board.ColorCount]int
	loss   [board.ColorCount]float64 // sum over the moves, in centipawns
	given  [board.ColorCount]float64 // sum over the moves, in expected score
}

func newReview(j *answer.Job) *review {
	r := &review{}
	r.judged = make([]judgement, len(j.Moves))
	for i := range j.Moves {
		if !j.Judged(i) {
			continue
		}
		judged := judge(j, i)
		turn := j.Positions[i].Game.Position.Turn()
		r.judged[i] = judged
		r.moves[turn]++
		r.given[turn] += judged.given
		r.loss[turn] += judged.loss
	}
	return r
}

// judgement is what a move gave away.
type judgement struct {
	given float64 // of the expected score, 0 to 1
	loss  float64 // centipawns, of scores bounded by scoreLimit
}

// judge compares move i of the game with the best one, both by what scores are worth in the position before the move.
func judge(j *answer.Job, i int) judgement {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	best, played := j.Answers[i].Score(before), -j.Answers[i+1].Score(after)
	if j.Moves[i] == j.Answers[i].Best {
		played = max(played, best) // deeper by one ply, the same move is no worse than itself
	}
	return judgement{
		given: max(0, scores.Odds(before, best, false).Expected()-scores.Odds(before, played, false).Expected()),
		loss:  max(0, float64(clampedScore(before, best)-clampedScore(before, played))),
	}
}

// clampedScore returns the centipawns that are shown for a score at p, bounded by scoreLimit.
func clampedScore(p *board.Position, score int) int {
	if scores.IsMate(score) {
		return max(-scoreLimit, min(score, scoreLimit))
	}
	return max(-scoreLimit, min(scores.Centipawns(p, score), scoreLimit))
}

// averageLoss returns the centipawns that c lost per move.
func (r *review) averageLoss(c board.Color) float64 { return r.loss[c] / float64(r.moves[c]) }

// accuracy returns how much of the expected score the moves of c kept, on average, in per cent.
func (r *review) accuracy(c board.Color) float64 { return 100 * (1 - r.given[c]/float64(r.moves[c])) }
