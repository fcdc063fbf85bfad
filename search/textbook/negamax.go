package textbook

// Negamax searches the whole game without knowing whose turn it is. NegamaxColor's leaf computes colour times an
// evaluation for the first player, and that in turn is colour times the evaluation for the player to move: colour
// squared is one, so an evaluation that is made for the player to move from the start needs no colour at all.
// From here on that is what Evaluate is used for.
//
// Source: Knuth and Moore 1975, their function F. Sound because it is the identity of the package
// comment.
func Negamax[S State[S, M], M comparable](root S, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	negamax(w, root)
	return w.result()
}

// negamax returns the value of s for the player to move.
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

// NegamaxDepth searches depth plies and takes the evaluation there for the value. It finds value(root, depth), which
// is what all the following searches find too, and is the reference for them: nothing in it can go wrong but the
// evaluation. A depth of 0 or less evaluates the root itself.
//
// Source: Shannon 1950, the type A strategy. Sound as Negamax is, for the game that ends at the horizon with what Evaluate says.
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
