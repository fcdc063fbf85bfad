package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// nodeKind says how the search that comes to a node expects it to end (T. A. Marsland and F. Popowich, "Parallel game-tree
// search", 1985). The expectation decides which moves of the node are pruned and how much they are reduced. It does not restrict
// the side of the window on which the score may lie.
type nodeKind uint8

const (
	pvNode  nodeKind = iota // the window is open: the node may lie on the principal variation
	cutNode                 // null window; some move is expected to score at least beta
	allNode                 // null window; no move is expected to score more than alpha
)

// reply returns the kind of a child that is searched with a null window: a move that does not fail high is refuted by the
// opponent, and where a move is expected to fail high, none of the opponent's answers helps.
func (k nodeKind) reply() nodeKind {
	if k == cutNode {
		return allNode
	}
	return cutNode
}

// node is the state of one call of negamax, which its steps share. It lives on the stack; its frame has what the children need to
// know. A copy of it with another window and depth serves for another search of the same position.
type node struct {
	frame       *frame
	ply         int
	depth       int // remaining plies; steps 7, 9 and 14 of negamax change it
	alpha, beta int // the window; alpha rises with the best score
	alphaOrig   int // alpha before any move: that of the call, unless a draw or a mate is certain to be better
	kind        nodeKind
	root        bool
	excluded    board.Move // a move that this search of the position leaves out

	ttEntry   tt.Entry
	ttHit     bool // ttEntry is valid
	ttCapture bool // the TT move captures or promotes

	improving bool // the side to move stands better than at its last turn
	extension int  // plies by which the TT move is searched deeper

	best     int // best score so far
	minScore int // the tablebases say that the node is worth at least this
	maxScore int // and at most this
	bestMove board.Move
}

// begin sets n up for a search of the position of f, field by field: the compiler would build a composite literal on the side and
// copy it, which is slow.
func (n *node) begin(f *frame, ply, depth, alpha, beta int, kind nodeKind) {
	n.frame, n.ply, n.depth = f, ply, depth
	n.kind, n.root = kind, ply == 0
	n.alpha, n.alphaOrig, n.beta = alpha, alpha, beta
	n.best, n.bestMove = -scores.Infinity, board.NoMove
	n.minScore, n.maxScore = -scores.Infinity, scores.Infinity
}

// candidate is the move of a node that is about to be searched, or is being searched.
type candidate struct {
	move    board.Move
	quiet   bool
	losing  bool // a capture or promotion that loses material by static exchange
	number  int  // among the moves of the node that are searched, from 1; a move that is pruned leaves it to the next one
	history int  // its score by the histories
	lmr     int  // see lmr
}

