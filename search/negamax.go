package search

import (
	"vertigo/board"
	"vertigo/tt"
)

// node is what the steps of negamax know about the node at hand. It lives on the stack of one call.
type node struct {
	frame       *frame
	ply         int
	depth       int
	alpha, beta int
	pv          bool // the window is open: the node may be on the principal variation
	cut         bool // a parent searched with a null window expects the node to fail high

	ttEntry tt.Entry
	ttHit   bool // ttEntry is valid

	eval      int  // the static evaluation, or the stored score where it says more; NoScore in check
	improving bool // the side to move stands better than at its last turn
	ttCapture bool // the TT move captures or promotes
	extension int  // plies by which the TT move is searched deeper

	best      int // best score so far
	maxScore  int // the tablebases say that there is no better one
	bestMove  board.Move
	moveCount int // moves searched so far
	history   int // what the histories say of the move at hand
}

// negamax returns the value of the position at ply, searched depth plies deep, for the side to move. It is fail-soft:
// a value at most alpha is an upper bound of the truth, one at least beta a lower bound, one between is exact.
// When the search was stopped, the value means nothing.
func (t *Thread) negamax(ply, depth, alpha, beta int, cut bool) int {
	// 1. At the horizon the captures are played out.
	if depth <= 0 {
		return t.quiescence(ply, alpha, beta)
	}
	f := &t.frames[ply]
	f.pvLen = 0
	if !t.visit() {
		return Draw
	}
	t.selDepth = max(t.selDepth, ply)

	// 2. Draws, and lines too long to follow.
	if t.isDraw(ply) {
		return Draw
	}
	if ply >= MaxPly {
		return t.leafScore(ply)
	}

	// 3. Nothing here can be better than mating next, or worse than being mated now: where such a value would not
	// lie inside the window the answer is known.
	pv := beta-alpha > 1
	alpha, beta = max(alpha, -Mate+ply), min(beta, Mate-ply-1)
	if alpha >= beta {
		return alpha
	}
	n := node{
		frame: f, ply: ply, depth: depth, alpha: alpha, beta: beta, pv: pv, cut: cut, best: -Infinity, maxScore: Infinity,
	}

	// 4. Has the position been searched deeply enough before, or do the tablebases know it?
	t.probe(&n)
	if score, ok := n.ttCutoff(); ok {
		t.updateOnTTCutoff(&n, score)
		return score
	}
	if score, ok := t.tbCutoff(&n); ok {
		return score
	}

	// 5. How good does the position look, and was it right to look at it less deeply?
	t.setStaticEval(&n)
	t.hindsight(&n)

	// 6. Can the node be left without trying its moves?
	if score, ok := t.pruneNode(&n); ok {
		return score
	}

	// 7. Does everything hang on the move from the table?
	if score, ok := t.singularExtension(&n); ok {
		return score
	}

	// 8. Search the moves, the most promising first.
	t.searchMoves(&n)
	if t.stopped {
		return n.best
	}

	// 9. No legal moves: mated or stalemated.
	if n.best == -Infinity {
		return n.withoutMoves()
	}

	// 10. Keep what was found, and learn how wrong the evaluation was and how good the move that led here.
	n.blendFailHigh()
	n.best = min(n.best, n.maxScore)
	if f.excluded == board.NoMove {
		t.store(&n, alpha)
		t.updateCorrHist(&n, alpha)
		t.updatePriorMove(&n, alpha)
	}
	return n.best
}

// blendFailHigh draws a score above beta back to it, the more the shallower the search: by how much beta was passed is known least
// there. The result is a lower bound still.
func (n *node) blendFailHigh() {
	if selective && n.isAboveBeta() {
		n.best = (n.best*n.depth + n.beta) / (n.depth + 1)
	}
}

// isAboveBeta reports whether the node fails high with a score that an evaluation is behind.
func (n *node) isAboveBeta() bool {
	return n.best >= n.beta && !isDecisive(n.best) && !isDecisive(n.beta)
}

