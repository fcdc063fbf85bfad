package answer

import (
	"vertigo/board"
	"vertigo/internal/analysis/verdict"
)

// Review tells how well a game was played, by the moves that the filters leave.
type Review struct {
	Losses   []verdict.Loss     // of each move, the zero value for those that were not judged
	Accuracy []verdict.Accuracy // likewise
	Players  [board.ColorCount]Figures
}

// Figures sum up moves, for example those of a player.
type Figures struct {
	verdict.Accuracy
	Marks [verdict.Blunder + 1]int // moves by their marks

	centipawns int // that all moves lost
}

// AddMove counts a move.
func (f *Figures) AddMove(loss verdict.Loss, accuracy verdict.Accuracy) {
	f.Add(accuracy)
	f.Marks[loss.Mark]++
	f.centipawns += loss.Centipawns
}

// AddAll counts the moves of other figures, too.
func (f *Figures) AddAll(other *Figures) {
	f.Add(other.Accuracy)
	for mark, n := range other.Marks {
		f.Marks[mark] += n
	}
	f.centipawns += other.centipawns
}

// AverageLoss returns the centipawns that were lost per move. There must be a move.
func (f *Figures) AverageLoss() float64 { return float64(f.centipawns) / float64(f.Moves) }

// Review returns the review of a game that has its answers.
func (j *Job) Review() *Review {
	if j.review != nil {
		return j.review
	}
	r := &Review{Losses: make([]verdict.Loss, len(j.Moves))}
	j.review = r
	if len(j.Moves) == 0 {
		return r
	}
	for i := range j.Moves {
		if j.Judged(i) {
			r.Losses[i] = j.Loss(i)
		}
	}
	r.Accuracy = verdict.Moves(j.Course(), r.Losses)
	for i := range j.Moves {
		if !j.Judged(i) {
			continue
		}
		f := &r.Players[j.Answers[i].Root.Turn()]
		f.AddMove(r.Losses[i], r.Accuracy[i])
	}
	return r
}
