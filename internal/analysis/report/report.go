// Package report writes the analysis of games and positions as one self-contained HTML page. It writes as it goes:
// only the table of contents and the summary, which come last in the file and first on the screen, grow with the number of
// games.
//
// The page is complete without its script, as far as it goes: of the first games every board, mark and line is there to be
// read. The script adds what a book cannot do: it steps through a game on a board, shows one game at a time, sorts the
// tables, and unpacks the games behind the first ones.
package report

import (
	_ "embed"
	"strings"

	"vertigo/internal/analysis/diagram"
	"vertigo/internal/analysis/webpage"
)

//go:embed report.css
var style string

//go:embed report.js
var script string

//go:embed report.tmpl
var templateText string

var body = webpage.NewTemplate("report", templateText, nil)

// page returns the frame of a report.
func page() webpage.Page {
	return webpage.Page{Title: "Chess analysis", Styles: []string{diagram.Style, style}, Scripts: []string{diagram.Script, script}}
}

// Writer writes one report. Each method appends the next part of the page to b and returns it: Begin once, Game and
// Position as often as there are any, in any order, End once.
type Writer struct {
	settings  Settings
	games     []entry
	summary   []*grouping
	pack      pack // of games that are still to be written
	suites    []*suite
	positions int // so far
	lists     int // so far
	listOpen  bool
}

// New returns the writer of a report.
func New(s Settings) *Writer { return &Writer{settings: s, summary: newSummary()} }

// Begin writes the head of the page.
func (w *Writer) Begin(b []byte) []byte {
	b = append(b, page().Begin()...)
	return body.Append(b, "begin", map[string]any{"Symbols": diagram.Symbols(), "Engine": w.settings.Engine})
}

// End writes the table of contents and the foot of the page.
func (w *Writer) End(b []byte) []byte {
	b = w.closePack(w.closeList(b))
	b = body.Append(b, "end", map[string]any{
		"Settings": w.settings, "Suites": w.tallies(), "Summary": w.tables(), "Games": w.games[:min(len(w.games), plainGames)], "All": len(w.games),
		"Contents": w.contents(), "Empty": len(w.games)+w.positions == 0,
	})
	return append(b, page().End()...)
}

// joined joins what is known, that is neither empty nor made of question marks.
func joined(parts ...string) string {
	var known []string
	for _, part := range parts {
		if strings.Trim(part, "?.- ") != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}
