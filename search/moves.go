package search

import (
	"math"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// searchMoves tries the moves of the node until one fails high or none is left. It leaves the score in n.best, -Infinity if
// there was no move to search.
func (t *thread) searchMoves(n *node) {
	f := n.frame
	t.startMoves(n)
	searched, tried := 0, 0
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		if m == n.excluded || t.overlooks(n, m) {
			continue
		}
		t.prefetch(f, m)
		quiet := f.position.IsQuiet(m)
		tried++
		c := candidate{m, quiet, false, searched, t.history.score(f, m, quiet)}
		if lmrCountPruned != 0 {
			c.number = tried
		}

		// 11. Pruning of the move: late move (40 Elo), history (55), futility (55; of captures 1) and SEE pruning (10). A move that
		// is too slow to mate in time is left out as well; the best score then rises to the most that it could be worth.
		if t.pruneMove(n, c) {
			continue
		}

		// 12. Extensions, late move reductions (116 Elo) and the search itself, in moveScore.
		before := t.nodes
		if n.root {
			t.reportCurrMove(m, t.pvIndex+searched+1)
		}
		t.makeMove(n.ply, m)
		searched++
		if c.first = searched == 1; lmrCountPruned == 0 {
			c.number = searched
		}
		score := t.moveScore(n, c)
		if n.root {
			t.updateRootMove(n, searched, score, t.nodes-before)
		}
		if t.stopped {
			return
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

		// 14. After a move that raised alpha the others have to be better than a good move: they are searched less deeply
		// (22 Elo). Not at the root, whose moves are to be searched as deeply as is reported.
		if t.isReducing() && !n.root && n.depth > 2 && n.depth <= alphaRaiseDepth {
			n.depth = max(n.depth-alphaRaiseReduction, 1)
		}
	}
	if n.bestMove != board.NoMove {
		depth := n.depth
		if n.best > n.beta+historyBonusMargin {
			depth++ // so clear a fail high deserves more
		}
		t.updateHistories(f, n.bestMove, depth)
	}
}

// startMoves prepares the frame for the search of the node's moves.
func (t *thread) startMoves(n *node) {
	f := n.frame
	t.linkHistories(n.ply)
	f.checks = f.position.CheckInfo()
	f.quietsCount, f.capturesCount = 0, 0
	if n.root {
		f.picker.startRoot(t.rootsInSearch())
	} else {
		f.picker.start(n.ttEntry.Move, f.killer)
	}
	n.ttCapture = n.ttEntry.Move != board.NoMove && !f.position.IsQuiet(n.ttEntry.Move)
	grandchild := t.at(n.ply + 2)
	grandchild.cutoffs, grandchild.killer = 0, board.NoMove
}

// isReducing reports whether the search may search some moves less deeply than others. A search for a mate may not.
func (t *thread) isReducing() bool { return selective && !t.mateSearch }

// moveScore returns the value of the move just made. Late moves are first searched with reduced depth and a null
// window, which asks only whether they beat alpha; only those that do are searched again, deeper, then with the open
// window.
func (t *thread) moveScore(n *node, c candidate) int {
	depth := n.depth - 1 + t.extend(n, c.move)
	if c.first {
		kind := n.kind
		if kind != pvNode {
			kind = kind.reply()
		}
		return -t.negamax(n.ply+1, depth, -n.beta, -n.alpha, kind)
	}
	score, reduced := scores.Infinity, -1
	if r := t.lmrPlies(n, c); r > 0 {
		reduced = max(depth-r, 1)
		n.frame.reduction = depth - reduced
		score = -t.negamax(n.ply+1, reduced, -n.alpha-1, -n.alpha, cutNode)
		n.frame.reduction = 0
		// The reduced search decides how deep the next one should be: clearly better than all so far deserves more.
		if score > n.alpha && reduced < depth {
			if score > n.best+lmrDeeperMargin {
				depth++
			} else if score < n.best+lmrShallowerMargin {
				depth--
			}
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

// lmrPlies returns by how many plies the move just made may be searched less deeply at first. Moves are ordered well enough that
// late ones rarely matter.
func (t *thread) lmrPlies(n *node, c candidate) int {
	if !t.isReducing() || n.depth < lmrDepth || c.number < lmrMoves {
		return 0
	}
	return max(t.lmr(n, c, t.at(n.ply+1).position.InCheck())/1024, 0)
}

// lmr returns the late move reduction of a move in 1/1024 plies. It grows with the depth and the number of the move; the kind of
// the node, the table and the histories correct it.
func (t *thread) lmr(n *node, c candidate, check bool) int {
	r := lmrBase + lnProduct[min(n.depth, 63)][min(c.number, 63)]*100/lmrDivisor
	switch n.kind {
	case pvNode:
		r -= lmrPV
		if lmrWindow != 0 {
			r -= lmrWindow * min(n.beta-n.alpha, t.rootWindow) / t.rootWindow
		}
	case cutNode:
		r += lmrCutNode
	}
	if !n.improving {
		r += r * lmrNotImproving / 1024
	}
	if n.kind == cutNode && n.ttEntry.Move == board.NoMove {
		r += lmrNoTTMove
	}
	if n.frame.ttPV {
		r -= lmrTTPV
		if n.ttHit && n.ttEntry.Depth >= n.depth {
			r -= lmrTTDepth
		}
		if n.ttHit && n.ttEntry.Bound != tt.BoundNone && n.ttEntry.Score > n.alpha {
			r -= lmrTTScore
		}
	}
	if t.at(n.ply+1).cutoffs > lmrCutoffs {
		r += lmrCutoffCount
	}
	if n.ttCapture {
		r += lmrTTCapture
	}
	if check {
		r -= lmrCheck
	}
	if f := n.frame; !f.position.InCheck() {
		r -= lmrCorrHist * max(f.staticEval-f.rawEval, f.rawEval-f.staticEval) // the evaluation errs in such positions
	}
	if lmrAlpha != 0 && c.quiet && n.eval != scores.None && !scores.IsDecisive(n.alpha) {
		r += lmrAlpha * max(-30, min(n.alpha-n.eval, 45))
	}
	switch {
	case c.quiet:
		return r - c.history*1024/lmrHistory
	case n.frame.picker.stage <= stageGoodCaptures:
		r -= lmrGoodCapture
	default:
		r -= lmrBadCapture
	}
	return r - c.history*1024/lmrCaptureHistory
}

// lnProduct[d][m] is 1024 ln(d) ln(m), computed once at start.
var lnProduct [64][64]int

func init() {
	for d := 1; d < 64; d++ {
		for m := 1; m < 64; m++ {
			lnProduct[d][m] = int(1024 * math.Log(float64(d)) * math.Log(float64(m)))
		}
	}
}
