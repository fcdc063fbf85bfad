package tree

import (
	"fmt"
	"math"
	"strings"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/pgn"
	"vertigo/search/textbook"
)

// row is a node of the tree on the page: the move that leads to it, and its worth to the player who made it. Value and window are
// those of the parent, as the search compares them there.
type row struct {
	Order    int    // of the move among those of the parent, from 1; 0 for the root
	Side     string // who makes the move
	Move     string
	Changes  string // squares that the move changes, with their new content, for the board of the page
	Value    string // with ≤ or ≥ if it is only a bound
	Window   string // of the search
	Bar      bar
	Verdict  string // its result in words
	Class    string // the verdict in the style sheet
	Best     bool   // it is the best move of its parent
	Size     int    // positions visited here and below
	Open     bool   // its moves are shown at first
	Children []*row
	Cut      *remainder // the moves that were not tried
	Hidden   int        // positions below that are not drawn
}

// remainder holds the moves that a cutoff saved.
type remainder struct {
	Count int
	Moves string
	Saved int // positions that plain negamax visits below them
}

// bar draws a window and a value on a scale from 0 to 100, on which a lost position is at 0 and a won one at 100.
type bar struct{ Low, Width, Value float64 }

// place returns where a value is on the scale of a bar.
func place(value int) float64 {
	return math.Round(1000/(1+math.Exp(-float64(value)/250))) / 10
}

// outliner turns a recorded search into rows.
type outliner struct {
	drawn map[*node]bool
	sizes map[*node]int // positions visited at and below each node
	saved map[*node]int // the same for the plain tree, as far as this search looked
	root  *board.Position
}

// newOutline returns the rows of one visit to the root, at most limit: first the best line with the alternatives to it,
// then the others from the root down.
func newOutline(root, plain *node, limit int) *row {
	o := &outliner{drawn: map[*node]bool{root: true}, sizes: map[*node]int{}, saved: map[*node]int{}, root: &root.State.position}
	sizeOf(root, root.Depth, o.sizes)
	sizeOf(plain, root.Depth, o.saved)
	o.choose(root, limit-1)
	return o.row(nil, root, plain, 0, true)
}

// sizeOf counts the positions visited at and below every node, depth plies far.
func sizeOf(n *node, depth int, sizes map[*node]int) int {
	size := 1
	if depth > 0 {
		for _, child := range n.Children {
			size += sizeOf(child, depth-1, sizes)
		}
	}
	sizes[n] = size
	return size
}

// choose decides which nodes are drawn. Of the moves of a position, all or none are drawn.
func (o *outliner) choose(root *node, left int) {
	queue := []*node{}
	unfold := func(n *node) bool {
		if len(n.Children) > left {
			return false
		}
		left -= len(n.Children)
		for _, child := range n.Children {
			o.drawn[child] = true
		}
		return true
	}
	for n := root; n != nil; n = bestChild(n) { // the best line
		if !unfold(n) {
			break
		}
		queue = append(queue, n.Children...)
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if len(n.Children) > 0 && !o.drawn[n.Children[0]] && unfold(n) {
			queue = append(queue, n.Children...)
		}
	}
}

// bestChild returns the last visit to the node after the best move, nil if there is none.
func bestChild(n *node) (best *node) {
	for _, child := range n.Children {
		if n.HasBest && child.Move == n.Best {
			best = child
		}
	}
	return best
}

// row returns the row of n, which is child number order of parent, with all drawn rows below it.
func (o *outliner) row(parent, n, plain *node, order int, best bool) *row {
	r := &row{Order: order, Best: best, Open: best, Size: o.sizes[n]}
	if parent == nil {
		r.Move, r.Value = "the position", o.value(n.Value, n.Bound())
		r.Window = o.window(n.Alpha, n.Beta)
		r.Bar = newBar(n.Alpha, n.Beta, n.Value)
	} else {
		o.describe(r, parent, n)
	}
	byMove := childrenByMove(plain)
	if len(n.Children) > 0 && !o.drawn[n.Children[0]] {
		r.Hidden = o.sizes[n] - 1
		return r
	}
	low, names, tried := n.Alpha, names(n), 0
	for i, child := range n.Children {
		if i == 0 || n.Children[i-1].Move != child.Move {
			tried++
		}
		c := o.row(n, child, byMove[child.Move], tried, child == bestChild(n))
		c.Move = names[i]
		c.Open = best && c.Best
		again := i+1 < len(n.Children) && n.Children[i+1].Move == child.Move
		c.classify(n, child, low, i == 0, again)
		if !again {
			low = max(low, -child.Value)
		}
		r.Children = append(r.Children, c)
	}
	if len(n.Skipped) > 0 {
		r.Cut = o.remainder(n, byMove)
	}
	return r
}

