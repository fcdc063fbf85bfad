package answer

import (
	"math"

	"vertigo/board"
	"vertigo/internal/analysis/verdict"
)

// First is the result of the first of two searches of a position.
type First struct {
	Score int        `json:"score"` // for the side to move
	Best  board.Move `json:"best"`
}

// Verify replaces an answer by that of a longer search, and keeps its other fields.
func (a *Answer) Verify(longer Answer) {
	longer.First = &First{a.Top().Score, a.Best}
	longer.Scope, longer.Threat, longer.Difficulty = a.Scope, a.Threat, a.Difficulty
	*a = longer
}

// isVerified reports whether a longer search could not change the answer.
func (a *Answer) isVerified() bool { return a.First != nil || len(a.Lines) == 0 }

// first returns the result of the first search.
func (a *Answer) first() First {
	if a.First != nil {
		return *a.First
	}
	return First{a.Top().Score, a.Best}
}

// Loss compares move i of the game with the best one, by the longer searches if there are some of both positions around it.
func (j *Job) Loss(i int) verdict.Loss {
	before, after := &j.Answers[i], &j.Answers[i+1]
	if before.isVerified() && after.isVerified() {
		return j.loss(i, First{before.Top().Score, before.Best}, after.Top().Score)
	}
	return j.firstLoss(i)
}

// firstLoss is Loss by the first searches.
func (j *Job) firstLoss(i int) verdict.Loss {
	return j.loss(i, j.Answers[i].first(), j.Answers[i+1].first().Score)
}

// loss compares move i with the best one at the position before it, where after is the score of the position that it leads to.
func (j *Job) loss(i int, before First, after int) verdict.Loss {
	played := -after
	if j.Moves[i] == before.Best {
		played = max(played, before.Score) // deeper by one ply, the same move is no worse than itself
	}
	return verdict.LossOf(&j.Positions[i].Game.Position, before.Score, played)
}

// doubt is the least loss, in points of WinPercent by the first searches, for which longer searches decide: half of that of a
// marked move, since a first search may also overrate a move.
const doubt = 2.5

// IsDoubtful reports whether the move to position i or the move from it seems to lose something, so that the position deserves
// a longer search. The answers about the positions before and after it must be known.
func (j *Job) IsDoubtful(i int) bool {
	if len(j.Answers[i].Lines) == 0 {
		return false
	}
	for move := max(i-1, 0); move <= i && move < len(j.Moves); move++ {
		if !j.Judged(move) {
			continue
		}
		if l := j.firstLoss(move); l.Mark != verdict.Unmarked || l.Win >= doubt {
			return true
		}
	}
	return false
}

// Course returns White's win percentage before the first move of the game and after each, NaN where nothing was searched.
func (j *Job) Course() []float64 {
	course := make([]float64, len(j.Positions))
	for i := range course {
		a := &j.Answers[i]
		course[i] = verdict.WinPercent(a.Root, a.Top().Score)
		if a.Root.Turn() == board.Black {
			course[i] = 100 - course[i]
		}
		if a.Scope == LeftOut {
			course[i] = math.NaN()
		}
	}
	return course
}
