package search

import (
	"math"

	"vertigo/board"
	"vertigo/tt"
)

// reductionPlies returns by how many plies the move just made may be searched less deeply at first. Moves are ordered well enough
// that late ones rarely matter.
func (t *thread) reductionPlies(n *node, c *candidate) int {
	if !t.isReducing() || n.depth < lmrDepth || c.number < lmrMoves {
		return 0
	}
	r := c.reduction
	if n.frame.next.position.InCheck() {
		r -= lmrCheck
	}
	return max(r/1024, 0)
}

// reduction returns the late move reduction of a move in 1/1024 plies. It grows with the depth and the number of the move; the
// kind of the node, the table and the histories correct it.
func (t *thread) reduction(n *node, c *candidate) int {
	r := n.firstReduction + int(n.lnProducts[min(c.number, 63)])*100/lmrDivisor
	if !n.improving {
		r += r * lmrNotImproving / 1024
	}
	r += n.reduction
	if n.frame.next.cutoffs > lmrCutoffs {
		r += lmrCutoffCount
	}
	if !t.isMain {
		r += int(t.nodes%128) - 64 // noise, so that threads look at different parts of the tree
	}
	switch {
	case c.quiet:
		return r - c.history*1024/lmrHistory
	case c.losing:
		r -= lmrBadCapture
	default:
		r -= lmrGoodCapture
	}
	return r - c.history*1024/lmrCaptureHistory
}

// setReduction computes the parts of the reduction that all moves of the node share. It runs again only when alpha or the depth
// changes, not for every move.
func (n *node) setReduction() {
	n.firstReduction, n.reduction, n.lnProducts = lmrBase, 0, &lnProduct[min(n.depth, 63)]
	switch n.kind {
	case pvNode:
		n.firstReduction -= lmrPV
	case cutNode:
		n.firstReduction += lmrCutNode
		if n.ttEntry.Move == board.NoMove {
			n.reduction += lmrNoTTMove
		}
	}
	f, e := n.frame, &n.ttEntry
	if f.ttPV {
		n.reduction -= lmrTTPV
		if n.ttHit && e.Depth >= n.depth {
			n.reduction -= lmrTTDepth
		}
		if n.ttHit && e.Bound != tt.BoundNone && e.Score > n.alpha {
			n.reduction -= lmrTTScore
		}
	}
	if n.ttCapture {
		n.reduction += lmrTTCapture
	}
	if !f.position.InCheck() {
		n.reduction -= lmrCorrHist * max(f.staticEval-f.rawEval, f.rawEval-f.staticEval) // the evaluation errs in such positions
	}
}

// lnProduct[d][m] is 1024 ln(d) ln(m), computed once at start.
var lnProduct [64][64]int16

func init() {
	for d := 1; d < 64; d++ {
		for m := 1; m < 64; m++ {
			lnProduct[d][m] = int16(1024 * math.Log(float64(d)) * math.Log(float64(m)))
		}
	}
}