// names returns the moves that were tried at n, in algebraic notation.
func names(n *node) []string {
	var moves []board.Move
	for _, child := range n.Children {
		moves = append(moves, child.Move)
	}
	return pgn.Moves(&n.State.position, moves...)
}

// describe describes the move that leads from parent to n and its value.
func (o *outliner) describe(r *row, parent, n *node) {
	p := &parent.State.position
	r.Side = p.Turn().String()
	r.Changes = changes(p, &n.State.position)
	opposite := [...]textbook.Bound{textbook.Exact: textbook.Exact, textbook.Lower: textbook.Upper, textbook.Upper: textbook.Lower}
	r.Value = o.value(-n.Value, opposite[n.Bound()])
	r.Window = o.window(-n.Beta, -n.Alpha)
	r.Bar = newBar(-n.Beta, -n.Alpha, -n.Value)
}

// value formats a value, or a bound of it.
func (o *outliner) value(value int, bound textbook.Bound) string {
	return [...]string{textbook.Exact: "", textbook.Lower: "≥ ", textbook.Upper: "≤ "}[bound] + formatScore(o.root, value)
}

// window formats a window; a null window is a question.
func (o *outliner) window(low, high int) string {
	if high-low == 1 {
		return "> " + formatScore(o.root, low) + "?"
	}
	return "(" + formatScore(o.root, low) + ", " + formatScore(o.root, high) + ")"
}

// classify sets the result of the move to child, where the best value so far, or alpha, was low. Again says that the next
// search is of the same move.
func (r *row) classify(parent, child *node, low int, first, again bool) {
	value := -child.Value
	switch {
	case again:
		r.Verdict, r.Class = "better, to be searched again", "raises"
	case value >= parent.Beta:
		r.Verdict, r.Class = "cutoff", "cutoff"
	case value > low && first:
		r.Verdict, r.Class = "first", "raises"
	case value > low:
		r.Verdict, r.Class = "new best", "raises"
	default:
		r.Verdict, r.Class = "no better", "lower"
	}
	if child.Hit != nil {
		r.Verdict, r.Class = "from the table, "+r.Verdict, r.Class+" hit"
	}
}

// remainder returns the moves that were not tried at n.
func (o *outliner) remainder(n *node, byMove map[board.Move]*node) *remainder {
	const named = 12
	c := &remainder{Count: len(n.Skipped)}
	for _, m := range n.Skipped {
		c.Saved += o.saved[byMove[m]]
	}
	names := pgn.Moves(&n.State.position, n.Skipped[:min(c.Count, named)]...)
	if c.Moves = strings.Join(names, ", "); c.Count > named {
		c.Moves += ", …"
	}
	return c
}

// newBar draws a window and a value in it.
func newBar(low, high, value int) bar {
	l := place(low)
	return bar{Low: l, Width: math.Round(10*(place(high)-l)) / 10, Value: place(value)}
}

// formatScore returns a value in pawns, as other outputs show it for a score at root, or the moves to mate. One scale for
// the whole tree keeps values in their order.
func formatScore(root *board.Position, value int) string {
	switch value {
	case -textbook.Infinity:
		return "−∞"
	case textbook.Infinity:
		return "+∞"
	}
	score := winrate.ScoreOf(root, value)
	if score.Mate && score.N == 0 {
		return "mate"
	}
	return strings.Replace(score.String(), "-", "−", 1)
}

// changes returns the squares whose content differs, with the letters of the pieces that are there after the move,
// "." for none: "e2.e4P".
func changes(before, after *board.Position) string {
	var b strings.Builder
	for s := board.Square(0); s < board.SquareCount; s++ {
		if pc := after.At(s); pc != before.At(s) {
			fmt.Fprintf(&b, "%v%c", s, pc.Letter())
		}
	}
	return b.String()
}