// negamax returns the value of the position at ply, searched depth plies deep, for the side to move. It is fail-soft:
// a value at most alpha is an upper bound of the truth, one at least beta a lower bound, one between is exact.
// When the search was stopped, the value means nothing.
//
// The root, ply 0, is a node like any other but for three things: its moves are always searched, they come from the thread's
// own list, and the score of each is noted there.
//
// Everything that changes the depth, the window or the best possible score of a node is one of the steps below, or one of
// those of searchMoves, which continues the numbers. The Elo beside a step is what the search loses without it, ± 26;
// a step without a number is worth less than that, or was not measured.
//
// Like quiescence it must not be inlined: in the loop of probCut, its node would move to the heap.
//
//go:noinline
func (t *thread) negamax(ply, depth, alpha, beta int, kind nodeKind) int {
	// 1. At the horizon the captures are played out.
	if depth <= 0 {
		return t.quiescence(ply, alpha, beta, kind, withChecks, t.nodes+quiescenceLimit)
	}
	f := t.frame(ply)
	f.pvLen = 0
	if !t.visit() {
		return scores.Draw
	}
	t.selDepth = max(t.selDepth, ply)

	root, repeats := ply == 0, false
	if !root {
		// 2. Draws, and lines too long to follow.
		if repeats = t.isAtLeastDraw(f, alpha); repeats {
			if alpha = scores.Draw; alpha >= beta {
				return alpha
			}
		}
		if t.isDraw(f) {
			return scores.Draw
		}
		if ply >= MaxPly {
			return t.leafScore(f)
		}

		// 3. Mate distance pruning. Nothing here can be better than mating next, or worse than being mated now: if no such
		// value lies inside the window, the answer is known.
		alpha, beta = max(alpha, matedIn(ply)), min(beta, scores.Mate-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	var n node
	n.begin(f, ply, depth, alpha, beta, kind)

	// 4. Transposition table. Has the position been searched deeply enough before?
	t.probe(&n)
	if score, ok := n.ttCutoff(); ok {
		t.updateOnTTCutoff(&n, score)
		return score
	}

	// 5. Tablebases. What they know settles the node, or narrows the question.
	if score, bound, ok := t.probeTablebases(&n); ok {
		if isUsable(bound, score, n.alpha, n.beta) {
			t.storeTablebases(&n, score, bound)
			return score
		}
		n.limitScore(score, bound)
	}

	// 6. Static evaluation, with correction histories. How good does the position look? And what does that say of the move that
	// led here?
	t.setEvaluation(&n)
	t.updateEvalDifference(&n)

	// 7. Hindsight. Now that the evaluation is known: was it right to search the position less deeply?
	n.depth += t.hindsight(&n)

	// 8. Pruning of the node: reverse futility (69 Elo), null move (29), ProbCut. Can it be left without trying its moves?
	if score, ok := t.pruneNode(&n); ok {
		return score
	}

	n.dropCollision()

	// 9. Internal iterative reduction. Without a TT move the order of the moves is poor; the next visit has one.
	if t.isReducing() && n.isUnordered() {
		n.depth--
	}

	// 10. Singular extension. Does everything hang on the TT move, or is it one of several that fail high?
	if score, ok := t.singularExtension(&n); ok {
		return score
	}

	// 11 to 14. Search the moves, the most promising first.
	t.searchMoves(&n)
	if t.stopped {
		return n.best
	}

	// 15. No legal moves: mated or stalemated.
	if n.best == -scores.Infinity {
		return t.noMovesScore(&n)
	}

	// 16. The score: less certain above beta, and not better than the tablebases allow.
	n.blendFailHigh()
	n.best = min(n.best, n.maxScore)

	// 17. Store the result, and learn how wrong the evaluation was and how good the move that led here (37 Elo). A root some
	// of whose moves were left out may be worth more than was found.
	if !root || t.allRootMoves() {
		// Where all moves fail low, the one that led here was good: the principal variation may come this way.
		f.ttPV = f.ttPV || n.best <= n.alphaOrig && f.prior.ttPV
		t.store(&n, n.bestMove, n.best, n.depth, n.bound(), f.ttPV)
		t.updateCorrHist(&n)
		t.updatePriorMove(&n)
	}
	if repeats {
		return max(n.best, scores.Draw)
	}
	return n.best
}

// hindsight returns by how many plies the depth of a node whose search is reduced should change, now that its evaluation is
// known. The opponent's move that led here was expected to matter little. If the two evaluations say that the move cost nothing,
// it may be better than expected, and the node is searched a ply deeper. If the move cost much, the node is searched a ply less
// deeply (an idea of Stockfish's).
func (t *thread) hindsight(n *node) (plies int) {
	prior := n.frame.prior
	if prior.reduction == 0 || // the node is searched in full
		n.frame.position.InCheck() || prior.eval.static == scores.None { // an evaluation is missing
		return 0
	}
	cost := n.frame.eval.static + prior.eval.static
	if prior.reduction >= hindsightReduction && cost <= 0 {
		plies++
	}
	if n.depth+plies >= 2 && cost > hindsightMargin {
		plies--
	}
	return plies
}

// isUnordered reports whether the moves of a node that is worth the effort come in a poor order for want of a TT move.
func (n *node) isUnordered() bool {
	return n.depth >= iirDepth &&
		n.kind != allNode && // all moves are searched, in whichever order
		n.ttEntry.Move == board.NoMove
}

// singularExtension asks how much better the TT move is than all others, by searching those to about half the depth against a
// bound a little below its score. If none reaches the bound, the move is singular: much hangs on it, and it is
// extended. If another move reaches even beta, several moves fail high, and the node is cut at once (multi-cut). In
// between, the TT move is nothing special: if its score reaches beta, or the node is a cut node, it is searched less deeply.
func (t *thread) singularExtension(n *node) (score int, cut bool) {
	e := &n.ttEntry
	if !t.isReducing() || n.root ||
		n.depth < singularDepth || // the search of the other moves would cost too much
		e.Move == board.NoMove ||
		e.Depth < n.depth-singularTTDepth || e.Bound&tt.Lower == 0 || // the score says too little of how good the move is
		scores.IsDecisive(e.Score) || // the margin is one of centipawns
		n.ply >= extensionLimit*t.rootDepth { // extensions must end
		return 0, false
	}
	bound := e.Score - singularMargin*n.depth/16
	others := n.withNullWindow((n.depth-1)*singularShare/100, bound)
	others.excluded, others.ttEntry, others.ttHit = e.Move, tt.Entry{}, false // the entry is about the move that is left out
	t.searchMoves(&others)
	others.blendFailHigh()
	if score = others.best; score == -scores.Infinity {
		score = bound - 1 // there is no other move
	}
	switch {
	case t.stopped:
		return 0, true
	case score < bound:
		n.extension = 1
		if n.kind != pvNode && score < bound-doubleExtensionMargin {
			n.extension = 2
			if score < bound-tripleExtensionMargin && n.frame.position.IsQuiet(e.Move) {
				n.extension = 3
			}
		}
	case score >= n.beta && !scores.IsDecisive(score):
		return score, true
	case e.Score >= n.beta:
		n.extension = -singularTTReduction
	case n.kind == cutNode:
		n.extension = -singularCutReduction
	}
	return 0, false
}

// withNullWindow returns a copy of n for another search of its moves, depth plies deep, that asks only whether one of them
// scores at least beta.
func (n *node) withNullWindow(depth, beta int) node {
	c, kind := *n, n.kind
	if kind == pvNode {
		kind = allNode
	}
	c.begin(n.frame, n.ply, depth, beta-1, beta, kind)
	return c
}

// searchMoves tries the moves of the node until one fails high or none is left. It leaves the score in n.best, -Infinity if
// there was no move to search.
func (t *thread) searchMoves(n *node) {
	f := n.frame
	t.startMoves(n)
	searched, blind := 0, t.isBlind() && !n.root
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		if m == n.excluded || blind && t.isBlindTo(f, m) {
			continue
		}
		quiet := f.position.IsQuiet(m)
		c := candidate{move: m, quiet: quiet, number: searched + 1}
		if searched > 0 { // the first move is searched in full
			c.losing = !quiet && f.picker.isLosing(m)
			c.history = t.history.score(f, m, quiet)
			c.lmr = t.lmr(n, &c)
		}

		// 11. Pruning of the move: late move (40 Elo), history (55), futility (55) and SEE pruning. A move that cannot mate sooner
		// than a mate already known is left out as well; the best score then rises to the upper bound of its score.
		if t.pruneMove(n, &c) {
			continue
		}

		// 12. Extensions, late move reductions (116 Elo) and the search itself, in moveScore.
		t.makeMove(f, m)
		searched++
		var score int
		if n.root {
			score = t.rootMoveScore(n, &c)
		} else {
			score = t.moveScore(n, &c)
		}
		if t.stopped {
			return
		}
		if n.root {
			r := t.rootMove(&c)
			if !t.mayBeBest(r, score, n.best) {
				// Its score raises alpha all the same, so that most of the other moves fail low at once. But a move that may
				// be the best need not beat it.
				if n.bestMove != board.NoMove {
					n.alpha = max(n.alpha, score)
				}
				continue
			}
			t.noteRootMove(n, r, score, searched == 1)
		}

		// 13. A better move raises alpha, and one that reaches beta ends the search of the node.
		if t.updateBest(n, m, score) {
			f.cutoffs++
			break
		}

		if m != n.bestMove {
			f.addSearched(m, quiet)
			continue
		}

		// 14. After a move that raised alpha the others have to be better than a good move: they are searched less deeply. Not at
		// the root, whose moves are to be searched as deeply as is reported.
		if t.isReducing() && !n.root && n.depth > 2 && n.depth <= alphaRaiseDepth {
			n.depth = max(n.depth-alphaRaiseReduction, 1)
		}
	}
	if n.bestMove != board.NoMove {
		depth := n.depth
		if n.best > n.beta+historyBonusMargin {
			depth++ // A clear fail high deserves more.
		}
		t.updateHistories(f, n.bestMove, depth)
	}
}

// startMoves prepares the frame for the search of the node's moves.
func (t *thread) startMoves(n *node) {
	f := n.frame
	t.linkHistories(f)
	f.checks = f.position.CheckInfo()
	f.quietsCount, f.capturesCount = 0, 0
	if n.root {
		f.picker.startRoot(t.rootsInSearch())
	} else {
		f.picker.start(n.ttEntry.Move, f.killer)
	}
	n.ttCapture = n.ttEntry.Move != board.NoMove && !f.position.IsQuiet(n.ttEntry.Move)
	grandchild := f.next.next
	grandchild.cutoffs, grandchild.killer = 0, board.NoMove
}

// isReducing reports whether the search may search some moves less deeply than others. A search for a mate may not.
func (t *thread) isReducing() bool { return selective && !t.mateSearch }

// moveScore returns the value of the move just made. Late moves are first searched with reduced depth and a null
// window, which asks only whether they beat alpha; only those that do are searched again, deeper, then with the open
// window.
func (t *thread) moveScore(n *node, c *candidate) int {
	depth := n.depth - 1 + t.extend(n, c.move)
	if c.number == 1 {
		kind := n.kind
		if kind != pvNode {
			kind = kind.reply()
		}
		return -t.negamax(n.ply+1, depth, -n.beta, -n.alpha, kind)
	}
	score, reduced := scores.Infinity, -1
	if r := t.reduction(n, c); r > 0 {
		reduced = max(depth-r, 1)
		n.frame.reduction = depth - reduced
		score = -t.negamax(n.ply+1, reduced, -n.alpha-1, -n.alpha, cutNode)
		n.frame.reduction = 0
		// The reduced search decides how deep the next one should be: clearly better than all so far deserves more.
		if score > n.alpha && reduced < depth && score > n.best+lmrDeeperMargin {
			depth++
		}
	}
	if score > n.alpha && depth > reduced {
		score = -t.negamax(n.ply+1, depth, -n.alpha-1, -n.alpha, n.kind.reply())
		if reduced >= 0 && c.quiet {
			t.updatePostLMR(n, c.move, score, depth)
		}
	}
	if n.kind == pvNode && score > n.alpha {
		score = -t.negamax(n.ply+1, depth, -n.beta, -n.alpha, pvNode)
	}
	return score
}

// extend returns by how many plies the move just made is searched deeper: the TT move by what was found about
// it, and a check so that it is answered before the horizon.
func (t *thread) extend(n *node, m board.Move) int {
	if n.extension != 0 && m == n.ttEntry.Move {
		return n.extension
	}
	if selective && n.frame.next.position.InCheck() && n.ply < extensionLimit*t.rootDepth {
		return 1
	}
	return 0
}

// updateBest updates the score of the node, and its best move and line, if score, the value of m, is better. It reports whether
// the node fails high: then no other move needs to be tried.
func (t *thread) updateBest(n *node, m board.Move, score int) (failsHigh bool) {
	if score <= n.best {
		return false
	}
	n.best = score
	if score <= n.alpha {
		return false
	}
	n.alpha, n.bestMove = score, m
	if n.kind == pvNode {
		n.frame.updatePV(m)
	}
	return score >= n.beta
}

// noMovesScore returns the value of a node of which no move was searched: checkmate, stalemate, or, for a limited player who has
// overlooked every move, the static evaluation.
func (t *thread) noMovesScore(n *node) int {
	p := &n.frame.position
	switch {
	case p.InCheck():
		return matedIn(n.ply)
	case t.isBlind() && movegen.HasLegalMove(p):
		return n.frame.eval.static
	}
	return scores.Draw
}

// blendFailHigh moves a score above beta back towards it, most of all in a shallow search, which knows least about how far beyond
// beta the truth lies. The result is still a lower bound.
func (n *node) blendFailHigh() {
	if selective && n.isAboveBeta() {
		n.best = (n.best*n.depth + n.beta) / (n.depth + 1)
	}
}

// isAboveBeta reports whether the node fails high with a score that comes from an evaluation.
func (n *node) isAboveBeta() bool {
	return n.best >= n.beta && !scores.IsDecisive(n.best) && !scores.IsDecisive(n.beta)
}

// matedIn returns the score of a side to move that is checkmated at ply.
func matedIn(ply int) int { return -scores.Mate + ply }
