package search

import (
	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// negamax returns the value of the position at ply, searched depth plies deep, for the side to move. It is fail-soft:
// a value at most alpha is an upper bound of the truth, one at least beta a lower bound, one between is exact.
// When the search was stopped, the value means nothing.
//
// The root, ply 0, is a node like any other but for three things: its moves are always searched, they come from the thread's
// own list, and the score of each is noted there.
//
// Everything that changes the depth, the window or the best possible score of a node is one of the steps below, or one of
// those of searchMoves, which continues the numbers. The Elo beside a step is what the search loses without it, ± 26 (see
// docs/strength.md).
func (t *thread) negamax(ply, depth, alpha, beta int, kind nodeKind) int {
	// 1. At the horizon the captures are played out.
	if depth <= 0 {
		return t.quiescence(ply, alpha, beta, kind, true)
	}
	f := t.at(ply)
	f.pvLen = 0
	if !t.visit() {
		return scores.Draw
	}
	t.selDepth = max(t.selDepth, ply)

	root := ply == 0
	f.followsPV = root || t.followsPV(ply)
	if !root {
		// 2. Draws, and lines too long to follow.
		if cycleDetection != 0 && alpha < scores.Draw && t.canRepeat(ply) {
			if alpha = scores.Draw; alpha >= beta {
				return alpha
			}
		}
		if t.isDraw(ply) {
			return t.drawScore()
		}
		if ply >= MaxPly {
			return t.leafScore(ply)
		}

		// 3. Mate distance pruning. Nothing here can be better than mating next, or worse than being mated now: if no such
		// value lies inside the window, the answer is known.
		alpha, beta = max(alpha, matedIn(ply)), min(beta, scores.Mate-ply-1)
		if alpha >= beta {
			return alpha
		}
	}
	var n node // filled field after field: a literal would be built elsewhere and copied, which costs a stall
	n.frame, n.ply, n.depth, n.alpha, n.alphaOrig, n.beta, n.kind, n.root = f, ply, depth, alpha, alpha, beta, kind, root
	n.best, n.minScore, n.maxScore = -scores.Infinity, -scores.Infinity, scores.Infinity

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

	// 6. Static evaluation, with correction histories (12 Elo). How good does the position look? And what does that say of the
	// move that led here (8 Elo)?
	t.setStaticEval(&n)
	t.updateEvalDifference(&n)

	// 7. Hindsight (14 Elo). Now that the evaluation is known: was it right to search the position less deeply?
	n.depth += t.hindsight(&n)

	// 8. Pruning of the node: reverse futility (69 Elo), null move (29), ProbCut (3). Can it be left without trying its moves?
	if score, ok := t.pruneNode(&n); ok {
		return score
	}

	// 9. Internal iterative reduction (24 Elo). Without a TT move the order of the moves is poor; the next visit has one.
	if t.isReducing() && n.isUnordered() {
		n.depth--
	}

	// 10. Singular extension (12 Elo). Does everything hang on the TT move, or is it one of several that fail high?
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
	if !root || t.isWholeRoot() {
		// Where all moves fail low, the one that led here was good: the principal variation may come this way.
		f.ttPV = f.ttPV || n.best <= n.alphaOrig && t.at(ply-1).ttPV
		t.store(&n, n.bestMove, n.best, n.depth, n.bound(), f.ttPV)
		t.updateCorrHist(&n)
		t.updatePriorMove(&n)
	}
	return n.best
}

// setStaticEval sets the static evaluation of the node, from the table if it is there.
func (t *thread) setStaticEval(n *node) {
	f := n.frame
	if f.position.InCheck() {
		f.storedEval, f.rawEval, f.staticEval = scores.None, scores.None, scores.None
	} else {
		correction := t.correction(n.ply) // first, so that its loads from memory overlap the evaluation
		if f.storedEval = n.ttEntry.Eval; !n.ttHit || f.storedEval == scores.None {
			f.storedEval = t.storedEvaluation(n.ply)
		}
		f.rawEval = f.storedEval
		if ttBareEval != 0 {
			f.rawEval = t.scaled(n.ply, f.storedEval)
		}
		f.staticEval = max(-scores.TablebaseBound+1, min(f.rawEval+correction, scores.TablebaseBound-1))
	}
	n.eval = f.staticEval
	if !f.position.InCheck() && !scores.IsDecisive(n.ttEntry.Score) && n.ttRefines(n.eval) {
		n.eval = n.ttEntry.Score // a search knows better than the static evaluation
	}
	n.improving = t.isImproving(n)
}

// noMovesScore returns the value of a node of which no move was searched: checkmate, stalemate, or, for a limited player who has
// overlooked every move, the static evaluation.
func (t *thread) noMovesScore(n *node) int {
	p := &n.frame.position
	switch {
	case p.InCheck():
		return matedIn(n.ply)
	case t.skill.blind != 0 && movegen.HasLegalMove(p):
		return n.frame.staticEval
	}
	return scores.Draw
}

// leafScore returns the value of a position none of whose moves is searched: checkmate, stalemate, otherwise the static
// evaluation.
func (t *thread) leafScore(ply int) int {
	switch movegen.EndOf(&t.at(ply).position) {
	case movegen.Checkmate:
		return matedIn(ply)
	case movegen.Stalemate:
		return scores.Draw
	}
	return t.rawEvaluation(ply)
}

// matedIn returns the score of a side to move that is checkmated at ply.
func matedIn(ply int) int { return -scores.Mate + ply }

// followsPV reports whether the move that led to ply continues the principal variation of the previous iteration.
func (t *thread) followsPV(ply int) bool {
	prior, previous := t.at(ply-1), &t.roots[t.pvIndex].previous
	return prior.followsPV && ply <= previous.pvLen && prior.move == previous.pv[ply-1]
}

// storedEvaluation returns the evaluation of the position at ply as the table keeps it.
func (t *thread) storedEvaluation(ply int) int {
	if ttBareEval == 0 {
		return t.rawEvaluation(ply)
	}
	return t.eval.Network(ply, &t.at(ply).position)
}

// rawEvaluation returns the evaluation of the position at ply, with the error of a limited player.
func (t *thread) rawEvaluation(ply int) int {
	return t.scaled(ply, t.eval.Network(ply, &t.at(ply).position))
}

// scaled returns the evaluation of the position at ply of which the network says score.
func (t *thread) scaled(ply, score int) int {
	p := &t.at(ply).position
	score = eval.Scale(p, score)
	if t.skill.evalError != 0 {
		score = t.skill.distort(p, score)
	}
	return score
}

// isImproving reports whether the side to move stands better than at its last turn. Then its moves deserve more
// trust, and reductions less.
func (t *thread) isImproving(n *node) bool {
	if n.frame.position.InCheck() {
		return false
	}
	for _, back := range [...]int{2, 4} {
		if before := t.at(n.ply - back).staticEval; before != scores.None {
			return n.frame.staticEval > before
		}
	}
	return true
}

// hindsight returns by how many plies the depth of a node whose search is reduced should change, now that its evaluation is
// known. The opponent's move that led here was expected to matter little. If by both evaluations it has cost nothing,
// it may be better than that, and is searched more deeply; if it has cost much, less deeply (an idea of Stockfish's).
func (t *thread) hindsight(n *node) (plies int) {
	prior := t.at(n.ply - 1)
	if prior.reduction == 0 || n.frame.position.InCheck() || prior.staticEval == scores.None {
		return 0
	}
	cost := n.frame.staticEval + prior.staticEval
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
	return n.depth >= iirDepth && n.kind != allNode && (followPV == 0 || !n.frame.followsPV) && n.ttEntry.Move == board.NoMove
}
