package search

import (
	"math/bits"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// attention is how closely a player looks at the moves that may follow his own. What people overlook is seldom the move
// that stares them in the face. It is the one that comes from far away, goes backwards or jumps, or happens where nobody
// was looking. The zero value overlooks nothing.
type attention struct {
	seed   uint64
	blind  int  // per cent of the least conspicuous moves that are overlooked, 0 to 100
	queens bool // the capture of a queen is never overlooked
}

// seesQueens is the rating from which on no player overlooks that a queen can be taken.
const seesQueens = 1200

// overlooks reports whether the player does not see the move m in the position p, to which the move last has led. In one game
// the answer is always the same, so that all lines of a search agree about a position. But the move before and the move after
// are positions of their own, in which the same threat may be seen. A player in check looks at every answer, and one who has
// just lost a man sees that he can take back.
func (a attention) overlooks(p *board.Position, m, last board.Move) bool {
	if m.To() == last.To() || p.InCheck() || a.queens && p.Captured(m).Type() == board.Queen {
		return false
	}
	high, low := bits.Mul64(p.Key()^a.seed, (a.seed^uint64(m)*0x9e3779b97f4a7c15)|1)
	return int((high^low)>>32%100) < a.blind*obscurity(p, m, last)/100
}

// obscurity returns how easily the move m of p is overlooked after the move last, from 0 to 100.
func obscurity(p *board.Position, m, last board.Move) int {
	from, to := m.From(), m.To()
	hidden := 40
	if p.At(from).Type() == board.Knight {
		hidden += 30 // its moves follow no line
	}
	if steps(from, to) >= 4 {
		hidden += 30
	}
	if to.Relative(p.Turn()).Rank() < from.Relative(p.Turn()).Rank() {
		hidden += 20 // attacks are expected to come forward
	}
	if steps(last.To(), to) > 2 {
		hidden += 20 // everybody is looking elsewhere
	}
	switch p.Captured(m).Type() {
	case board.Queen:
		hidden /= 3 // nobody forgets her for long
	case board.Rook:
		hidden = hidden * 2 / 3
	}
	return min(hidden, 100)
}

// steps returns how many moves a king needs from a to b on an empty board.
func steps(a, b board.Square) int {
	files, ranks := a.File()-b.File(), a.Rank()-b.Rank()
	return max(files, -files, ranks, -ranks)
}

// overlooks reports whether the player who is limited does not see the move m of a node. He looks at each of his own moves
// at the root.
func (t *thread) overlooks(n *node, m board.Move) bool {
	return t.attention.blind != 0 && !n.root && t.attention.overlooks(&n.frame.position, m, t.at(n.ply-1).move)
}

// withoutMoves returns the value of a node of which no move was searched: mated, stalemated, or, for a player who has
// overlooked every move, what the position looks like.
func (t *thread) withoutMoves(n *node) int {
	f := n.frame
	switch {
	case f.inCheck:
		return -scores.Mate + n.ply
	case t.attention.blind != 0 && movegen.HasLegalMove(&f.position):
		return f.staticEval
	}
	return scores.Draw
}
