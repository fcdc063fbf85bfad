package textbook

import "fmt"

// walk is the book-keeping of one search. It keeps counting and reporting out of the algorithms: they say enter,
// play and leave where they would do so anyway.
type walk[S State[S, M], M comparable] struct {
	observe Observer[S, M] // may be nil
	ply     int            // moves between the root and the state that is being searched
	nodes   int            // states entered
	last    Result[M]      // of the state left last, which at the end is the root
}

// enter begins the search of s. The window is what the caller wants to know of its value.
func (w *walk[S, M]) enter(s S, depth, alpha, beta int) {
	w.nodes++
	if w.observe != nil {
		w.observe(Event[S, M]{Kind: Entered, Ply: w.ply, State: s, Depth: depth, Alpha: alpha, Beta: beta})
	}
}

// play returns the state after m, for the algorithm to search at once.
func (w *walk[S, M]) play(s S, m M) S {
	if w.observe != nil {
		w.observe(Event[S, M]{Kind: Tried, Ply: w.ply, State: s, Move: m})
	}
	w.ply++
	return s.Play(m)
}

// cut notes that the moves skipped cannot matter any more.
func (w *walk[S, M]) cut(s S, skipped []M) {
	if w.observe != nil {
		w.observe(Event[S, M]{Kind: Cut, Ply: w.ply, State: s, Skipped: skipped})
	}
}

// hit ends the search of s by what a table remembers of it.
func (w *walk[S, M]) hit(s S, e Entry[M]) int {
	if w.observe != nil {
		w.observe(Event[S, M]{Kind: Hit, Ply: w.ply, State: s, Entry: e})
	}
	return w.leave(s, e.Value, e.Move)
}

// leaf ends the search of a state that has no moves, or none within the horizon, with its evaluation.
func (w *walk[S, M]) leaf(s S, value int) int {
	if value <= -Infinity || value >= Infinity {
		panic(fmt.Sprintf("textbook: a state is evaluated as %d, which is not between -Infinity and Infinity", value))
	}
	return w.finish(s, Result[M]{Value: value})
}

// leave ends the search of s with its value and the move that achieves it.
func (w *walk[S, M]) leave(s S, value int, best M) int {
	return w.finish(s, Result[M]{Value: value, Move: best, HasMove: true})
}

// finish goes back to the state before s and returns the value found.
func (w *walk[S, M]) finish(s S, r Result[M]) int {
	w.last = r
	if w.observe != nil {
		w.observe(Event[S, M]{Kind: Left, Ply: w.ply, State: s, Move: r.Move, HasMove: r.HasMove, Value: r.Value})
	}
	w.ply--
	return r.Value
}

// result returns what the search of the root has found. Every search leaves the root last, so no algorithm has to
// hand its best move up through the recursion.
func (w *walk[S, M]) result() Result[M] {
	r := w.last
	r.Nodes = w.nodes
	return r
}

// movesWithin returns the moves to search at s: none on the horizon, as if the game were over there.
func movesWithin[S State[S, M], M comparable](s S, depth int) []M {
	if depth <= 0 {
		return nil
	}
	return s.Moves()
}
