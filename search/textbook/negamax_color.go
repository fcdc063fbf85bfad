package textbook

// NegamaxColor searches the whole game with one function for both players.
//
// In Minimax, maxi and mini differ only by signs, because min(a, b) = -max(-a, -b). So one function can maximise for the
// side to move and negate each value that comes back from the opponent. One place still depends on the player: the
// evaluation is made for the first player. For its sake the function carries the colour along, +1 or -1, and a leaf
// returns colour times evaluation.
//
// Source: the negamax form is Knuth and Moore's, 1975. It is right because, state by state, its value is that of Minimax
// times the colour of the side to move.
//
// Next: Negamax, which needs no colour.
func NegamaxColor[S Colored[S, M], M comparable](root S, observe Observer[S, M]) Result[M] {
	w := &walk[S, M]{observe: observe}
	negamaxColor(w, root, root.Color())
	return w.result()
}

// negamaxColor returns the value of s for color, which is the side to move.
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
