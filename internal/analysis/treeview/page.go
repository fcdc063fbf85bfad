package treeview

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"sync"

	"vertigo/eval"
	"vertigo/internal/analysis/diagram"
	"vertigo/internal/analysis/notation"
	"vertigo/internal/analysis/webpage"
	"vertigo/search"
)

//go:embed tree.css
var style string

//go:embed tree.js
var script string

//go:embed tree.tmpl
var templateText string

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("tree").Funcs(template.FuncMap{
		"unfolds": func(r *row) bool { return len(r.Children) > 0 || r.Cut != nil || r.Hidden > 0 },
		"shown":   formatCount,
	}).Parse(templateText))
})

// pageView is what the page shows.
type pageView struct {
	Symbols        template.HTML
	Engine         string
	Network        string
	Board          template.HTML
	FEN, Placement string
	Turn           string
	Depth          int
	Move, Worth    string
	Searches       []searchView
}

// searchView is one of the searches as the page shows it.
type searchView struct {
	*variant
	ID      int
	Share   string // of the positions of plain negamax, in per cent
	Layers  []layer
	Height  int // of the picture
	Label   string
	Outline *row
	Drawn   int // rows
}

// newPage searches and returns the page.
func newPage(version string, net *eval.Network, o *options) []byte {
	list := searches(newState(o.root, net), o.depth)
	plain := list[0].Root
	widths := map[*node]int{}
	leaves(plain, widths)
	v := pageView{
		Symbols: diagram.Symbols(), Engine: "Vertigo " + version, Network: net.String(), Board: diagram.SVG(&o.root), FEN: o.root.FEN(),
		Placement: diagram.Placement(&o.root), Turn: o.root.Turn().String(), Depth: o.depth,
		Move: notation.Moves(&o.root, list[0].Best)[0], Worth: worth(plain.Value),
	}
	for i, s := range list {
		share := fmt.Sprintf("%.1f", 100*float64(s.Nodes)/float64(list[0].Nodes))
		outline := newOutline(s.Root, plain, o.rows)
		v.Searches = append(v.Searches, searchView{
			variant: s, ID: i + 1, Share: share, Layers: newPicture(s.Root, plain, widths, o.depth).layers(),
			Height: (o.depth+1)*rowHeight - gap, Outline: outline, Drawn: outline.count(),
			Label: fmt.Sprintf("The tree of %s: %d positions in %d levels, %s per cent of what plain negamax visits.", s.Name, s.Nodes, o.depth+1, share),
		})
	}
	frame := webpage.Page{Title: "The tree of a search", Styles: []string{diagram.Style, style}, Scripts: []string{diagram.Script, script}}
	out := bytes.NewBufferString(frame.Begin())
	if err := templates().Execute(out, v); err != nil {
		panic(err) // cannot happen: the template fits its data, and a buffer takes everything
	}
	out.WriteString(frame.End())
	return out.Bytes()
}

// worth tells in words what a value is for the side to move.
func worth(value int) string {
	if !search.IsMate(value) {
		return "worth " + formatScore(value) + " pawns"
	}
	if n := search.MateIn(value); n > 0 {
		return fmt.Sprintf("gives mate in %d", n)
	}
	return fmt.Sprintf("holds off mate until move %d", -search.MateIn(value))
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
