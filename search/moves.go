package search

import (
	"math"

	"vertigo/board"
)

// searchMoves tries the moves of the node until one fails high or none is left.
func (t *Thread) searchMoves(n *node) {
	f := n.frame
	if selective && !t.seeking && n.depth >= reductionDepth && n.entry.Move == board.NoMove && (n.pv || n.cut) && f.excluded == board.NoMove {
		n.depth-- // internal iterative reduction: without a table move the order is poor; the next visit has one
	}
	t.linkHistories(n.ply)
	f.checks = f.position.CheckInfo()
	f.triedCount, f.takenCount = 0, 0
	f.picker.start(n.entry.Move, f.killer, f.inCheck)
	n.tableCapture = n.entry.Move != board.NoMove && !f.position.IsQuiet(n.entry.Move)
	t.frames[n.ply+1].cutoffs = 0
	t.frames[n.ply+2].killer = board.NoMove
	for m := t.nextMove(f); m != board.NoMove; m = t.nextMove(f) {
		if m == f.excluded {
			continue
		}
		quiet := f.position.IsQuiet(m)
		n.history = t.historyOf(f, m, quiet)
		if t.skipMove(n, m, quiet) {
			continue
		}
		t.makeMove(n.ply, m)
		n.searched++
		score := t.searchMove(n, m, quiet)
		if t.stopped {
			return
		}
		if t.take(n, m, score) {
			f.cutoffs++
			break
		}
		if selective && !t.seeking && m == n.bestMove && n.depth > 2 && n.depth <= raisedDepth {
			n.depth = max(n.depth-raisedReduction, 1) // the others have to be better than a good move
		}
		f.remember(m, quiet)
	}
	if n.bestMove != board.NoMove {
		depth := n.depth
		if n.best > n.beta+bonusMargin {
			depth++ // so clear a refutation deserves more
		}
		t.learn(f, n.bestMove, depth)
	}
}

// take makes score, the value of m, and its line those of the node if they are better, and reports whether the move
// refutes the one before: then no other needs to be tried.
func (t *Thread) take(n *node, m board.Move, score int) (refutes bool) {
	if score <= n.best {
		return false
	}
	n.best = score
	if score <= n.alpha {
		return false
	}
	n.alpha, n.bestMove = score, m
	if n.pv {
		t.updatePV(n.ply, m)
	}
	return score >= n.beta
}

// searchMove returns the value of the move just made. Late moves are first searched with reduced depth and a null
// window, which asks only whether they beat alpha; only those that do are searched again, deeper, then with the open
// window.
func (t *Thread) searchMove(n *node, m board.Move, quiet bool) int {
	depth := n.depth - 1 + t.extendMove(n, m)
	if n.searched == 1 {
		return -t.negamax(n.ply+1, depth, -n.beta, -n.alpha, !n.pv && !n.cut)
	}
	score := Infinity
	if r := t.reduction(n, quiet); r > 0 {
		reduced := max(depth-r, 1)
		n.frame.reduction = depth - reduced
		score = -t.negamax(n.ply+1, reduced, -n.alpha-1, -n.alpha, true)
		n.frame.reduction = 0
		// The reduced search tells how deep the next one should be: clearly better than all so far deserves more.
		if score > n.alpha && reduced < depth {
			if score > n.best+deeperMargin {
				depth++
			} else if score < n.best+shallowerMargin {
				depth--
			}
		}
	}
	if score > n.alpha {
		again := score < Infinity
		score = -t.negamax(n.ply+1, depth, -n.alpha-1, -n.alpha, !n.cut)
		if again && quiet {
			t.learnAgain(n, m, score, depth)
		}
	}
	if n.pv && score > n.alpha {
		score = -t.negamax(n.ply+1, depth, -n.beta, -n.alpha, false)
	}
	return score
}

// extendMove returns by how many plies the move just made is searched deeper: the table's move by what was found about
// it, and a check so that it is answered before the horizon.
func (t *Thread) extendMove(n *node, m board.Move) int {
	if n.extension != 0 && m == n.entry.Move {
		return n.extension
	}
	if selective && t.frames[n.ply+1].position.InCheck() && n.ply < 2*t.rootDepth {
		return 1
	}
	return 0
}

// reduction returns by how many plies the move just made, the last of n.searched, may be searched less deeply at
// first. Moves are ordered well enough that late ones rarely matter.
func (t *Thread) reduction(n *node, quiet bool) int {
	if !selective || t.seeking || n.depth < 3 || n.searched < 3 {
		return 0
	}
	return max(t.lateReduction(n, quiet, t.frames[n.ply+1].position.InCheck())/1024, 0)
}

// lateReduction returns the reduction of the move at hand in 1/1024 plies: it grows with the depth and the number of the
// move, and is corrected by what else is known.
func (t *Thread) lateReduction(n *node, quiet, check bool) int {
	r := lateBase + logProduct[min(n.depth, 63)][min(n.searched, 63)]*100/lateDivisor
	if n.pv {
		r -= latePV
	}
	if n.cut {
		r += lateCut
	}
	if !n.improving {
		r += lateImproving
	}
	if n.found && n.entry.PV {
		r -= lateFormerPV
	}
	if t.frames[n.ply+1].cutoffs > 2 {
		r += lateCutoffs
	}
	if n.tableCapture {
		r += lateTableCapture
	}
	if check {
		r -= lateCheck
	}
	if f := n.frame; !f.inCheck {
		r -= lateCorrection * max(f.staticEval-f.rawEval, f.rawEval-f.staticEval) // the evaluation errs in such positions
	}
	switch {
	case quiet:
		return r - n.history*1024/lateHistory
	case n.frame.picker.stage <= stageGoodCaptures:
		r -= lateGoodCapture
	default:
		r -= lateCapture
	}
	return r - n.history*1024/lateCaptureHistory
}

// logProduct[d][m] is 1024 ln(d) ln(m), computed once at start.
var logProduct [64][64]int

func init() {
	for d := 1; d < 64; d++ {
		for m := 1; m < 64; m++ {
			logProduct[d][m] = int(1024 * math.Log(float64(d)) * math.Log(float64(m)))
		}
	}
}
