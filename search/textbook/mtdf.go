package textbook

// MTDF is MTD(f): it never asks for the value, only, again and again, whether the value is at least so much. Each
// question is AlphaBetaTable with a null window, and moves either the lower or the upper bound on the value to what
// fail-soft returned; when the two meet, that is the value. The nearer guess is to it, the fewer questions there are;
// the result of a search that is two plies less deep is a good one. The questions have most of their trees in
// common, so all depends on the table; with a table that remembers little the result is still right.
//
// Source: Plaat, Schaeffer, Pijls and de Bruin 1996. Sound because both bounds are true by the contract; it ends because
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
