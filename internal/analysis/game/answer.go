// Package game holds what an analysis is about. A Job is a line or a game of the input. It is read into a Game, which never
// changes. Filters make a Selection of its positions, Answers are what searches said about these, and a Judgement is what follows
// from all of that: values of positions, losses, marks and kinds of moves, figures of players. Outputs write judgements.
package game

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/pgn"
	"vertigo/movegen"
)

// Answer is the result of searching one position. Moves in files are in long algebraic notation with castling as king takes rook.
type Answer struct {
	Best  board.Move    `json:"best,omitempty"` // NoMove if there is no legal move
	Nodes uint64        `json:"nodes"`
	Time  time.Duration `json:"ns"` // in whole microseconds

	Lines []Line `json:"lines,omitempty"` // the best lines, the best first; empty only if there is no legal move

	// Threat is the best line of the opponent if they could move instead, at the position after a pass; nil if it was not
	// searched.
	Threat *Line `json:"threat,omitempty"`

	Course []Change `json:"course,omitempty"` // the best moves on the way, the first one included

	// Played is the line of the move of the game from a longer search, which went as deep as that of the best one; nil if the
	// best line is that of the first search. First is what that had found.
	Played *Line  `json:"played,omitempty"`
	First  *First `json:"first,omitempty"`
}

// Change is a moment at which another move became the best.
type Change struct {
	Move  board.Move    `json:"move"`
	Depth int           `json:"depth"` // plies
	Nodes uint64        `json:"nodes"` // until then
	Time  time.Duration `json:"ns"`    // until then, in whole microseconds
}

// SetRoot turns an answer from a file into one about root. The error says which of its moves is not legal there.
func (a *Answer) SetRoot(root *board.Position) (err error) {
	legal := func(what string, m *board.Move) {
		if err != nil {
			return
		}
		if *m, err = movegen.Legal(root, *m); err != nil {
			err = fmt.Errorf("%s: %w", what, err)
		}
	}
	if a.Best != board.NoMove {
		legal("best", &a.Best)
	}
	for i := range a.Course {
		legal("course", &a.Course[i].Move)
	}
	if a.First != nil {
		legal("first", &a.First.Best)
	}
	for i := range a.Lines {
		err = cmp.Or(err, a.Lines[i].setRoot(root))
	}
	if a.Played != nil {
		err = cmp.Or(err, a.Played.setRoot(root))
	}
	if a.Threat != nil && err == nil {
		passed := AfterPass(root)
		if passed == nil {
			return fmt.Errorf("a threat in a position without a null move, %s", root.FEN())
		}
		err = a.Threat.setRoot(passed)
	}
	return err
}

// WithoutTimes returns the answer with times of 0.
func (a *Answer) WithoutTimes() Answer {
	b := *a
	b.Time, b.Course = 0, slices.Clone(a.Course)
	for i := range b.Course {
		b.Course[i].Time = 0
	}
	return b
}

// Top returns the best line at root, which the answer is about; where the game is over, one without moves.
func (a *Answer) Top(root *board.Position) *Line {
	switch {
	case len(a.Lines) > 0:
		return &a.Lines[0]
	case root.InCheck():
		return &Line{Root: root, Score: -scores.Mate}
	default:
		return &Line{Root: root, Score: scores.Draw}
	}
}

// SAN returns the best move at root in standard algebraic notation. There must be one.
func (a *Answer) SAN(root *board.Position) string {
	if l := a.Top(root); len(l.san) > 0 && l.Moves[0] == a.Best {
		return l.san[0]
	}
	return pgn.Moves(root, a.Best)[0]
}

// Serious is the least gain of a threat that is shown to people. A free move alone is worth about half of it.
const Serious = 0.2

// AfterPass returns the position after a null move at p, without history. It returns nil in check and where the game is over.
func AfterPass(p *board.Position) *board.Position {
	if p.InCheck() || !movegen.HasLegalMove(p) {
		return nil
	}
	var passed board.Position
	p.MakeNull(&passed)
	return &passed
}

// Gain returns how much expected score, -1 to 1, the threat would gain for the opponent, compared with the best move of the side
// to move. It is 0 without a threat.
func (a *Answer) Gain() float64 {
	if a.Threat == nil || len(a.Lines) == 0 {
		return 0
	}
	return a.Threat.Expected() - (1 - a.Lines[0].Expected())
}
