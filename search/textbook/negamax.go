package textbook

// Negamax searches the whole game without knowing whose turn it is.
//
// A leaf of NegamaxColor returns colour times the evaluation for the first player. That is the evaluation for the side to
// move. An Evaluate that answers for the side to move in the first place therefore needs no colour. This is the form that
// chess engines use, and all searches from here on.
//
// Source: Knuth and Moore 1975, their function F. It is right because it is the identity of the package comment.
//
// Next: NegamaxDepth, for games that are too long to be searched to the end.
func Negamax[S State[S, M], M comparable](root S, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	negamax(w, root)
	return w.result()
}

// negamax returns the value of s for the side to move.
func negamax[S State[S, M], M comparable](w *walk[S, M], s S) int {
	w.enter(s, Unlimited, -Infinity, Infinity)
	moves := s.Moves()
	if len(moves) == 0 {
		return w.leaf(s, s.Evaluate())
	}
	best, bestMove := -Infinity, moves[0]
	for _, m := range moves {
		if value := -negamax(w, w.play(s, m)); value > best {
			best, bestMove = value, m
		}
	}
	return w.leave(s, best, bestMove)
}

// NegamaxDepth searches depth plies and takes the evaluation there, at the horizon, for the value. It finds
// value(root, depth). All following searches find that too, and NegamaxDepth is their reference, because it leaves nothing
// out. A depth of 0 or less evaluates the root itself.
//
// It visits about b^depth states, where b is the number of moves in each: some 30 in chess, so that every ply costs thirty
// times as much as the one before.
//
// Source: Shannon 1950, the type A strategy. It is right for the same reason as Negamax, in the game that ends at the
// horizon with the outcome that Evaluate gives.
//
// Next: AlphaBeta, which finds the same value without looking at everything.
func NegamaxDepth[S State[S, M], M comparable](root S, depth int, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	negamaxDepth(w, root, depth)
	return w.result()
}

// negamaxDepth returns value(s, depth).
func negamaxDepth[S State[S, M], M comparable](w *walk[S, M], s S, depth int) int {
	w.enter(s, depth, -Infinity, Infinity)
	moves := movesWithin(s, depth)
	if len(moves) == 0 {
		return w.leaf(s, s.Evaluate())
	}
	best, bestMove := -Infinity, moves[0]
	for _, m := range moves {
		if value := -negamaxDepth(w, w.play(s, m), depth-1); value > best {
			best, bestMove = value, m
		}
	}
	return w.leave(s, best, bestMove)
}
