package textbook

import "iter"

// IterativeDeepening searches 1, 2, 3, … plies with PVS, up to depth, and returns what the last round has found; its
// Nodes are those of all rounds together. That looks like waste, but each round costs a multiple of the one before,
// so all the earlier ones together add a fraction. And they give something back: the best moves that they leave in the
// table order the last round. Where the hints of the game say little and its evaluation says something, the whole
// is cheaper than going to depth at once; where the hints are excellent already, it is dearer.
//
// Source: Slate and Atkin 1977. Sound because the last round alone is PVS to depth, and earlier rounds can only leave
// true statements in the table.
func IterativeDeepening[S Keyed[S, M], M comparable](root S, depth int, table *Table[M], observe Observer[S, M]) Result[M] {
	var last Result[M]
	for _, r := range Deepen(root, depth, table, observe) {
		last = r
	}
	return last
}

// Deepen yields the rounds of IterativeDeepening one by one, each with its depth, its result and the nodes of all
// rounds so far. A caller who is short of time leaves the loop and has the answer of the last round: that is
// what programs that play with a clock want it for. It does not notice that the game has an end within reach, so
// the depth should be one that the caller is willing to wait for; only a game that is over at the root ends it early.
func Deepen[S Keyed[S, M], M comparable](root S, depth int, table *Table[M], observe Observer[S, M]) iter.Seq2[int, Result[M]] {
	return func(yield func(int, Result[M]) bool) {
		nodes := 0
		for d := min(1, max(depth, 0)); d <= max(depth, 0); d++ {
			r := PVS(root, d, -Infinity, Infinity, table, observe)
			nodes += r.Nodes
			r.Nodes = nodes
			if !yield(d, r) || !r.HasMove {
				return
			}
		}
	}
}
