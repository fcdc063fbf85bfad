package tree

import (
	"fmt"
	"strings"

	"vertigo/board"
)

// columns is the width of a picture.
const columns = 1200

// thinnest is the least width of the best line.
const thinnest = 4.0

// shades is the number of shades that show how much of a column was visited.
const shades = 4

// kind says how a search treated a part of the tree.
type kind int

// The kinds, and how many there are.
const (
	whole      kind = iota // plain negamax was there
	remembered             // the table answered in this search
	visited                // it was there
	bestLine               // it was there, and this is the best line
	kinds
)

// picture is the tree of a search on a grid with a row for each ply and a fixed number of columns. It holds for each
// cell the share, 0 to 1, that is of a kind.
type picture struct {
	plies [][kinds][columns]float32
	edges [][]float64 // by ply, where one wide node ends and the next begins
}

// newPicture draws the tree of a search. The width of a node is the number of leaves that plain negamax finds below it. Repeated
// visits, also in several rounds, count once.
func newPicture(roots []*node, plain *node, widths map[*node]int, depth int) *picture {
	p := &picture{plies: make([][kinds][columns]float32, depth+1), edges: make([][]float64, depth+1)}
	seen := map[*node]kind{}
	for i, root := range roots {
		see(seen, root, plain, i == len(roots)-1)
	}
	p.draw(seen, plain, widths, span{0, columns}, 0)
	return p
}

// see notes which nodes of the plain tree a search knows: those from n down, which is plain there. The best line has the root and
// the best move of each of its nodes.
func see(seen map[*node]kind, n, plain *node, best bool) {
	if seen[plain] = max(seen[plain], visited); best {
		seen[plain] = bestLine
	}
	if n.Hit != nil {
		remember(seen, plain)
		return
	}
	byMove := childrenByMove(plain)
	for _, child := range n.Children {
		see(seen, child, byMove[child.Move], best && child == bestChild(n))
	}
}

// remember notes everything below a node as known from the table, unless it was visited.
func remember(seen map[*node]kind, plain *node) {
	for _, child := range plain.Children {
		seen[child] = max(seen[child], remembered)
		remember(seen, child)
	}
}

func childrenByMove(n *node) map[board.Move]*node {
	byMove := map[board.Move]*node{}
	for _, child := range n.Children {
		byMove[child.Move] = child
	}
	return byMove
}

// leaves counts the leaves below every node of a tree that has no cutoffs.
func leaves(n *node, widths map[*node]int) int {
	count := 0
	for _, child := range n.Children {
		count += leaves(child, widths)
	}
	widths[n] = max(count, 1)
	return widths[n]
}

// span is a range of columns.
type span struct{ from, to float64 }

// draw adds a node of the plain tree and its descendants, by what the search did with them.
func (p *picture) draw(seen map[*node]kind, plain *node, widths map[*node]int, s span, ply int) {
	p.fill(s, ply, whole)
	switch seen[plain] {
	case remembered:
		p.fill(s, ply, remembered)
	case bestLine: // wide enough to be seen
		middle := (s.from + s.to) / 2
		p.fill(span{min(s.from, middle-thinnest/2), max(s.to, middle+thinnest/2)}, ply, bestLine)
		fallthrough
	case visited:
		p.fill(s, ply, visited)
		if s.to-s.from > 12 {
			p.edges[ply] = append(p.edges[ply], s.to)
		}
	}
	at := s.from
	for _, child := range plain.Children {
		width := (s.to - s.from) * float64(widths[child]) / float64(widths[plain])
		p.draw(seen, child, widths, span{at, at + width}, ply+1)
		at += width
	}
}

// fill adds to the cells of a row the parts that s covers.
func (p *picture) fill(s span, ply int, k kind) {
	row := &p.plies[ply][k]
	for c := max(int(s.from), 0); c < columns && float64(c) < s.to; c++ {
		row[c] += float32(min(s.to, float64(c+1)) - max(s.from, float64(c)))
	}
}

// rowHeight is the height of a ply in the picture, and gap the distance to the next.
const (
	rowHeight = 24
	gap       = 2
)

// layer holds the cells of one kind in one shade.
type layer struct {
	Class string
	Path  string
}

// layers returns the picture as shapes, to be drawn one on top of the other.
func (p *picture) layers() (list []layer) {
	for k, name := range [kinds]string{"whole", "remembered", "visited", "best-line"} {
		for shade := 1; shade <= shades; shade++ {
			var b strings.Builder
			for ply := range p.plies {
				p.outline(&b, ply, kind(k), shade)
			}
			if b.Len() > 0 {
				list = append(list, layer{fmt.Sprintf("%s shade-%d", name, shade), b.String()})
			}
		}
	}
	var b strings.Builder
	for ply, edges := range p.edges {
		for _, x := range edges {
			fmt.Fprintf(&b, "M%.1f %dv%d", x, ply*rowHeight, rowHeight-gap)
		}
	}
	return append(list, layer{"edges", b.String()})
}

// shade returns how strong the colour of a cell is, from 0 for none to shades.
func (p *picture) shade(ply int, k kind, column int) int {
	part, all := p.plies[ply][k][column], p.plies[ply][whole][column]
	switch {
	case part < .002:
		return 0
	case k == whole || k == bestLine:
		return shades
	}
	return max(1, min(int(part/all*shades+.5), shades))
}

// outline adds the cells of a row that have the shade, neighbours together.
func (p *picture) outline(b *strings.Builder, ply int, k kind, shade int) {
	for c := 0; c < columns; c++ {
		from := c
		for c < columns && p.shade(ply, k, c) == shade {
			c++
		}
		if c > from {
			fmt.Fprintf(b, "M%d %dh%dv%dh-%dz", from, ply*rowHeight, c-from, rowHeight-gap, c-from)
		}
	}
}
