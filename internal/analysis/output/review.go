package output

import (
	"vertigo/board"
	"vertigo/internal/analysis/answer"
)

// review is what the two players gave away in a game, by the moves that the filters leave.
type review struct {
	judged []answer.Loss // for each move, the zero value for those that were not judged
	moves  [board.ColorCount]int
	loss   [board.ColorCount]float64 // sum over the moves, in centipawns
	given  [board.ColorCount]float64 // sum over the moves, in expected score
}

func newReview(j *answer.Job) *review {
	r := &review{}
	r.judged = make([]answer.Loss, len(j.Moves))
	for i := range j.Moves {
		if !j.Judged(i) {
			continue
		}
		judged := j.Loss(i)
		turn := j.Positions[i].Game.Position.Turn()
		r.judged[i] = judged
		r.moves[turn]++
		r.given[turn] += judged.Given
		r.loss[turn] += judged.Centipawns
	}
	return r
}

// averageLoss returns the centipawns that c lost per move.
func (r *review) averageLoss(c board.Color) float64 { return r.loss[c] / float64(r.moves[c]) }

// accuracy returns how much of the expected score the moves of c kept, on average, in per cent.
func (r *review) accuracy(c board.Color) float64 { return 100 * (1 - r.given[c]/float64(r.moves[c])) }