// withoutMoves returns the value of a node in which there is no move to search.
func (n *node) withoutMoves() int {
	switch {
	case n.frame.excluded != board.NoMove:
		return n.alpha // the excluded move is the only one
	case n.frame.inCheck:
		return -Mate + n.ply
	default:
		return Draw
	}
}

// probe looks the position up in the table and prepares the frame.
func (t *Thread) probe(n *node) {
	f := n.frame
	f.inCheck = f.position.InCheck()
	if f.excluded != board.NoMove {
		return // what is known about the position includes the move to leave out
	}
	n.ttEntry, n.ttHit = t.table.Probe(t.ttKey(f))
	if t.seeking && !n.ttHit {
		n.ttEntry, n.ttHit = t.table.Probe(f.ttKey())
		n.ttEntry.Bound = tt.BoundNone // an ordinary search may have left out the mate: it knows a good move, but no bound
	}
	if !n.ttHit {
		return
	}
	n.ttEntry.Score = scoreFromTT(n.ttEntry.Score, n.ply)
	if !t.isUsable(f, n.ttEntry.Move) {
		n.ttEntry.Move = board.NoMove // another position with the same key
	}
}

// ttCutoff returns the stored score if it settles the node: searched as deeply, on the right side of the window.
// Nodes of the principal variation are always searched, so that the line is whole; and near the fifty-move draw
// scores from other paths are not to be trusted.
func (n *node) ttCutoff() (score int, ok bool) {
	if n.pv || !n.ttHit || n.ttEntry.Depth < n.depth || n.frame.position.Rule50() >= 90 {
		return 0, false
	}
	if !selective && n.ttEntry.Depth != n.depth {
		return 0, false
	}
	return n.ttEntry.Score, settles(n.ttEntry.Bound, n.ttEntry.Score, n.alpha, n.beta)
}

// setStaticEval sets the static evaluation of the node, from the table if it is there.
func (t *Thread) setStaticEval(n *node) {
	f := n.frame
	switch {
	case f.inCheck:
		f.rawEval, f.staticEval = NoScore, NoScore
	case n.ttHit && n.ttEntry.Eval != NoScore:
		f.rawEval = n.ttEntry.Eval
	default:
		f.rawEval = t.rawEvaluation(n.ply)
	}
	if !f.inCheck {
		f.staticEval = t.correctedEvaluation(n.ply, f.rawEval)
	}
	n.eval = f.staticEval
	if n.ttHit && !f.inCheck && !isDecisive(n.ttEntry.Score) && settles(n.ttEntry.Bound, n.ttEntry.Score, n.eval, n.eval) {
		n.eval = n.ttEntry.Score // a search knows better than the static evaluation
	}
	n.improving = t.isImproving(n)
}

// rawEvaluation returns the evaluation of the position at ply, with the bias of a player who is limited.
func (t *Thread) rawEvaluation(ply int) int {
	p := &t.frames[ply].position
	score := t.eval.Evaluate(ply, p)
	if t.bias.error != 0 {
		return t.bias.distort(p, score)
	}
	return score
}

// hindsight changes the depth of a node whose search is reduced, now that its evaluation is known. The opponent's move
// that led here was expected to matter little. If by both evaluations it has cost him nothing, it may be better than that,
// and is looked at more deeply; if it has cost him much, less deeply (an idea of Stockfish's).
func (t *Thread) hindsight(n *node) {
	before := &t.frames[n.ply-1]
	if before.reduction == 0 || n.frame.inCheck || before.staticEval == NoScore || n.frame.excluded != board.NoMove {
		return
	}
	cost := n.frame.staticEval + before.staticEval
	if before.reduction >= hindsightReduction && cost <= 0 {
		n.depth++
	}
	if n.depth >= 2 && cost > hindsightMargin {
		n.depth--
	}
}

// isImproving reports whether the side to move stands better than at its last turn. Then its moves deserve more
// trust, and reductions less.
func (t *Thread) isImproving(n *node) bool {
	if n.frame.inCheck {
		return false
	}
	for back := 2; back <= min(4, n.ply); back += 2 {
		if before := t.frames[n.ply-back].staticEval; before != NoScore {
			return n.frame.staticEval > before
		}
	}
	return true
}
