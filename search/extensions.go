package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// singularExtension asks how much better the TT move is than all others, by searching those to about half the depth against a
// bound a little below its score. If none reaches the bound, the move is singular: much hangs on it, and it is
// extended. If others reach even beta, several moves fail high, and the node is cut at once (multi-cut). In
// between the move is nothing special where a cut was expected of it, and is searched less deeply.
func (t *thread) singularExtension(n *node) (score int, cut bool) {
	e := &n.ttEntry
	if !t.isReducing() || n.root || n.depth < singularDepth || e.Move == board.NoMove || e.Depth < n.depth-singularTTDepth ||
		e.Bound&tt.Lower == 0 || scores.IsDecisive(e.Score) || n.ply >= extensionLimit*t.rootDepth {
		return 0, false
	}
	margin := singularMargin
	if singularExact != 0 && e.Bound == tt.Exact {
		margin /= 2
	}
	bound := e.Score - margin*n.depth/16
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
		if n.kind != pvNode && score < bound-doubleExtensionMargin ||
			n.kind == pvNode && doubleExtensionPV > 0 && score < bound-doubleExtensionPV {
			n.extension = 2
			if n.kind != pvNode && score < bound-tripleExtensionMargin && n.frame.position.IsQuiet(e.Move) {
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

// extend returns by how many plies the move just made is searched deeper: the TT move by what was found about
// it, and a check so that it is answered before the horizon.
func (t *thread) extend(n *node, m board.Move) int {
	if n.extension != 0 && m == n.ttEntry.Move {
		return n.extension
	}
	if selective && t.at(n.ply+1).position.InCheck() && n.ply < extensionLimit*t.rootDepth {
		return 1
	}
	return 0
}
