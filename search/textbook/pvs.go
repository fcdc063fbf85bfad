package textbook

// PVS is principal variation search, also known as NegaScout. With good ordering, the first move is usually the best. So it
// is searched with the whole window, and each other move with a null window (low, low+1), which asks only whether the move
// is better: no value lies between its ends, so that it gives more cutoffs than a wide one. If the answer is yes, which
// ought to be rare, the move is searched again for its value. The table remembers much of the first time.
//
// Source: Pearl 1980 (Scout), Marsland and Campbell 1982 (PVS), Reinefeld 1983 (NegaScout, from which the lower end
// of the second window is taken). Why it keeps the contract: let low be the larger of alpha and the best value so far.
//
//   - The null window fails low: the move is worth at most low, as in AlphaBeta.
//   - It fails high with value >= beta: the move is worth at least value, a cutoff as in AlphaBeta.
//   - It fails high with low < value < beta: the move is worth at least value, and a second search with the
//     window (value, beta) shows the rest. Should this one fail low, with a result of at most value, the move is worth
//     at most that result and at least value: both are equal, and the result is exact.
//
// Next: IterativeDeepening, which gives PVS a good first move at every node.
func PVS[S Keyed[S, M], M comparable](root S, depth, alpha, beta int, table *Table[M], observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	pvs(w, table, root, depth, alpha, beta)
	return w.result()
}

// pvs returns value(s, depth) or a bound on it, by the contract of the package comment.
func pvs[S Keyed[S, M], M comparable](w *walk[S, M], table *Table[M], s S, depth, alpha, beta int) int {
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
		var value int
		if low := max(alpha, best); i == 0 {
			value = -pvs(w, table, w.play(s, m), depth-1, -beta, -alpha)
		} else {
			value = -pvs(w, table, w.play(s, m), depth-1, -low-1, -low)
			if low < value && value < beta {
				value = -pvs(w, table, w.play(s, m), depth-1, -beta, -value)
			}
		}
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
