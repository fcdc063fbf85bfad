package compare

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/diagram"
	"vertigo/internal/analysis/notation"
	"vertigo/internal/analysis/webpage"
)

//go:embed compare.css
var style string

//go:embed compare.js
var script string

//go:embed compare.tmpl
var templateText string

var body = webpage.NewTemplate("compare", templateText, nil)

// pageView is what the page shows.
type pageView struct {
	Symbols       template.HTML
	Before, After fileView
	Settings      []string
	Both          int
	Counts        []count
	Bars          []bar
	Mean, Listed  string
	Changes       []changeView
	Only          []onlyView
}

// fileView is one of the two files.
type fileView struct {
	Name, About string
	Unread      int
}

// bar is a part of the bar that shows how much has changed, in per cent of its length.
type bar struct {
	Class    string
	X, Width float64
}

// changeView is a change.
type changeView struct {
	ID            int
	Difference    string
	Class         string // better or worse, for the side to move
	OtherBest     bool
	Board         template.HTML
	Place, Turn   string
	FEN           string
	Before, After sideView
}

// sideView is what one of the files says.
type sideView struct {
	Name     string // before or after
	Score    string
	Expected string  // in points
	X        float64 // the same on a scale from 0 to 100
	Effort   string
	Line     string
}

// onlyView are the positions that only one file has.
type onlyView struct {
	ID        int
	Name      string
	Positions []onlyPosition
	Count     int
	More      int
}

type onlyPosition struct{ Place, FEN, Score, Best string }

// page returns the comparison as a page for the browser.
func (d *diff) page(most int) []byte {
	v := pageView{
		Symbols: diagram.Symbols(), Before: d.Before.view(), After: d.After.view(), Settings: d.Settings, Both: d.Both, Counts: d.counts(),
		Bars: d.bars(), Mean: fmt.Sprintf("%.3f", d.Mean), Listed: d.listed(),
	}
	for i := range d.Changes {
		v.Changes = append(v.Changes, d.Changes[i].view(i+1))
	}
	v.addOnly(d.Before.name, d.OnlyBefore, most)
	v.addOnly(d.After.name, d.OnlyAfter, most)
	frame := webpage.Page{Title: "Two analyses compared", Styles: []string{diagram.Style, style}, Scripts: []string{script}}
	return append(body.Append([]byte(frame.Begin()), "compare", v), frame.End()...)
}

func (s *source) view() fileView { return fileView{s.name, s.describe(), s.unread} }

// bars returns the parts of the bar: what is the same, has another score, has another best move.
func (d *diff) bars() (list []bar) {
	x := 0.0
	for i, c := range d.counts()[:3] {
		list = append(list, bar{[...]string{"same", "other-score", "other-best"}[i], x, c.Percent})
		x += c.Percent
	}
	return list
}

func (c *change) view(id int) changeView {
	root := c.After.position()
	v := changeView{
		ID: id, Difference: strings.Replace(fmt.Sprintf("%+.2f", c.Difference), "-", "−", 1), Class: "better", OtherBest: c.otherBest(),
		Place: c.After.place(), FEN: c.After.FEN, Turn: "White to move", Before: c.Before.view("before"), After: c.After.view("after"),
	}
	if c.Difference < 0 {
		v.Class = "worse"
	}
	if root.Turn() == board.Black {
		v.Turn = "Black to move"
	}
	var arrows []diagram.Arrow
	if c.otherBest() {
		arrows = appendArrow(arrows, &root, c.Before.Best, "other")
	}
	v.Board = diagram.SVG(&root, appendArrow(arrows, &root, c.After.Best, "best")...)
	return v
}

func appendArrow(list []diagram.Arrow, root *board.Position, m board.Move, kind string) []diagram.Arrow {
	if m == board.NoMove {
		return list
	}
	return append(list, diagram.Arrow{Move: diagram.Squares(root, m), Kind: kind})
}

func (e *entry) view(name string) sideView {
	v := sideView{Name: name, Score: typeset(e.Score), Expected: fmt.Sprintf("%.2f", e.Expected), X: 100 * e.Expected}
	if e.Best == board.NoMove {
		return v
	}
	root := e.position()
	v.Effort = fmt.Sprintf("depth %d, %d nodes", e.Depth, e.Nodes)
	if v.Line = notation.NumberedLine(&root, e.Line); len(e.Line) == 0 {
		v.Line = notation.NumberedLine(&root, []board.Move{e.Best})
	}
	return v
}

// typeset returns a score with the signs of print.
func typeset(s score) string {
	return strings.NewReplacer("#-0", "#", "-", "−", ">", "≥ ", "<", "≤ ").Replace(s.String())
}

func (v *pageView) addOnly(name string, list []*entry, most int) {
	if len(list) == 0 {
		return
	}
	shown := first(list, most)
	o := onlyView{ID: len(v.Only) + 1, Name: name, Count: len(list), More: len(list) - len(shown)}
	for _, e := range shown {
		root := e.position()
		p := onlyPosition{Place: e.place(), FEN: e.FEN, Score: typeset(e.Score)}
		if e.Best != board.NoMove {
			p.Best = notation.NumberedLine(&root, []board.Move{e.Best})
		}
		o.Positions = append(o.Positions, p)
	}
	v.Only = append(v.Only, o)
}
