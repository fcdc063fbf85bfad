// Package output turns answers into text: a summary of games, a table, EPD, JSON, annotated games, a report for the browser, the
// verdicts on a test suite.
package output

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"vertigo/internal/analysis/annotate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/page"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/commandline"
)

// Settings are what an output depends on besides the answers.
type Settings struct {
	As        string // one of Forms
	Engine    string // version
	Network   string // name
	Limits    game.Limits
	Times     bool // whether the time of the searches is written
	Several   bool // there are several inputs, so that games are not known by their numbers alone
	Screen    Screen
	KeepMarks bool            // annotated games keep the marks, verdicts and lines that engines wrote
	Report    string          // the command that writes a report of the same inputs, for a form that names it; "" for none
	Header    *results.Header // of a results file; other forms need none
}

// engine returns the name of the engine.
func (s *Settings) engine() string { return "Vertigo " + s.Engine }

// annotator returns what annotates games.
func (s *Settings) annotator() annotate.Annotator {
	return annotate.Annotator{Engine: s.engine(), KeepMarks: s.KeepMarks}
}

// form is an output.
type form struct {
	name    string
	endings []string // of file names, without the dot
	help    string   // what it has, for the help of --as
	people  bool     // people read it, on a screen
	whole   bool     // it is not as good in two pieces, one after the other, as in one
	new     func(Settings) Renderer
}

// forms returns the outputs, the usual one first.
func forms() []form {
	text, lines := []string{"txt"}, []string{"json", "jsonl", "ndjson"}
	return []form{
		{"summary", text, "the players of each game, their accuracy and average loss, and the marked moves with the better lines; " +
			"a table of single positions", true, false, newSummaryRenderer},
		{"table", text, "a row for each position", true, false, func(s Settings) Renderer { return newTableRenderer(s) }},
		{"epd", []string{"epd"}, "with acd, acn, acs, ce, dm, pv and bm or pm", false, false,
			func(s Settings) Renderer { return &epdRenderer{times: s.Times} }},
		{"json", lines, "one object on each line", false, false, newJSONRenderer},
		{"pgn", []string{"pgn"}, "the games with evaluations, marks for bad moves, better lines and accuracy, in place of what an engine " +
			"wrote there before", false, false, func(s Settings) Renderer { return &annotated{by: s.annotator()} }},
		{"html", []string{"html", "htm"}, "a report for the browser in one file", false, true, newReport},
		{"suite", text, "solved positions", true, true,
			func(s Settings) Renderer { return &suiteRenderer{screen: s.Screen, times: s.Times} }},
		{"csv", []string{"csv"}, "a row for each position", false, false, func(s Settings) Renderer { return newCSVRenderer(s) }},
		{"players", nil, "a row for each player, as CSV, with the totals of all games", false, true,
			func(Settings) Renderer { return &playersRenderer{} }},
		{"lichess", lines, "the format of Lichess's database of evaluations", false, false,
			func(Settings) Renderer { return &lichessRenderer{} }},
		{"results", []string{"results"}, "for merge", false, true,
			func(s Settings) Renderer { return &results.Renderer{Header: s.Header} }},
	}
}

// newReport returns the renderer of a report for the settings.
func newReport(s Settings) Renderer {
	return page.NewReport(page.ReportSettings{
		Annotator: s.annotator(), Network: s.Network, Each: s.Limits.Each(), Limits: s.Limits.Describe(), Times: s.Times,
	})
}

// named returns the form of that name, which must be one.
func named(name string) form {
	list := forms()
	return list[slices.IndexFunc(list, func(f form) bool { return f.name == name })]
}

// Forms returns the outputs as the command line has them.
func Forms() (list []commandline.Form) {
	for _, f := range forms() {
		list = append(list, commandline.Form{Name: f.name, Endings: f.endings})
	}
	return list
}

// Help lists the outputs and what they have.
func Help() string {
	var parts []string
	for _, f := range forms() {
		parts = append(parts, f.name+" ("+f.help+")")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + ", or " + parts[last]
}

// Divisible reports whether an output is as good in two pieces, one after the other, as in one.
func Divisible(form string) bool { return !named(form).whole }

// ForPeople reports whether an output is read by people, on a screen.
func ForPeople(form string) bool { return named(form).people }

// New returns the renderer of an output.
func New(s Settings) Renderer { return named(s.As).new(s) }

// Renderer turns answers into text. Each method appends to b: Begin once, Render or, if it could not be read, Failure for each job, End
// once.
type Renderer interface {
	Begin(b []byte) []byte
	Render(b []byte, j *game.Job) []byte
	Failure(b []byte, j *game.Job) []byte
	End(b []byte) []byte
}

// plain is the part of a Renderer that writes nothing before the first job, after the last, and of one that could not be read.
type plain struct{}

func (plain) Begin(b []byte) []byte                { return b }
func (plain) Failure(b []byte, _ *game.Job) []byte { return b }
func (plain) End(b []byte) []byte                  { return b }

// annotated writes annotated games.
type annotated struct {
	plain
	by annotate.Annotator
}

// Render appends the game with everything that it had, and the annotations.
func (r *annotated) Render(b []byte, j *game.Job) []byte { return r.by.Append(b, j) }

// Failure appends a game that cannot be played as it is.
func (r *annotated) Failure(b []byte, j *game.Job) []byte {
	if j.PGN == nil {
		return b
	}
	return r.by.AppendUnplayed(b, j)
}

// shownSeconds returns seconds as a column has them, which stays where times are not wanted.
func shownSeconds(d time.Duration, wanted bool) string {
	if !wanted {
		return "-"
	}
	return seconds(d)
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
