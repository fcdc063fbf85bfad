package game

import (
	"math"

	"vertigo/board"
	"vertigo/eval/winrate"
)

// First is the result of the first of two searches of a position.
type First struct {
	Score int        `json:"score"` // for the side to move
	Best  board.Move `json:"best"`
}

// replace replaces the lines, and keeps the result of the first search.
func (a *Answer) replace(lines []Line) {
	a.First, a.Lines, a.Best = &First{a.Top().Score, a.Best}, lines, lines[0].Moves[0]
}

// IsDoubtful reports whether the first searches would mark move i of the game, so that a longer search should decide. The answers about
// the positions before and after it must be known. Moves that seem to lose less hardly ever turn out to deserve a mark.
func (j *Job) IsDoubtful(i int) bool {
	return i < len(j.Moves) && j.Chosen(i) && j.firstMark(i) != Unmarked
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

// Verify replaces the lines at position i by those of a search of its Rivals, and so the values that follow from them. It
// changes nothing if that search ended before it had found a line for each.
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

// Review tells what the positions of a game or of a single job are worth, and how well the moves that the filters leave were
// played.
type Review struct {
	Values   []Value    // of each position, the zero value where nothing was searched
	Losses   []Loss     // of each move, the zero value for those that the filters leave out
	Accuracy []Accuracy // likewise
	Players  [board.ColorCount]Figures
}

// course returns White's win percentage before the first move of the game and after each, NaN where nothing was searched.
func (j *Job) course(values []Value) []float64 {
	course := make([]float64, len(values))
	for i, v := range values {
		a := &j.Answers[i]
		course[i] = winPercent(v.Score)
		if a.Root.Turn() == board.Black {
			course[i] = 100 - course[i]
		}
		if a.Scope == LeftOut {
			course[i] = math.NaN()
		}
	}
	return course
}

// Figures sum up moves, for example those of a player.
type Figures struct {
	Accuracy
	Marks [Blunder + 1]int // moves by their marks

	centipawns int // that all moves lost
}

// AddMove counts a move.
func (f *Figures) AddMove(loss Loss, accuracy Accuracy) {
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

// Review returns the review of a job that has its answers.
func (j *Job) Review() *Review {
	if j.review != nil {
		return j.review
	}
	r := &Review{Values: j.values(), Losses: make([]Loss, len(j.Moves))}
	j.review = r
	if len(j.Moves) == 0 {
		return r
	}
	for i := range j.Moves {
		if j.Chosen(i) {
			r.Losses[i] = j.loss(i, r.Values)
		}
	}
	r.Accuracy = accuracies(j.course(r.Values), r.Losses)
	for i := range j.Moves {
		if j.Chosen(i) {
			r.Players[j.Answers[i].Root.Turn()].AddMove(r.Losses[i], r.Accuracy[i])
		}
	}
	return r
}

// Shown returns what position i is worth to White, as outputs show it.
func (j *Job) Shown(i int) winrate.Score { return j.Review().Values[i].Shown(j.Answers[i].Root) }

// Odds returns the chances of White at position i.
func (j *Job) Odds(i int) winrate.Odds { return j.Review().Values[i].Odds(j.Answers[i].Root) }
