package search

import (
	"math"

	"vertigo/board"
	"vertigo/tt"
)

// reduction returns by how many plies the move just made is searched less deeply at first. Moves are ordered well enough that late
// ones rarely matter.
func (t *thread) reduction(n *node, c *candidate) int {
	if !t.isReducing() || n.depth < lmrDepth || c.number < lmrMoves {
		return 0
	}
	lmr := c.lmr
	if n.frame.next.position.InCheck() {
		lmr -= lmrCheck
	}
	return max(lmr/1024, 0)
}

// lmr returns the late move reduction of a move before it is made, in 1/1024 plies. It grows with the depth and the number of the
// move; the kind of the node, the table and the histories correct it. Pruning goes by it, too.
func (t *thread) lmr(n *node, c *candidate) int {
	f, e := n.frame, &n.ttEntry
	r := lmrBase + int(lnProduct[min(n.depth, 63)][min(c.number, 63)])*100/lmrDivisor
	switch n.kind {
	case pvNode:
		r -= lmrPV
	case cutNode:
		r += lmrCutNode
	}
	if !n.improving {
		r += r * lmrNotImproving / 1024
	}
	if n.kind == cutNode && e.Move == board.NoMove {
		r += lmrNoTTMove
	}
	if f.ttPV {
		r -= lmrTTPV
		if n.ttHit && e.Depth >= n.depth {
			r -= lmrTTDepth
		}
		if n.ttHit && e.Bound != tt.BoundNone && e.Score > n.alpha {
			r -= lmrTTScore
		}
	}
	if n.ttCapture {
		r += lmrTTCapture
	}
	if !f.position.InCheck() {
		r -= lmrCorrHist * f.eval.correctionSize() // the evaluation errs in such positions
	}
	if f.next.cutoffs > lmrCutoffs {
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

// lnProduct[d][m] is 1024 ln(d) ln(m), computed once at start.
var lnProduct [64][64]int16

func init() {
	for d := 1; d < 64; d++ {
		for m := 1; m < 64; m++ {
			lnProduct[d][m] = int16(1024 * math.Log(float64(d)) * math.Log(float64(m)))
		}
	}
}
