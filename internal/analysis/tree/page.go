package tree

import (
	_ "embed"
	"fmt"
	"html/template"
	"slices"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/page"
	"vertigo/internal/pgn"
)

//go:embed tree.css
var style string

//go:embed tree.js
var script string

//go:embed tree.tmpl
var templateText string

var body = page.NewTemplate("tree", templateText, template.FuncMap{
	"unfolds": func(r *row) bool { return len(r.Children) > 0 || r.Cut != nil || r.Hidden > 0 },
	"shown":   formatCount,
})

// pageView is the content of the page.
type pageView struct {
	Engine         string
	Network        string
	FEN, Placement string
	Turn           string
	Depth          int
	Move, Worth    string
	Searches       []searchView // all of them
	Drawn          []searchView // those whose trees are drawn
}

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
	v := pageView{
		Engine: "Vertigo " + version, Network: net.String(), FEN: o.root.FEN(),
		Placement: page.Placement(&o.root), Turn: o.root.Turn().String(), Depth: o.depth,
		Move: pgn.Moves(&o.root, whole.Best)[0], Worth: worth(&o.root, whole.Value),
	}
	for i, s := range list {
		view := searchView{variant: s, ID: max(i, first) + 1, Share: fmt.Sprintf("%.1f", 100*float64(s.Nodes)/float64(whole.Nodes))}
		if s.Roots != nil {
			view.draw(whole.Roots[0], widths, o)
			v.Drawn = append(v.Drawn, view)
		}
		v.Searches = append(v.Searches, view)
	}
	frame := page.Frame{
		Title: "The tree of a search", Styles: []string{page.DiagramStyle, style}, Scripts: []string{page.DiagramScript, script},
	}
	return append(body.Append([]byte(frame.Begin()), "tree", v), frame.End()...)
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

// formatCount returns a number with its thousands apart.
func formatCount(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}
