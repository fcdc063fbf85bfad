package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// pruneNode tries to answer for the node without searching its moves.
func (t *thread) pruneNode(n *node) (score int, ok bool) {
	if !selective ||
		n.kind == pvNode || // the principal variation is searched
		n.frame.position.InCheck() || // the evaluation says nothing in check
		n.depth+n.frame.position.Rule50() >= 100 || // the search sees the draw by the fifty-move rule, the evaluation does not
		n.ply == 1 && n.depth <= rootReplyDepth { // there are few such nodes, and a quiet threat of mate matters most there
		return 0, false
	}
	if score, ok = n.reverseFutility(); !ok {
		score, ok = t.nullMove(n)
	}
	if !ok {
		return t.probCut(n)
	}
	if !n.ttHit && !t.stopped { // keep the evaluation, so that the next visit need not evaluate again
		t.store(n, board.NoMove, scores.Draw, 0, tt.BoundNone, n.frame.ttPV)
	}
	return score, true
}

// reverseFutility takes a position that is far above beta as good enough, since one move can lose only so much.
func (n *node) reverseFutility() (score int, ok bool) {
	eval := n.frame.eval.refined
	if n.depth > rfpDepth || // too much may happen in so many plies
		n.frame.ttPV || // the principal variation may pass: accuracy matters more than time
		n.beta < -decidedScore || // a lost side: the evaluation does not see the mate that waits for it
		scores.IsDecisive(n.beta) || scores.IsDecisive(eval) { // mates and tablebase wins need no estimate
		return 0, false
	}
	depth := n.depth
	if n.improving {
		depth--
	}
	if eval-rfpMargin*depth-rfpMarginSquare*depth*depth < n.beta {
		return 0, false
	}
	return (eval*rfpBlend + n.beta*(100-rfpBlend)) / 100, true
}

// nullMove lets the opponent move twice in a row. If the side to move is still above beta, it will hardly fall below
// it with a move of its own, except in zugzwang: where much hangs on it, a search of real moves has to confirm it.
func (t *thread) nullMove(n *node) (score int, ok bool) {
	f, eval := n.frame, n.frame.eval.refined
	if n.depth < nmpDepth || // a search of the moves is as cheap
		n.ply < t.nmpMinPly || // a null move is being verified
		eval < n.beta || f.eval.static < n.beta || // a pass hardly improves the position
		f.prior.move == board.NoMove || // two passes would only search the same position less deeply
		!f.position.HasNonPawns(f.position.Turn()) || // zugzwang is common with pawns alone
		n.beta <= -scores.MateBound { // a pass says nothing about being mated
		return 0, false
	}
	depth := n.depth - nmpReduction - n.depth/nmpDepthDivisor - min((eval-n.beta)/nmpEvalDivisor, nmpEvalLimit)
	t.makeNull(f)
	score = -t.negamax(n.ply+1, depth, -n.beta, -n.beta+1, n.kind.reply())
	if t.stopped {
		return 0, true
	}
	if scores.IsDecisive(score) && score >= n.beta {
		score = n.beta // a win after passing does not prove one
	}
	return score, score >= n.beta && t.verifyNull(n, depth)
}

// verifyNull searches the moves of a node that a null move has shown to be above beta, as deeply as the null move was
// searched, and reports whether one of them is above beta as well. Neither side may pass in most of that search, or it would
// overlook the same zugzwang. It is worth its nodes only far from the horizon.
func (t *thread) verifyNull(n *node, depth int) bool {
	if n.depth < nmpVerifyDepth || t.nmpMinPly > 0 {
		return true
	}
	verification := n.withNullWindow(max(depth, 1), n.beta)
	verification.kind = allNode // carefully: the search with the null move was not
	t.nmpMinPly = n.ply + 1 + depth*nmpVerifyShare/100
	t.searchMoves(&verification)
	t.nmpMinPly = 0
	return verification.best >= n.beta || t.stopped
}

