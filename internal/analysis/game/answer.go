// Package game holds what an analysis is about: the games and positions of its input, the answers of searches about them, and
// what follows from both: values of positions, marks of moves, accuracy, openings. All else fills these types or writes them in
// some form. Files have them as their JSON.
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

// Scope says whether the filters of an analysis leave a position of a game to be searched.
type Scope uint8

// The scopes. Without filters every position is Whole.
const (
	Whole   Scope = iota // it was searched, and so was the position after the move from here
	ForLoss              // it was searched only for the loss by the move that led here
	LeftOut              // it was not searched
)

// scopeNames are the names of scopes in files.
var scopeNames = []string{Whole: "", ForLoss: "behind", LeftOut: "out"}

// MarshalText returns the name of the scope.
func (s Scope) MarshalText() ([]byte, error) { return []byte(scopeNames[s]), nil }

// UnmarshalText reads the name of a scope.
func (s *Scope) UnmarshalText(text []byte) error {
	i := slices.Index(scopeNames, string(text))
	if i < 0 {
		return fmt.Errorf("%q is not one of %q", text, scopeNames)
	}
	*s = Scope(i)
	return nil
}

// Answer is the result of searching one position. Moves in files are in long algebraic notation with castling as king takes rook.
type Answer struct {
	Scope Scope `json:"scope,omitempty"` // nothing else is known of a position that was left out

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

	Graded     bool          `json:"-"` // the source names best moves or moves to avoid
	Solved     bool          `json:"-"` // and the move found agrees with it
	SolveTime  time.Duration `json:"-"` // from then on the best move was right; 0 unless Solved
	SolveNodes uint64        `json:"-"` // the nodes until then
}

// Change is a moment at which another move became the best.
type Change struct {
	Move  board.Move    `json:"move"`
	Depth int           `json:"depth"` // plies
	Nodes uint64        `json:"nodes"` // until then
	Time  time.Duration `json:"ns"`    // until then, in whole microseconds
}

// Grade compares the answer with the moves that the source names for p, by the course of the search.
func (a *Answer) Grade(p *Position) {
	a.Graded = p.HasSolution()
	if a.Solved = a.Graded && a.Best != board.NoMove && p.isRight(a.Best); !a.Solved {
		return
	}
	right := false
	for _, c := range a.Course {
		was := right
		if right = p.isRight(c.Move); right && !was {
			a.SolveTime, a.SolveNodes = c.Time, c.Nodes
		}
	}
	if !right { // the search ended with another move than its last report
		a.SolveTime, a.SolveNodes = a.Time, a.Nodes
	}
}

// SetPosition turns an answer from a file into one about p. The error says which of its moves is not legal there.
func (a *Answer) SetPosition(p *Position) error {
	if err := a.setRoot(&p.Game.Position); err != nil {
		return err
	}
	a.Grade(p)
	return nil
}

// setRoot is SetPosition without the moves that a source names.
func (a *Answer) setRoot(root *board.Position) (err error) {
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
	b.Time, b.SolveTime, b.Course = 0, 0, slices.Clone(a.Course)
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
