package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// nodeKind is what a node is expected to be by the search that comes to it (T. A. Marsland and F. Popowich, "Parallel
// game-tree search", 1985). The expectation decides how much the node is reduced; the answer is right in any case.
type nodeKind uint8

const (
	pvNode  nodeKind = iota // the window is open: the node may lie on the principal variation
	cutNode                 // null window; some move is expected to score at least beta
	allNode                 // null window; no move is expected to score more than alpha
)

// reply returns the kind of a child that is searched with a null window: a move that refutes nothing is refuted by the
// opponent, and where a refutation is expected, none of the opponent's answers helps.
func (k nodeKind) reply() nodeKind {
	if k == cutNode {
		return allNode
	}
	return cutNode
}

// node is what the steps of negamax know about the node at hand. It lives on the stack of one call; what its children need
// to know lies in its frame. A copy of it with another window and depth serves for a second look at the same position.
type node struct {
	frame       *frame
	ply         int
	depth       int
	alpha, beta int
	kind        nodeKind
	root        bool
	excluded    board.Move // a move that this look at the position leaves out

	ttEntry   tt.Entry
	ttHit     bool // ttEntry is valid
	ttCapture bool // the TT move captures or promotes

	eval      int  // the static evaluation, or the stored score where it says more; scores.None in check
	improving bool // the side to move stands better than at its last turn
	extension int  // plies by which the TT move is searched deeper

	best      int // best score so far
	minScore  int // the tablebases say that the node is worth at least this
	maxScore  int // and at most this
	bestMove  board.Move
	moveCount int // moves searched so far
	history   int // what the histories say of the move at hand
}

// again returns a copy of n for another search of the same moves, depth plies deep, that asks only whether one of them
// scores at least beta.
func (n *node) again(depth, beta int) node {
	again := *n
	again.depth, again.alpha, again.beta = depth, beta-1, beta
	again.best, again.bestMove, again.moveCount = -scores.Infinity, board.NoMove, 0
	again.minScore, again.maxScore = -scores.Infinity, scores.Infinity
	if n.kind == pvNode {
		again.kind = allNode
	}
	return again
}

// updateBest makes score, the value of m, and its line those of the node if they are better, and reports whether the move
// refutes the one before: then no other needs to be tried.
func (t *thread) updateBest(n *node, m board.Move, score int) (refutes bool) {
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
