package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// beyondRule50 reports whether score, as the table has it, is a mate or a win by the tablebases so far away that the fifty-move
// rule, whose count is now rule50, may draw the game first. The position may have had another count when the score was found.
func beyondRule50(score, rule50 int) bool {
	score = max(score, -score)
	plies := scores.TablebaseWin - score // to the position that was looked up
	if score >= scores.MateBound {
		plies = scores.Mate - score
	}
	return score >= scores.TablebaseBound && plies > 100-rule50
}

// isUsable reports whether a score with the given bound answers a search with the window alpha, beta.
func isUsable(bound tt.Bound, score, alpha, beta int) bool {
	if score >= beta {
		return bound&tt.Lower != 0
	}
	if score <= alpha {
		return bound&tt.Upper != 0
	}
	return bound == tt.Exact
}

// mateSearchKey distinguishes the entries of a search for a mate from those of others.
const mateSearchKey = 0x9E3779B97F4A7C15

// rule50First is the smallest fifty-move count that is part of the table's key: below it, the draw is too far away to matter.
const rule50First = 14

// rule50Key returns the part of the table's key that depends on the fifty-move count. Counts from rule50First on share it in
// groups of eight, but have one each when the draw is near (after Stockfish and Viridithas). In the textbook build, which is
// exact, all counts have one each.
func rule50Key(rule50 int) uint64 {
	const factor = 0x9FB21C651E98DF25 // odd, so that different counts have different keys
	switch {
	case !selective || rule50 >= 86:
		return uint64(rule50) * factor
	case rule50 >= rule50First:
		return uint64(rule50-rule50First+8) / 8 * factor
	}
	return 0
}

// ttKey returns the key in the table of the position of f.
func (t *thread) ttKey(f *frame) uint64 { return t.ttKeyOf(f.position.Key(), f.position.Rule50()) }

// ttKeyOf returns the key in the table of the position with this Zobrist key and fifty-move count. A search for a mate has keys
// of its own: it leaves nothing out, and must not rest on an answer of a search that does.
func (t *thread) ttKeyOf(key uint64, rule50 int) uint64 {
	key ^= rule50Key(rule50)
	if t.mateSearch {
		key ^= mateSearchKey
	}
	return key
}

// likelyTTKeyAfter returns the key in the table of the position after the move m of f. It is wrong where board.LikelyKeyAfter is.
func (t *thread) likelyTTKeyAfter(f *frame, m board.Move) uint64 {
	p, rule50 := &f.position, 0
	if !p.IsZeroing(m) {
		rule50 = p.Rule50() + 1
	}
	return t.ttKeyOf(p.LikelyKeyAfter(m), rule50)
}

// isKeyCollision reports whether e, found under the key of p, comes from another position with that key: its move is illegal
// here.
func isKeyCollision(p *board.Position, e *tt.Entry) bool {
	return e.Move != board.NoMove && !movegen.IsLegal(p, e.Move)
}

// TableMove returns the move that the table has for a position, board.NoMove if it has none. It must not be called during
// SetHash, NewGame or Close.
func (e *Engine) TableMove(p *board.Position) board.Move {
	found, _ := e.table.Probe(p.Key() ^ rule50Key(p.Rule50()))
	if isKeyCollision(p, &found) {
		return board.NoMove
	}
	return found.Move
}

// probe looks the position up in the table and prepares the frame. At the root the thread knows better which move is best.
func (t *thread) probe(n *node) {
	f := n.frame
	n.ttEntry, n.ttHit = t.engine.table.Probe(t.ttKey(f))
	if t.mateSearch && !n.ttHit {
		n.ttEntry, n.ttHit = t.engine.table.Probe(t.ttKey(f) ^ mateSearchKey)
		n.ttEntry.Bound = tt.BoundNone // an ordinary search may have left out the mate: it knows a good move, but no bound
	}
	if n.ttHit && beyondRule50(n.ttEntry.Score, f.position.Rule50()) {
		n.ttEntry.Score, n.ttEntry.Bound = scores.Draw, tt.BoundNone
	}
	n.ttEntry.Score = scores.FromTable(n.ttEntry.Score, n.ply)
	f.ttPV = n.kind == pvNode || n.ttHit && n.ttEntry.PV
	if n.root {
		n.ttEntry.Move = t.roots[t.pvIndex].move
	}
}

// dropCollision forgets the entry of another position with the key of n. It costs more than all else that is done with an entry,
// so that it comes after the cutoffs and before the move is searched.
func (n *node) dropCollision() {
	if !n.root && isKeyCollision(&n.frame.position, &n.ttEntry) {
		n.ttEntry, n.ttHit = tt.Entry{}, false
	}
}

// ttCutoff returns the stored score if it answers for the node: searched as deeply, on the right side of the window.
func (n *node) ttCutoff() (score int, ok bool) {
	if n.kind == pvNode || // the principal variation is searched, so that the line is whole
		!n.ttHit || n.ttEntry.Depth < n.depth ||
		!selective && n.ttEntry.Depth != n.depth { // the textbook build is exact
		return 0, false
	}
	return n.ttEntry.Score, isUsable(n.ttEntry.Bound, n.ttEntry.Score, n.alpha, n.beta)
}

// bound returns the bound of the node's score after its search. A score that the tablebases have set is a bound too: a mate would
// say more.
func (n *node) bound() tt.Bound {
	switch {
	case n.best >= n.beta || n.best == n.minScore:
		return tt.Lower
	case n.best <= n.alphaOrig || n.best == n.maxScore:
		return tt.Upper
	}
	return tt.Exact
}

// store keeps a result for the position of the node, whose score counts from the root.
func (t *thread) store(n *node, m board.Move, score, depth int, bound tt.Bound, pv bool) {
	t.engine.table.Store(t.ttKey(n.frame), tt.Entry{
		Move: m, Score: scores.ToTable(score, n.ply), Eval: n.frame.eval.network, Depth: depth, Bound: bound, PV: pv,
	})
}
