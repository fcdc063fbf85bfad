package textbook

import (
	"cmp"
	"slices"
)

// AlphaBetaOrdered is AlphaBeta that tries the moves in the order of their hints.
//
// The proof of AlphaBeta does not depend on the order of the moves, so any order gives the same value. The cost depends on
// little else. In a tree with b moves everywhere and depth d, minimax visits b^d leaves. With the best move always
// first, alpha-beta visits b^ceil(d/2) + b^floor(d/2) - 1: about the square root, so that it reaches twice the depth
// in the same time. No search that is sure of the value can do with fewer. To show that a move is good, it must look at all
// replies; to show that a move is bad, one reply is enough.
//
// Source: the minimal tree is Knuth and Moore's, 1975, who name Levin, 1961, for the formula.
//
// Next: AlphaBetaTable, which finds the best first move in its memory.
func AlphaBetaOrdered[S Ordered[S, M], M comparable](root S, depth, alpha, beta int, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	alphaBetaOrdered(w, root, depth, alpha, beta)
	return w.result()
}

// alphaBetaOrdered returns value(s, depth) or a bound on it, by the contract of the package comment.
func alphaBetaOrdered[S Ordered[S, M], M comparable](w *walk[S, M], s S, depth, alpha, beta int) int {
	w.enter(s, depth, alpha, beta)
	moves := byHint(s, movesWithin(s, depth))
	if len(moves) == 0 {
		return w.leaf(s, s.Evaluate())
	}
	best, bestMove := -Infinity, moves[0]
	for i, m := range moves {
		value := -alphaBetaOrdered(w, w.play(s, m), depth-1, -beta, -max(alpha, best))
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

// byHint sorts moves of s from the most promising to the least and returns them. Moves with equal hints stay in
// the order in which the game gave them, so that a search always visits the same nodes.
func byHint[S Ordered[S, M], M comparable](s S, moves []M) []M {
	type hinted struct {
		move M
		hint int
	}
	list := make([]hinted, len(moves))
	for i, m := range moves {
		list[i] = hinted{m, s.Hint(m)}
	}
	slices.SortStableFunc(list, func(a, b hinted) int { return cmp.Compare(b.hint, a.hint) })
	for i := range list {
		moves[i] = list[i].move
	}
	return moves
}

// withFirst moves m to the front of moves, keeps the others in their order, and returns them.
func withFirst[M comparable](moves []M, m M) []M {
	if at := slices.Index(moves, m); at > 0 {
		copy(moves[1:at+1], moves[:at])
		moves[0] = m
	}
	return moves
}
