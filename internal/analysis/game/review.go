package game

import (
	"math"
	"slices"

	"vertigo/board"
)

// First is the result of the first of two searches of a position.
type First struct {
	Score int        `json:"score"` // for the side to move
	Best  board.Move `json:"best"`
}

// IsDoubtful reports whether the first searches would mark the move at ply i, so that a longer search should decide. The answers
// about the positions before and after it must be known. Moves that seem to lose less hardly ever turn out to deserve a mark.
func (j *Job) IsDoubtful(i int) bool {
	return j.Plies[i].Chosen() && j.firstSearchesMark(i) != Unmarked
}

// Rivals returns the position with the moves that a longer search is to compare: the best ones and the one of the game.
func (p *Ply) Rivals() *Position {
	q := *p.Position
	q.SearchMoves = nil
	for _, l := range p.Answer.Lines {
		if l.Moves[0] != p.Move {
			q.SearchMoves = append(q.SearchMoves, l.Moves[0])
		}
	}
	q.SearchMoves = append(q.SearchMoves, p.Move)
	return &q
}

// Verify replaces the lines of the answer by those of a search of the Rivals, and so the values that follow from them. It
// changes nothing if that search ended before it had found a line for each.
func (p *Ply) Verify(longer *Answer) {
	a := &p.Answer
	for n := range longer.Lines {
		if longer.Lines[n].Moves[0] == p.Move {
			a.Played = &longer.Lines[n]
		}
	}
	if a.Played != nil {
		a.First, a.Lines = &First{p.Top().Score, a.Best}, longer.Lines[:min(len(a.Lines), len(longer.Lines))]
		a.Best = a.Lines[0].Moves[0]
		a.Nodes, a.Time = a.Nodes+longer.Nodes, a.Time+longer.Time
	}
}

// Figures sum up moves, for example those of a player.
type Figures struct {
	Accuracy
	Marks [Blunder + 1]int // moves by their marks
	Win   float64          // points of winPercent lost by all moves

	centipawns int // lost by all moves
}

// AddMove counts a move.
func (f *Figures) AddMove(p *Ply) {
	f.Add(p.Accuracy)
	f.Marks[p.Loss.Mark]++
	f.Win += p.Loss.Win
	f.centipawns += p.Loss.Centipawns
}

// AddAll counts the moves of other figures, too.
func (f *Figures) AddAll(other *Figures) {
	f.Add(other.Accuracy)
	for mark, n := range other.Marks {
		f.Marks[mark] += n
	}
	f.Win += other.Win
	f.centipawns += other.centipawns
}

// AverageLoss returns the centipawns that were lost per move. There must be a move.
func (f *Figures) AverageLoss() float64 { return float64(f.centipawns) / float64(f.Moves) }

// Narrow keeps only the wanted ones of the moves that were chosen. What Judge has set for them stays, as do the values of their
// positions; the figures count these moves alone.
func (j *Job) Narrow(wanted []bool) {
	whole := func(i int) bool { return i >= 0 && i < len(wanted) && wanted[i] && j.Plies[i].Answer.Scope == Whole }
	j.Figures = [board.ColorCount]Figures{}
	for i, p := range slices.Backward(j.Plies) {
		switch {
		case whole(i):
			if p.Chosen() {
				j.Figures[p.Root().Turn()].AddMove(p)
			}
			continue
		case whole(i - 1):
			p.Answer.Scope = ForLoss
		default:
			p.Answer.Scope = LeftOut
		}
		p.Loss, p.Accuracy = Loss{}, Accuracy{}
	}
}

// Judge sets what follows from the answers, which must be complete: values, losses, accuracies and figures.
func (j *Job) Judge() {
	j.setValues()
	course := make([]float64, len(j.Plies)) // White's winPercent, NaN where nothing was searched
	for i, p := range j.Plies {
		if course[i] = winPercent(p.Value.Score); p.Root().Turn() == board.Black {
			course[i] = 100 - course[i]
		}
		if p.Answer.Scope == LeftOut {
			course[i] = math.NaN()
		}
	}
	j.Figures = [board.ColorCount]Figures{}
	for i, p := range j.Plies {
		if p.Loss, p.Accuracy = (Loss{}), (Accuracy{}); p.Chosen() {
			p.Loss = j.loss(i)
			p.Accuracy = accuracyOf(course, i, p.Loss)
			j.Figures[p.Root().Turn()].AddMove(p)
		}
	}
}
