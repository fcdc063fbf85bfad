package answer

import (
	"math"

	"vertigo/board"
	"vertigo/internal/analysis/verdict"
)

// First is the result of the first of two searches of a position.
type First struct {
	Score int // for the side to move
	Best  board.Move
}

// Verify replaces an answer by that of a longer search, and keeps its other fields.
func (a *Answer) Verify(longer Answer, p *board.Position) {
	longer.First = &First{a.Score(p), a.Best}
	longer.Scope, longer.Threat, longer.Difficulty = a.Scope, a.Threat, a.Difficulty
	*a = longer
}

// isVerified reports whether a longer search could not change the answer.
func (a *Answer) isVerified() bool { return a.First != nil || len(a.Lines) == 0 }

// first returns the result of the first search at p.
func (a *Answer) first(p *board.Position) First {
	if a.First != nil {
		return *a.First
	}
	return First{a.Score(p), a.Best}
}

// Loss compares move i of the game with the best one, by the longer searches if there are some of both positions around it.
func (j *Job) Loss(i int) verdict.Loss {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	if j.Answers[i].isVerified() && j.Answers[i+1].isVerified() {
		return j.loss(i, First{j.Answers[i].Score(before), j.Answers[i].Best}, j.Answers[i+1].Score(after))
	}
	return j.firstLoss(i)
}

// firstLoss is Loss by the first searches.
func (j *Job) firstLoss(i int) verdict.Loss {
	before, after := &j.Positions[i].Game.Position, &j.Positions[i+1].Game.Position
	return j.loss(i, j.Answers[i].first(before), j.Answers[i+1].first(after).Score)
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
