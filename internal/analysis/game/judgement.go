package game

import (
	"iter"
	"math"
	"slices"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
)

// Judgement is what follows from the answers about a game. It depends on them alone, is made once, and never changes.
type Judgement struct {
	*Answers
	Plies   []*Ply                    // one for each position
	Figures [board.ColorCount]Figures // of the moves that the filters leave
}

// Ply is a position with its answer and what follows from it. Its value is the only one: all other numbers are differences of
// two.
type Ply struct {
	*Position
	Scope    Scope
	Answer   *Answer
	Grade    Grade
	Value    Value    // of the position, the zero value where nothing was searched
	Loss     Loss     // by the move, the zero value if the filters leave it out
	Accuracy Accuracy // likewise
	Mistake  string   // the kind of the move, one of Mistakes; "" if it is not marked
}

// Top returns the best line; where the game is over, one without moves.
func (p *Ply) Top() *Line { return p.Answer.Top(p.Root()) }

// Chosen reports whether there is a move that the filters leave; a pass is none.
func (p *Ply) Chosen() bool { return p.Scope == Whole && p.Move != board.NoMove }

// Shown returns what the position is worth to White, as outputs show it.
func (p *Ply) Shown() winrate.Score { return p.Value.Shown(p.Root()) }

// Odds returns the chances of White.
func (p *Ply) Odds() winrate.Odds { return p.Value.Odds(p.Root()) }

// Expected returns the expected score of the side to move, 0 to 1.
func (p *Ply) Expected() float64 {
	if p.Root().Turn() == board.Black {
		return 1 - p.Odds().Expected()
	}
	return p.Odds().Expected()
}

// Judge returns what follows from the answers, which must be complete: first the values and the losses, then the accuracies, for
// which the values before and after a move count, and the figures.
func (a *Answers) Judge() *Judgement {
	n := len(a.Positions)
	j := &Judgement{Answers: a, Plies: make([]*Ply, n)}
	plies, course := make([]Ply, n), make([]float64, n) // White's winPercent, NaN where nothing was searched
	for i := n - 1; i >= 0; i-- {
		p := &plies[i]
		*p = Ply{Position: a.Positions[i], Scope: a.Selection[i], Answer: &a.List[i]}
		j.Plies[i], course[i] = p, math.NaN()
		if p.Scope == LeftOut {
			continue
		}
		p.Grade = p.Answer.grade(p.Position)
		if p.Move == board.NoMove {
			p.Value = a.longestSearch(i).Value
		} else {
			p.Value, p.Loss = a.weigh(i, &plies[i+1])
		}
		if course[i] = winPercent(p.Value.Score); p.Root().Turn() == board.Black {
			course[i] = 100 - course[i]
		}
	}
	for i, p := range j.Plies {
		if p.Chosen() {
			p.Accuracy, p.Mistake = accuracyOf(course, i, p.Loss), j.mistake(i)
			j.Figures[p.Root().Turn()].addMove(p)
		}
	}
	return j
}

// weigh returns the value of position i and the loss by its move, which leads to the ply next.
//
// Values are found from the end of the game, so that what is known of the next position is known before this one: a position is
// worth the best of what its search found and of what the position after the move of the game is worth. So a move never gains
// anything, and the best move loses nothing.
//
// An example, in centipawns for the side to move: White plays a move that is not the best one, then both play the best moves. The
// searches find 100, -95, 95 and, at the end, 100 for Black.
//
//	position  found  ceiling  value
//	3           100              100  the game ends here
//	2            95     -100    -100  the best move leads to position 3
//	1           -95      100     100  the best move leads to position 2
//	0           100      -45     -45  the move leads to -100; when it was searched, it lost only 5
//
// The ceiling of position 0 is the highest value from which a fall to -100 gets no mark, as a fall from 100 to 95 gets none.
func (a *Answers) weigh(i int, next *Ply) (v Value, l Loss) {
	found, move, after := a.longestSearch(i), a.Positions[i].Move, next.Value.before()
	decided := scores.IsDecisive(found.Score)
	isBest := move == a.List[i].Best || move == found.best // the one that is listed as such, or that of the longest search
	mark := Unmarked
	if !isBest && !decided {
		mark = a.comparedMark(i)
	}
	v = found.Value
	if next.Scope != LeftOut {
		if ceiling := ceiling(isBest, decided, mark, after.Score); v.Score > ceiling {
			v = Value{Score: ceiling}
		}
		if v.Score <= after.Score {
			v = after
		}
	}
	if a.Selection[i] != Whole {
		return v, l
	}
	l = lossOf(v.Score, after.Score)
	if isBest || !decided {
		l.Mark = min(l.Mark, mark)
	}
	return v, l
}

// ceiling returns the highest score that a position can have, given that of the position after the move, whether the move is the
// best one and whether the longest search found the position decided, and the mark by a comparison. Searches err, and what was
// found further on in the game must not count against only one of two moves. So the move gets no worse mark than a comparison of
// the two gives it. If the best move turns out to lose to a mate, others might not: the position is worth as little as one that is
// lost, but it is not called a mate.
func ceiling(isBest, decided bool, mark Mark, after int) int {
	switch {
	case isBest && after <= -scores.TablebaseBound && !decided:
		return -mostCentipawns
	case isBest:
		return after
	case decided:
		return scores.Mate
	}
	return mostWith(mark, after)
}

// Narrow returns the judgement of the wanted ones of the moves that were chosen. The values stay; the figures count these moves
// alone.
func (j *Judgement) Narrow(wanted []bool) *Judgement {
	if len(j.Plies) == 0 {
		return j
	}
	left := make([]bool, len(wanted))
	for i, w := range wanted {
		left[i] = w && j.Plies[i].Scope == Whole
	}
	out := &Judgement{Answers: &Answers{j.Game, Select(left), j.List}, Plies: make([]*Ply, len(j.Plies))}
	for i, p := range slices.Backward(j.Plies) {
		q := *p
		if q.Scope = out.Selection[i]; q.Scope != Whole {
			q.Loss, q.Accuracy, q.Mistake = Loss{}, Accuracy{}, ""
		} else if q.Chosen() {
			out.Figures[q.Root().Turn()].addMove(&q)
		}
		out.Plies[i] = &q
	}
	return out
}

// Moves returns the plies with a move or a pass: all but the last.
func (j *Judgement) Moves() []*Ply { return j.Plies[:max(len(j.Plies)-1, 0)] }

// Searched returns the plies whose positions the filters leave, with their numbers.
func (j *Judgement) Searched() iter.Seq2[int, *Ply] {
	return func(yield func(int, *Ply) bool) {
		for i := range j.Selection.Searched() {
			if !yield(i, j.Plies[i]) {
				return
			}
		}
	}
}

// FullMoves counts, as people do, the moves for which counts holds: those of both players with the same number are one.
func (j *Judgement) FullMoves(counts func(*Ply) bool) (n int) {
	last := 0
	for _, p := range j.Moves() {
		if number := p.Root().FullMove(); counts(p) && number != last {
			n, last = n+1, number
		}
	}
	return n
}

// FinalExpected returns White's expected score in the last position of a game; known is false if it was not read or not analysed.
func (j *Judgement) FinalExpected() (white float64, known bool) {
	last := j.Plies[len(j.Plies)-1]
	return last.Odds().Expected(), len(last.Answer.Lines) > 0 && j.Cut() == ""
}
