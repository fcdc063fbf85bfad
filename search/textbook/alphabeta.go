package textbook

// AlphaBeta searches depth plies for a value between alpha and beta; -Infinity and Infinity ask for the exact one.
// It visits some of the states that NegamaxDepth visits, in the same order.
//
// Alpha is the value that the side to move has already secured elsewhere in the tree. Beta is the value that the opponent has
// secured: elsewhere, the opponent can hold the side to move to it. As soon as one move is worth beta or more, the opponent
// avoids this state, however good the remaining moves are. They are not searched: a beta cutoff. Each move that raises
// alpha narrows the window of the next. The opponent sees the same window from the other side: alpha becomes -beta, beta
// becomes -alpha.
//
// The search is fail-soft: it returns the best value that it has found, even if that lies outside the window. The older
// fail-hard form returns alpha or beta itself. Fail-soft costs nothing and says more, which a table can use.
//
// Source: Knuth and Moore 1975; fail-soft: Fishburn 1983. It keeps the contract of the package comment if its calls for the
// children do. Let low be the larger of alpha and the best value so far; a child is searched with the window (-beta, -low).
//
//   - It returns value <= low: by contract the move is worth no more than value, so no more than low. No move that
//     matters is lost, and if every move ends like this, best is the largest of upper bounds: an upper bound.
//   - It returns low < value < beta: the move is worth exactly value, more than all before it. If later moves
//     do not exceed it, they are worth no more than it, so that best is exact.
//   - It returns value >= beta: the move is worth at least value, hence so is the state: a lower bound, and no
//     other move can make it less.
//
// Next: AlphaBetaOrdered. How much is cut off depends on the order of the moves.
func AlphaBeta[S State[S, M], M comparable](root S, depth, alpha, beta int, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	alphaBeta(w, root, depth, alpha, beta)
	return w.result()
}

// alphaBeta returns value(s, depth) or a bound on it, by the contract of the package comment.
func alphaBeta[S State[S, M], M comparable](w *walk[S, M], s S, depth, alpha, beta int) int {
	w.enter(s, depth, alpha, beta)
	moves := movesWithin(s, depth)
	if len(moves) == 0 {
		return w.leaf(s, s.Evaluate())
	}
	best, bestMove := -Infinity, moves[0]
	for i, m := range moves {
		value := -alphaBeta(w, w.play(s, m), depth-1, -beta, -max(alpha, best))
		if value > best {
			best, bestMove = value, m
		}
		if best >= beta {
			w.cut(s, moves[i+1:])
			break
		}
	}
	return w.leave(s, best, bestMove)
}
