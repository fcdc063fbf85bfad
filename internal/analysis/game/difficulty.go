package game

import (
	"vertigo/board"
	"vertigo/movegen"
)

// tolerance is how much expected score a move may lose, compared with the best one, and still count as found.
const tolerance = 0.05

// CanMiss reports whether a good move can be missed at position i, so that it has a difficulty: in a game, if the move that
// was played may get a mark; elsewhere, if there is a choice of moves.
func (j *Job) CanMiss(i int) bool {
	if j.PGN != nil {
		return i < len(j.Moves) && j.Chosen(i) && j.compare(i) != Unmarked
	}
	if n := len(j.Positions[i].SearchMoves); n > 0 {
		return n > 1
	}
	var list movegen.List
	movegen.Generate(&j.Positions[i].Game.Position, &list, movegen.All)
	return list.N > 1
}

// Settle drops the difficulty of moves of a game that have no mark in the end.
func (j *Job) Settle() {
	for i, loss := range j.Review().Losses {
		if loss.Mark == Unmarked {
			j.Answers[i].Difficulty = nil
		}
	}
}

// Finds reports whether m is a good move at position i, where one can be missed, by the moves that the source names, else by the
// answers. It is not known if the answers do not cover m.
func (j *Job) Finds(i int, m board.Move) (good, known bool) {
	p, a := j.Positions[i], &j.Answers[i]
	switch {
	case p.HasSolution():
		return p.isRight(m), true
	case m == a.Best:
		return true, true
	case i < len(j.Moves) && m == j.Moves[i]:
		return false, true // or none could be missed
	}
	for n := range a.Lines {
		if a.Lines[n].Moves[0] == m {
			return a.isNear(&a.Lines[n]), true
		}
	}
	return false, false
}

// FindsBy is Finds for a move that was searched alone.
func (j *Job) FindsBy(i int, only *Answer) bool {
	return len(only.Lines) > 0 && j.Answers[i].isNear(&only.Lines[0])
}

// isNear reports whether a line from the same position is hardly worse than the best one.
func (a *Answer) isNear(l *Line) bool { return a.Top().Expected()-l.Expected() <= tolerance }