// probCut looks for a capture that is so far above beta in a shallow search that the full search will hardly be below
// beta (after Buro's ProbCut).
func (t *thread) probCut(n *node) (score int, ok bool) {
	f := n.frame
	bound := n.beta + probCutMargin
	if n.depth < probCutDepth || // the search of a capture would be too shallow
		scores.IsDecisive(n.beta) || // the margin is one of centipawns
		n.ttHit && n.ttEntry.Bound != tt.BoundNone && // a search as deep as that of a capture has not come so far above beta
			n.ttEntry.Depth > n.depth-probCutReduction && n.ttEntry.Score < bound {
		return 0, false
	}
	n.dropCollision()
	f.picker.startProbCut(n.captureTTMove(), bound-f.eval.static)
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		t.makeMove(f, m)
		depth := n.depth - probCutReduction
		if score = -t.quiescence(n.ply+1, -bound, -bound+1, n.kind.reply(), withoutChecks, t.nodes+quiescenceLimit); score >= bound && !t.stopped {
			score = -t.negamax(n.ply+1, depth, -bound, -bound+1, n.kind.reply())
		}
		if t.stopped {
			return 0, true
		}
		if score >= bound {
			t.store(n, m, score, depth+1, tt.Lower, false)
			return score, true
		}
	}
	return 0, false
}

// pruneMove reports whether the move of c is left out. It is asked before the move is made.
func (t *thread) pruneMove(n *node, c *candidate) bool {
	f, m := n.frame, c.move
	p := &f.position
	if !selective || n.root {
		return false
	}
	if n.alpha >= scores.TablebaseBound {
		if !n.isSlowMate(m) {
			return false
		}
		n.best = max(n.best, n.nextMate())
		return true
	}
	if n.best <= -scores.TablebaseBound || // every move so far loses by force: this one may not
		!p.HasNonPawns(p.Turn()) { // zugzwang is common, and there are few moves
		return false
	}
	if !c.quiet {
		return t.pruneCapture(n, c)
	}
	// Late move pruning: the order of the moves is good enough that the last ones never matter near the horizon.
	if n.depth <= lmpDepth &&
		!p.InCheck() && // every answer to a check may be the only good one
		(n.kind != pvNode || n.depth > lmpPVDepth) && // everything else is compared with the score of the principal variation
		c.number > n.lmpLimit() {
		f.picker.skipQuiets()
		return true
	}
	depth := max(n.depth-c.lmr/1024, 1)
	// History pruning: a move that has failed everywhere else fails here as well.
	if depth <= historyPruningDepth && c.history < -historyPruningMargin*depth {
		return true
	}
	// Futility: a quiet move gains little material.
	if depth <= futilityDepth &&
		!p.InCheck() && // the evaluation says nothing in check
		f.eval.static+futilityBase+futilityMargin*depth <= n.alpha &&
		!p.GivesCheck(m, &f.checks) { // a check may gain anything; promising ones come before the move that ends the list
		f.picker.skipQuiets()
		return true
	}
	return n.depth <= seeDepth && f.loses(m, seeQuietMargin*depth)
}

// pruneCapture reports whether the capture or promotion of c is left out: it gains too little, or loses material.
func (t *thread) pruneCapture(n *node, c *candidate) bool {
	return t.isFutileCapture(n, c) ||
		n.depth <= seeDepth && c.losing && !n.frame.position.SEE(c.move, -seeCaptureMargin*n.depth)
}

// isFutileCapture reports whether the evaluation stays below alpha even with the captured piece and what a move may gain
// besides.
func (t *thread) isFutileCapture(n *node, c *candidate) bool {
	f, m := n.frame, c.move
	if f.position.InCheck() || // the evaluation says nothing in check
		m.IsPromotion() || // a promotion gains more than what it captures
		c.number == 1 { // a node needs the score of a move
		return false
	}
	gain := captureFutilityBase + board.SEEValue(f.position.Captured(m).Type()) + c.history/captureFutilityHistory
	depth := max(n.depth-c.lmr/1024, 0)
	return depth <= captureFutilityDepth &&
		f.eval.static+gain+captureFutilityMargin*depth <= n.alpha &&
		!f.position.GivesCheck(m, &f.checks) // a check may gain anything
}

// isSlowMate reports whether m can be left out because it does not mate, where only a mate at once would be better than the
// mate that is already known. Where there is time for a longer one, every move deserves a look: quiet moves are often the
// fastest, and no evaluation comes near the score of a win that the tables know.
func (n *node) isSlowMate(m board.Move) bool {
	return n.alpha >= n.nextMate() && !n.frame.position.GivesCheck(m, &n.frame.checks)
}

// nextMate returns the score of a mate with the next move of the side to move, after the one at hand.
func (n *node) nextMate() int { return scores.Mate - n.ply - 3 }

// lmpLimit returns how many moves of the node are searched before the quiet ones that are left are skipped.
func (n *node) lmpLimit() int {
	limit := lmpBase + n.depth*n.depth
	if !n.improving {
		limit = limit * lmpNotImproving / 100
	}
	return limit
}
