package textbook

import "slices"

// Node is one visit of a search to a state.
type Node[S any, M comparable] struct {
	State S
	Move  M // the move that led here; meaningless at a root

	Depth       int // plies to the horizon, Unlimited if there is none
	Alpha, Beta int // the window, for the side to move

	Value   int  // what the visit returned, for the side to move (Minimax: for the first player)
	Best    M    // the move that achieves Value, if HasBest
	HasBest bool // false for a leaf

	Hit     *Entry[M] // what the table remembered, if that ended the visit, otherwise nil
	Cut     bool      // a move was worth beta or more
	Skipped []M       // the moves not tried because of that, in the order in which they would have been

	Children []*Node[S, M] // the visits to what the moves lead to, in the order in which they were made
}

// Bound classifies Value by the window: see the contract in the package comment.
func (n *Node[S, M]) Bound() Bound {
	if n.Hit != nil {
		return n.Hit.Bound
	}
	if !n.HasBest {
		return Exact
	}
	return boundOf(n.Value, n.Alpha, n.Beta)
}

// Recorder keeps a search as a tree. Its zero value is ready; hand its Observe to the search. It takes
// memory for every node, so it is for searches small enough to look at.
type Recorder[S any, M comparable] struct {
	// Roots are the visits to the root: one, or several for MTDF, Deepen and IterativeDeepening.
	Roots []*Node[S, M]

	open []*Node[S, M] // from the root to the node that is being searched
	move M             // the move tried last
}

// Observe is an Observer.
func (r *Recorder[S, M]) Observe(e Event[S, M]) {
	if e.Kind == Entered {
		r.enter(&Node[S, M]{State: e.State, Move: r.move, Depth: e.Depth, Alpha: e.Alpha, Beta: e.Beta})
		return
	}
	n := r.open[len(r.open)-1]
	switch e.Kind {
	case Tried:
		r.move = e.Move
	case Hit:
		n.Hit = new(e.Entry)
	case Cut:
		n.Cut, n.Skipped = true, slices.Clone(e.Skipped)
	case Left:
		n.Value, n.Best, n.HasBest = e.Value, e.Move, e.HasMove
		r.open = r.open[:len(r.open)-1]
	}
}

// enter puts n below the innermost open node, or among the roots, and opens it.
func (r *Recorder[S, M]) enter(n *Node[S, M]) {
	if len(r.open) == 0 {
		r.Roots = append(r.Roots, n)
	} else {
		parent := r.open[len(r.open)-1]
		parent.Children = append(parent.Children, n)
	}
	r.open = append(r.open, n)
}
