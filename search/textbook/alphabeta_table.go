package textbook

// AlphaBetaTable is AlphaBetaOrdered with a transposition table. It uses an entry of the table in two ways:
//
//   - If its depth is the one wanted and its bound answers the question of this node, its value is returned at once.
//   - Otherwise its move, which was best at another depth or in another window, is tried first.
//
// A common variant also narrows the window by a bound that does not answer the question. That keeps the value, but a
// search in the narrowed window may end without a move that is proven to achieve it, so it is not done here.
//
// Source: Slate and Atkin 1977. It is right because an entry is stored only with the bound that the contract gives for the
// window of this node, so that it is true, and is returned only where the contract allows it. The proof of AlphaBeta then
// holds as before.
//
// Next: PVS, which trusts the first move.
func AlphaBetaTable[S Keyed[S, M], M comparable](root S, depth, alpha, beta int, table *Table[M],
	observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	alphaBetaTable(w, table, root, depth, alpha, beta)
	return w.result()
}

// alphaBetaTable returns value(s, depth) or a bound on it, by the contract of the package comment. It never changes
// alpha: the original one says, at the end, what kind of bound was found.
func alphaBetaTable[S Keyed[S, M], M comparable](w *walk[S, M], table *Table[M], s S, depth, alpha, beta int) int {
	w.enter(s, depth, alpha, beta)
	entry, known := table.probe(s.Key())
	if known && entry.isEnough(depth, alpha, beta) {
		return w.hit(s, entry)
	}
	moves := byHint(s, movesWithin(s, depth))
	if len(moves) == 0 {
		return w.leaf(s, s.Evaluate())
	}
	if known {
		moves = withFirst(moves, entry.Move)
	}
	best, bestMove := -Infinity, moves[0]
	for i, m := range moves {
		value := -alphaBetaTable(w, table, w.play(s, m), depth-1, -beta, -max(alpha, best))
		if value > best {
			best, bestMove = value, m
		}
		if best >= beta {
			w.cut(s, moves[i+1:])
			break
		}
	}
	table.store(s.Key(), Entry[M]{Value: best, Bound: boundOf(best, alpha, beta), Depth: depth, Move: bestMove})
	return w.leave(s, best, bestMove)
}
