package answer

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/verdict"
)

// First is the result of the first of two searches of a position.
type First struct {
	Score int        `json:"score"` // for the side to move
	Best  board.Move `json:"best"`
}

// first returns the result of the first search.
func (a *Answer) first() First {
	if a.First != nil {
		return *a.First
	}
	return First{a.Top().Score, a.Best}
}

// replace replaces the lines, and keeps the result of the first search.
func (a *Answer) replace(lines []Line) {
	first := a.first()
	a.First, a.Lines, a.Best = &first, lines, lines[0].Moves[0]
}

// Loss compares move i of the game with the best one, which loses nothing: by the first searches of the positions before and after the
// move and, if there was one, by the search that compared the two. The lesser loss counts, unless the second search is certain who
// wins: a move deserves a mark if both searches give it.
func (j *Job) Loss(i int) verdict.Loss {
	a := &j.Answers[i]
	if a.Best == j.Moves[i] {
		return verdict.Loss{}
	}
	first := j.firstLoss(i)
	if a.Played == nil {
		return first
	}
	best, played := a.Top().Score, a.Played.Score
	if l := verdict.LossOf(a.Root, best, played); l.Win <= first.Win || scores.IsDecisive(best) || scores.IsDecisive(played) {
		return l
	}
	return first
}

// firstLoss is Loss by the first searches.
func (j *Job) firstLoss(i int) verdict.Loss {
	before, after := j.Answers[i].first(), j.Answers[i+1].first()
	if before.Best == j.Moves[i] {
		return verdict.Loss{}
	}
	return verdict.LossOf(j.Answers[i].Root, before.Score, -after.Score)
}

// IsDoubtful reports whether the first searches would mark move i of the game, so that a longer search should decide. The answers about
// the positions before and after it must be known. Moves that seem to lose less hardly ever turn out to deserve a mark.
func (j *Job) IsDoubtful(i int) bool {
	return i < len(j.Moves) && j.Chosen(i) && j.firstLoss(i).Mark != verdict.Unmarked
}

// Rivals returns position i with the moves that a longer search is to compare: the best ones and the one of the game.
func (j *Job) Rivals(i int) *Position {
	p := *j.Positions[i]
	p.SearchMoves = nil
	played := j.Moves[i]
	for _, l := range j.Answers[i].Lines {
		if l.Moves[0] != played {
			p.SearchMoves = append(p.SearchMoves, l.Moves[0])
		}
	}
	p.SearchMoves = append(p.SearchMoves, played)
	return &p
}

// Verify replaces the lines at position i by those of a search of its Rivals. It changes nothing if that search ended before it had
// found a line for each.
func (j *Job) Verify(i int, longer *Answer) {
	a := &j.Answers[i]
	for n := range longer.Lines {
		if longer.Lines[n].Moves[0] == j.Moves[i] {
			a.Played = &longer.Lines[n]
		}
	}
	if a.Played != nil {
		a.replace(longer.Lines[:min(len(a.Lines), len(longer.Lines))])
		a.Nodes, a.Time = a.Nodes+longer.Nodes, a.Time+longer.Time
	}
}

// CarryOn gives the position after each move of a longer search the line that this search found there, so that the scores before and
// after the move are those that the mark follows from. Where several lines are asked for, and where there was a longer search of the
// next move, too, the position keeps its own.
func (j *Job) CarryOn() {
	for i := range j.Moves {
		played, next := j.Answers[i].Played, &j.Answers[i+1]
		if played == nil || len(played.Moves) < 2 || next.First != nil || len(next.Lines) != 1 {
			continue
		}
		next.replace([]Line{{
			Root: next.Root, Score: -scores.ToTable(played.Score, 1), Known: played.Known, Depth: max(played.Depth-1, 1),
			SelDepth: played.SelDepth, Moves: played.Moves[1:],
		}})
	}
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

// Review tells how well a game was played, by the moves that the filters leave.
type Review struct {
	Losses   []verdict.Loss     // of each move, the zero value for those that the filters leave out
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
		if j.Chosen(i) {
			r.Losses[i] = j.Loss(i)
		}
	}
	r.Accuracy = verdict.Moves(j.Course(), r.Losses)
	for i := range j.Moves {
		if !j.Chosen(i) {
			continue
		}
		f := &r.Players[j.Answers[i].Root.Turn()]
		f.AddMove(r.Losses[i], r.Accuracy[i])
	}
	return r
}
