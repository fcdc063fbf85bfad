package textbook

import "iter"

// IterativeDeepening searches 1, 2, 3, … plies with PVS, up to depth, and returns the result of the last iteration. Its
// Nodes are those of all iterations together.
//
// That looks like waste, but each iteration costs a multiple of the one before, so all earlier ones together add a fraction.
// And they give something back: the best moves that they leave in the table order the last iteration. Where the hints of
// the game say little, the whole costs less than a search to depth at once; where they are excellent already, it costs
// more.
//
// Source: Slate and Atkin 1977. It is right because the last iteration alone is PVS to depth, and earlier ones only leave
// true statements in the table.
//
// Next: MTDF, another way to use the table; or search/negamax.go, since this is the search that the engine is built on.
func IterativeDeepening[S Keyed[S, M], M comparable](root S, depth int, table *Table[M], observe Observer[S, M]) Result[M] {
	var last Result[M]
	for _, r := range Deepen(root, depth, table, observe) {
		last = r
	}
	return last
}

// Deepen yields the iterations of IterativeDeepening one by one, each with its depth, its result and the nodes of all
// iterations so far. Programs that play with a clock leave the loop when time is short, with the result of the last
// iteration. Deepen does not notice when the game ends within reach, so the depth should be one that the caller is
// willing to wait for. Only a game that is over at the root ends it early.
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
