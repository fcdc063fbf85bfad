package tree

import (
	_ "embed"
	"fmt"
	"slices"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/output"
	"vertigo/internal/pgn"
)

//go:embed tree.css
var style string

//go:embed tree.js
var script string

//go:embed tree.html
var body string

// searchView is one of the searches as the page shows it.
type searchView struct {
	*variant
	ID       int
	Share    string // of the positions of plain negamax, in per cent
	Layers   []layer
	Height   int // of the picture
	Label    string
	Outlines []*row // one for each visit to the root
	Drawn    int    // rows
}

// newPage searches and returns the page.
func newPage(version string, net *eval.Network, o *options) []byte {
	list := searches(newState(o.root, net), o.depth)
	first := slices.IndexFunc(list, func(v *variant) bool { return v.Roots != nil })
	whole := list[first]
	widths := map[*node]int{}
	leaves(whole.Roots[0], widths)
	var table, drawn []byte
	for i, s := range list {
		view := searchView{variant: s, ID: max(i, first) + 1, Share: fmt.Sprintf("%.1f", 100*float64(s.Nodes)/float64(whole.Nodes))}
		table = view.appendLine(table)
		if s.Roots != nil {
			view.draw(whole.Roots[0], widths, o)
			drawn = view.appendTree(drawn, i == first)
		}
	}
	frame := output.Frame{
		Title: "The tree of a search", Styles: []string{output.DiagramStyle, style}, Scripts: []string{output.DiagramScript, script},
	}
	value := worth(&o.root, whole.Value)
	agreed := output.AppendHTML(nil, "<strong>%s</strong> is best and %s", pgn.Moves(&o.root, whole.Best)[0], value)
	if slices.ContainsFunc(list, func(v *variant) bool { return v.Best != whole.Best }) {
		if agreed = []byte("several moves are best, and each "); scores.IsMate(whole.Value) {
			agreed = append(agreed, value...)
		} else {
			agreed = append(append(agreed, "is "...), value...)
		}
	}
	engine, turn := "Vertigo "+version, "White"
	if o.root.Turn() == board.Black {
		turn = "Black"
	}
	text := output.AppendHTML([]byte(frame.Begin()), body, first+1, engine, output.Placement(&o.root), o.root.FEN(), turn,
		counted(o.depth, "half-move"), len(list), agreed, table, drawn, engine,
		net.String(), o.depth)
	return append(text, frame.End()...)
}

// draw adds the picture and the rows of a search.
func (v *searchView) draw(plain *node, widths map[*node]int, o *options) {
	v.Layers = newPicture(v.Roots, plain, widths, o.depth).layers()
	v.Height = (o.depth+1)*rowHeight - gap
	v.Label = fmt.Sprintf("The tree of %s: %d positions in %d levels, %s per cent of those of plain negamax.",
		v.Name, v.Nodes, o.depth+1, v.Share)
	for i, root := range v.Roots {
		outline := newOutline(root, plain, max(o.rows/len(v.Roots), 1))
		if v.Round != "" {
			outline.Move = fmt.Sprintf("%s %d", v.Round, i+1)
			outline.Open = i == len(v.Roots)-1
		}
		v.Outlines = append(v.Outlines, outline)
		v.Drawn += outline.count()
	}
}

// worth describes a value for the side to move.
func worth(root *board.Position, value int) string {
	if !scores.IsMate(value) {
		return "worth " + formatScore(root, value) + " pawns"
	}
	if n := scores.MateIn(value); n > 0 {
		return fmt.Sprintf("gives mate in %d", n)
	}
	return fmt.Sprintf("holds off mate until move %d", -scores.MateIn(value))
}

// count returns the number of rows.
func (r *row) count() int {
	n := 1
	for _, child := range r.Children {
		n += child.count()
	}
	return n
}

// counted returns a number with the noun that it counts.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return formatCount(n) + " " + noun
}

// formatCount returns a number with its thousands apart.
func formatCount(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}
