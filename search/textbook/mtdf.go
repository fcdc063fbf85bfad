package textbook

// MTDF is MTD(f). It asks again and again whether the value is at least beta, for one beta after another. Each question is
// AlphaBetaTable with a null window. Its fail-soft answer becomes the new lower or upper bound of the value. When the two
// bounds meet, they are the value.
//
// The nearer guess is to the value, the fewer questions there are; the value of a search two plies less deep is a
// good guess. The questions have most of their trees in common, so the speed depends on the table. With a table that
// remembers little, the result is still right.
//
// Source: Plaat, Schaeffer, Pijls and de Bruin 1996. It is right because both bounds are true by the contract. It ends because
// every answer brings them nearer: a yes puts the lower bound at beta or above, a no the upper bound below beta, and
// beta is always between the two. The move is that of the last yes: it was proven to be worth at least the lower
// bound, which at the end is the value. The move of a no is only a guess.
func MTDF[S Keyed[S, M], M comparable](root S, depth, guess int, table *Table[M], observe Observer[S, M]) Result[M] {
	var found Result[M]
	nodes := 0
	for lower, upper := -Infinity, Infinity; lower < upper; {
		beta := min(max(guess, lower+1), upper)
		r := AlphaBetaTable(root, depth, beta-1, beta, table, observe)
		nodes += r.Nodes
		guess = r.Value
		if r.Value >= beta {
			lower, found = r.Value, r
		} else {
			upper = r.Value
		}
	}
	found.Nodes = nodes
	return found
}
