package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// isTooFar reports whether score, as the table has it, is a mate or a win by the tablebases so far away that the fifty-move
// rule, whose count is now rule50, may draw the game first. The position may have had another count when the score was found.
func isTooFar(score, rule50 int) bool {
	score = max(score, -score)
	plies := scores.TablebaseWin - score // to the position that was looked up
	if score >= scores.MateBound {
		plies = scores.Mate - score
	}
	return score >= scores.TablebaseBound && plies > 100-rule50
}

// settles reports whether a score with the given bound answers a search with the window alpha, beta.
func settles(bound tt.Bound, score, alpha, beta int) bool {
	if score >= beta {
		return bound&tt.Lower != 0
	}
	if score <= alpha {
		return bound&tt.Upper != 0
	}
	return bound == tt.Exact
}

// ttKey returns the key that the position of f has in the table. Positions that differ in the fifty-move counter
// alone share it, though their values are not quite the same; the textbook build, which is to be exact, tells them apart.
func (f *frame) ttKey() uint64 {
	if selective {
		return f.position.Key()
	}
	return f.position.Key() ^ uint64(f.position.Rule50())<<32
}

// ttKey returns the key for what t finds out about the position of f. What a search for a mate finds out is kept apart:
// it leaves nothing out, and an answer of its own must not rest on one of a search that does.
func (t *thread) ttKey(f *frame) uint64 {
	if t.seeking {
		return f.ttKey() ^ 0x9E3779B97F4A7C15
	}
	return f.ttKey()
}

// isUsable reports whether the TT move can be played in f: two positions may share a key.
func (t *thread) isUsable(f *frame, m board.Move) bool {
	return m != board.NoMove && movegen.IsLegal(&f.position, m)
}

// probe looks the position up in the table and prepares the frame. At the root the thread knows better which move is best.
func (t *thread) probe(n *node) {
	f := n.frame
	n.ttEntry, n.ttHit = t.table.Probe(t.ttKey(f))
	if t.seeking && !n.ttHit {
		n.ttEntry, n.ttHit = t.table.Probe(f.ttKey())
		n.ttEntry.Bound = tt.BoundNone // an ordinary search may have left out the mate: it knows a good move, but no bound
	}
	if n.ttHit && isTooFar(n.ttEntry.Score, f.position.Rule50()) {
		n.ttEntry.Score, n.ttEntry.Bound = scores.Draw, tt.BoundNone
	}
	n.ttEntry.Score = scores.FromTable(n.ttEntry.Score, n.ply)
	f.ttPV = n.kind == pvNode || n.ttHit && n.ttEntry.PV
	switch {
	case n.root:
		n.ttEntry.Move = t.roots[t.rootFirst].move
	case !t.isUsable(f, n.ttEntry.Move):
		n.ttEntry.Move = board.NoMove // another position with the same key
	}
}

// ttCutoff returns the stored score if it settles the node: searched as deeply, on the right side of the window.
// Nodes of the principal variation are always searched, so that the line is whole; and near the fifty-move draw
// scores from other paths are not to be trusted.
func (n *node) ttCutoff() (score int, ok bool) {
	if n.kind == pvNode || !n.ttHit || n.ttEntry.Depth < n.depth || n.frame.position.Rule50() >= ttRule50 {
		return 0, false
	}
	if !selective && n.ttEntry.Depth != n.depth {
		return 0, false
	}
	return n.ttEntry.Score, settles(n.ttEntry.Bound, n.ttEntry.Score, n.alpha, n.beta)
}

// bound returns how the score of a node that was searched with the lower limit alpha relates to the truth. A score that the
// tablebases have set is a bound too: a mate would say more.
func (n *node) bound(alpha int) tt.Bound {
	switch {
	case n.best >= n.beta || n.best == n.minScore:
		return tt.Lower
	case n.best <= alpha || n.best == n.maxScore:
		return tt.Upper
	}
	return tt.Exact
}

// store keeps the result of a node.
func (t *thread) store(n *node, bound tt.Bound) {
	t.table.Store(t.ttKey(n.frame), tt.Entry{
		Move: n.bestMove, Score: scores.ToTable(n.best, n.ply), Eval: n.frame.rawEval, Depth: n.depth, Bound: bound, PV: n.frame.ttPV,
	})
}
