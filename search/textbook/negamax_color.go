package textbook

// NegamaxColor searches the whole game with one function for both players. Maxi and mini differ only by signs,
// because min(a, b) = -max(-a, -b); so the function maximises for the player to move, negates what comes back from the
// opponent, and carries that player's colour along for the one place that still wants it: an evaluation that is made
// for the first player.
//
// Source: the negamax form is Knuth and Moore's, 1975. Sound because, state by state, its value is
// that of Minimax times the colour of the player to move.
func NegamaxColor[S Colored[S, M], M comparable](root S, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	negamaxColor(w, root, root.Color())
	return w.result()
}

// negamaxColor returns the value of s for color, which is the player to move.
func negamaxColor[S Colored[S, M], M comparable](w *walk[S, M], s S, color Color) int {
	w.enter(s, Unlimited, -Infinity, Infinity)
	moves := s.Moves()
	if len(moves) == 0 {
		return w.leaf(s, int(color)*firstView(s))
	}
	best, bestMove := -Infinity, moves[0]
	for _, m := range moves {
		if value := -negamaxColor(w, w.play(s, m), -color); value > best {
			best, bestMove = value, m
		}
	}
	return w.leave(s, best, bestMove)
}
