// Package output turns answers into text: a summary of games, a table, EPD, JSON, annotated games, a report for the browser, the
// verdicts on a test suite.
package output

import (
	"slices"
	"strconv"
	"time"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/page"
	"vertigo/internal/system/commandline"
)

// Settings are what an output depends on besides the answers.
type Settings struct {
	As        string // one of Forms
	Engine    string // version
	Network   string // name
	Limits    answer.Limits
	Times     bool // whether the time of the searches is written
	Several   bool // there are several inputs, so that games are not known by their numbers alone
	Screen    Screen
	KeepMarks bool   // annotated games keep the marks, verdicts and lines that engines wrote
	Report    string // the command that writes a report of the same inputs, for a form that names it; "" for none
}

// Forms returns the outputs, the usual one first.
func Forms() []commandline.Form {
	return []commandline.Form{
		{Name: "summary", Endings: []string{"txt"}}, {Name: "table", Endings: []string{"txt"}}, {Name: "epd", Endings: []string{"epd"}},
		{Name: "json", Endings: []string{"json", "jsonl", "ndjson"}}, {Name: "pgn", Endings: []string{"pgn"}},
		{Name: "html", Endings: []string{"html", "htm"}}, {Name: "suite", Endings: []string{"txt"}},
		{Name: "csv", Endings: []string{"csv"}}, {Name: "lichess", Endings: []string{"json", "jsonl", "ndjson"}},
	}
}

// Divisible reports whether an output is as good in two pieces, one after the other, as in one.
func Divisible(form string) bool { return !slices.Contains([]string{"html", "suite", "results"}, form) }

// Renderer turns answers into text. Each method appends to b: Begin once, Render or, if it could not be read, Failure for each job, End
// once.
type Renderer interface {
	Begin(b []byte) []byte
	Render(b []byte, j *answer.Job) []byte
	Failure(b []byte, j *answer.Job) []byte
	End(b []byte) []byte
}

// plain is the part of a Renderer that writes nothing before the first job, after the last, and of one that could not be read.
type plain struct{}

func (plain) Begin(b []byte) []byte                  { return b }
func (plain) Failure(b []byte, _ *answer.Job) []byte { return b }
func (plain) End(b []byte) []byte                    { return b }

// New returns the renderer of an output.
func New(s Settings) Renderer {
	switch s.As {
	case "epd":
		return &epdRenderer{times: s.Times}
	case "json":
		return &jsonRenderer{engine: "Vertigo " + s.Engine, network: s.Network, limits: s.Limits, times: s.Times}
	case "pgn":
		return &annotator{engine: "Vertigo " + s.Engine, keepMarks: s.KeepMarks}
	case "html":
		pgn := &annotator{engine: "Vertigo " + s.Engine, keepMarks: s.KeepMarks}
		return page.NewReport(page.ReportSettings{
			Engine: "Vertigo " + s.Engine, Network: s.Network, Limits: s.Limits.Describe(), Times: s.Times, PGN: pgn.Render,
		})
	case "csv":
		return newCSVRenderer(s)
	case "lichess":
		return &lichessRenderer{}
	case "suite":
		return &suiteRenderer{screen: s.Screen, times: s.Times}
	}
	table := tableRenderer{screen: s.Screen, times: s.Times, several: s.Several}
	if s.As == "table" {
		return &table
	}
	return &summaryRenderer{tableRenderer: table, limits: s.Limits.Each(), report: s.Report}
}

// shownSeconds returns seconds as a column has them, which stays where times are not wanted.
func shownSeconds(d time.Duration, wanted bool) string {
	if !wanted {
		return "-"
	}
	return seconds(d)
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
