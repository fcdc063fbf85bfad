package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// nodeKind says how the search that comes to a node expects it to end (T. A. Marsland and F. Popowich, "Parallel game-tree
// search", 1985). The expectation decides which moves of the node are pruned and how much they are reduced, not on which side
// of the window its score may lie.
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
	alphaOrig   int // alpha as the search of the node began
	kind        nodeKind
	root        bool
	excluded    board.Move // a move that this search of the position leaves out

	ttEntry   tt.Entry
	ttHit     bool // ttEntry is valid
	ttCapture bool // the TT move captures or promotes

	eval      int  // the static evaluation, or the stored score where it says more; scores.None in check
	improving bool // the side to move stands better than at its last turn
	extension int  // plies by which the TT move is searched deeper

	best     int // best score so far
	minScore int // the tablebases say that the node is worth at least this
	maxScore int // and at most this
	bestMove board.Move
}

// candidate is the move of a node that is about to be searched, or is being searched.
type candidate struct {
	move    board.Move
	quiet   bool
	first   bool // no move of the node was searched before
	number  int  // of moves of the node searched so far, this one included from when it is made
	history int  // its score by the histories
}

// withNullWindow returns a copy of n for another search of its moves, depth plies deep, that asks only whether one of them
// scores at least beta.
func (n *node) withNullWindow(depth, beta int) node {
	c := *n
	c.depth, c.alpha, c.alphaOrig, c.beta = depth, beta-1, beta-1, beta
	c.best, c.bestMove = -scores.Infinity, board.NoMove
	c.minScore, c.maxScore = -scores.Infinity, scores.Infinity
	if n.kind == pvNode {
		c.kind = allNode
	}
	return c
}

// updateBest makes score, the value of m, and its line those of the node if they are better, and reports whether the node fails
// high: then no other move needs to be tried.
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
		t.updatePV(n.ply, m)
	}
	return score >= n.beta
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
