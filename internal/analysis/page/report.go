package page

import (
	_ "embed"
	"strings"
)

//go:embed report.css
var reportStyle string

//go:embed report.js
var reportScript string

//go:embed report.tmpl
var reportText string

var reportBody = NewTemplate("report", reportText, nil)

// page returns the frame of a report.
func reportFrame() Frame {
	return Frame{Title: "Chess analysis", Styles: []string{DiagramStyle, reportStyle}, Scripts: []string{DiagramScript, lettersScript, reportScript}}
}

// Report writes one report. Each method appends the next part of the page to b and returns it: Begin once, Game and
// Position as often as there are any, in any order, End once.
type Report struct {
	settings  ReportSettings
	games     []entry
	summary   []*grouping
	pack      pack // of games that are still to be written
	suites    []*suite
	positions int // so far
	lists     int // so far
	listOpen  bool
}

// NewReport returns the writer of a report.
func NewReport(s ReportSettings) *Report { return &Report{settings: s, summary: newSummary()} }

// Begin writes the head of the page.
func (w *Report) Begin(b []byte) []byte {
	b = append(b, reportFrame().Begin()...)
	return reportBody.Append(b, "begin", map[string]any{"Symbols": Symbols(), "Engine": w.settings.Engine})
}

// End writes the table of contents and the foot of the page.
func (w *Report) End(b []byte) []byte {
	b = w.closePack(w.closeList(b))
	b = reportBody.Append(b, "end", map[string]any{
		"Settings": w.settings, "Suites": w.tallies(), "Summary": w.tables(), "Games": w.games[:min(len(w.games), plainGames)], "All": len(w.games),
		"Contents": w.contents(), "Empty": len(w.games)+w.positions == 0,
	})
	return append(b, reportFrame().End()...)
}

// joined joins the texts that are neither empty nor question marks.
func joined(parts ...string) string {
	var known []string
	for _, part := range parts {
		if strings.Trim(part, "?.- ") != "" {
			known = append(known, part)
		}
	}
	return strings.Join(known, " · ")
}
