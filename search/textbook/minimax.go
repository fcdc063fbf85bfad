package textbook

// Minimax searches the whole game by the definition: the first player picks the move with the greatest value, the
// second player the one with the least. Each has a function, maxi and mini, and the two call each other.
//
// All values in here are from the first player's point of view, also those that observe reports. At the end Result.Value
// is turned round, so that as in every other search it is for the side to move at the root.
//
// Source: von Neumann 1928. It is right because it is the definition.
//
// Next: NegamaxColor, which needs only one function.
func Minimax[S Colored[S, M], M comparable](root S, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	if root.Color() == First {
		maxi(w, root)
	} else {
		mini(w, root)
	}
	r := w.result()
	r.Value *= int(root.Color())
	return r
}

// maxi returns the value, for the first player, of a state with the first player to move.
func maxi[S Colored[S, M], M comparable](w *walk[S, M], s S) int {
	w.enter(s, Unlimited, -Infinity, Infinity)
	moves := s.Moves()
	if len(moves) == 0 {
		return w.leaf(s, firstView(s))
	}
	best, bestMove := -Infinity, moves[0]
	for _, m := range moves {
		if value := mini(w, w.play(s, m)); value > best {
			best, bestMove = value, m
		}
	}
	return w.leave(s, best, bestMove)
}

// mini returns the value, for the first player, of a state with the second player to move.
func mini[S Colored[S, M], M comparable](w *walk[S, M], s S) int {
	w.enter(s, Unlimited, -Infinity, Infinity)
	moves := s.Moves()
	if len(moves) == 0 {
		return w.leaf(s, firstView(s))
	}
	best, bestMove := Infinity, moves[0]
	for _, m := range moves {
		if value := maxi(w, w.play(s, m)); value < best {
			best, bestMove = value, m
		}
	}
	return w.leave(s, best, bestMove)
}

// firstView evaluates s for the first player, no matter which player is to move.
func firstView[S Colored[S, M], M comparable](s S) int {
	return int(s.Color()) * s.Evaluate()
}
