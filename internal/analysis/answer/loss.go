package answer

import (
	"math"

	"vertigo/board"
	"vertigo/internal/analysis/verdict"
)

// Loss compares move i of the game with the best one.
func (j *Job) Loss(i int) verdict.Loss {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	best, played := j.Answers[i].Score(before), -j.Answers[i+1].Score(after)
	if j.Moves[i] == j.Answers[i].Best {
		played = max(played, best) // deeper by one ply, the same move is no worse than itself
	}
	return verdict.LossOf(before, best, played)
}

// Course returns White's win percentage before the first move of the game and after each, NaN where nothing was searched.
func (j *Job) Course() []float64 {
	course := make([]float64, len(j.Positions))
	for i := range course {
		p := &j.Positions[i].Game.Position
		course[i] = verdict.WinPercent(p, j.Answers[i].Score(p))
		if p.Turn() == board.Black {
			course[i] = 100 - course[i]
		}
		if j.Answers[i].Scope == LeftOut {
			course[i] = math.NaN()
		}
	}
	return course
}
