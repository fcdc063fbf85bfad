// Package output turns answers into text: a summary of games, a table, EPD, JSON, annotated games, a report for the browser, the
// verdicts on a test suite.
package output

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"vertigo/internal/analysis/game"
	"vertigo/internal/system/cli"
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
	KeepMarks bool                  // annotated games keep the marks, verdicts and lines that engines wrote
	Report    string                // the command that writes a report of the same inputs, for a form that names it; "" for none
	Results   Form[*game.Judgement] // writes a results file; other forms need none
}

// engine returns the name of the engine.
func (s *Settings) engine() string { return "Vertigo " + s.Engine }

// annotator returns what annotates games.
func (s *Settings) annotator() *annotator {
	return &annotator{engine: s.engine(), keepMarks: s.KeepMarks}
}

// detail is what the package knows of an output.
type detail struct {
	help string // what it has, for the help of --as
	use  use
	new  func(Settings) form
}

// use says what an output is good for.
type use uint8

const (
	forPeople  use = 1 << iota // people read it, on a screen
	inOnePiece                 // it is not as good in two pieces, one after the other
	withTotals                 // the same holds if it has games, as the totals of the players follow them
)

// Forms returns the outputs, the usual one first.
func Forms() []cli.Form[detail] {
	text, lines := []string{"txt"}, []string{"json", "jsonl", "ndjson"}
	return []cli.Form[detail]{
		{Name: "summary", Extensions: text, Detail: detail{"players, accuracy, average loss and marked moves of each game; a " +
			"table of single positions", forPeople, newSummaryRenderer}},
		{Name: "table", Extensions: text, Detail: detail{"a row for each position", forPeople,
			func(s Settings) form { return newTableRenderer(s) }}},
		{Name: "epd", Extensions: []string{"epd"}, Detail: detail{"with acd, acn, acs, ce, dm, pv and bm or pm", 0,
			func(s Settings) form { return &epdRenderer{times: s.Times} }}},
		{Name: "json", Extensions: lines, Detail: detail{"one object on each line", withTotals, newJSONRenderer}},
		{Name: "pgn", Extensions: []string{"pgn"}, Detail: detail{"games with evaluations, marks, better lines and " +
			"accuracy, in place of those of other engines", 0, func(s Settings) form { return s.annotator() }}},
		{Name: "html", Extensions: []string{"html", "htm"},
			Detail: detail{"a report for the browser in one file", inOnePiece, newReportRenderer}},
		{Name: "suite", Extensions: text, Detail: detail{"solved positions", forPeople | inOnePiece,
			func(s Settings) form { return &suiteRenderer{screen: s.Screen, times: s.Times} }}},
		{Name: "csv", Extensions: []string{"csv"}, Detail: detail{"a row for each position", inOnePiece,
			func(s Settings) form { return newCSVRenderer(s) }}},
		{Name: "players", Extensions: []string{"csv"}, Detail: detail{"the totals of each player, as CSV", inOnePiece,
			func(s Settings) form { return &playersRenderer{players: game.ByPlayer(s.Limits)} }}},
		{Name: "results", Extensions: []string{"results"}, Detail: detail{"for merge", inOnePiece,
			func(s Settings) form { return s.Results }}},
	}
}

// named returns the form of that name, which must be one.
func named(name string) detail {
	list := Forms()
	return list[slices.IndexFunc(list, func(f cli.Form[detail]) bool { return f.Name == name })].Detail
}

// Help lists the outputs and what they have.
func Help() string {
	var parts []string
	for _, f := range Forms() {
		parts = append(parts, f.Name+" ("+f.Detail.help+")")
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + ", or " + parts[last]
}

// Divisible reports whether an output, with games or without, is as good in two pieces, one after the other, as in one.
func Divisible(form string, games bool) bool {
	use := named(form).use
	return use&inOnePiece == 0 && !(games && use&withTotals != 0)
}

// ForPeople reports whether an output is read by people, on a screen.
func ForPeople(form string) bool { return named(form).use&forPeople != 0 }

// ShowsThreats reports whether an output has threats.
func ShowsThreats(form string) bool {
	return slices.Contains([]string{"json", "csv", "pgn", "html", "results"}, form)
}

// New returns the renderer of an output.
func New(s Settings) Form[*game.Judgement] { return named(s.As).new(s) }

// Form writes items as text: what vertigo analyse and merge have found of jobs, the changes of vertigo diff, puzzles. Each method
// appends to b: Begin once, Item for each or, if it could not be read, Fault, and End once.
type Form[T any] interface {
	Begin(b []byte) []byte
	Item(b []byte, item T) []byte
	Fault(b []byte, item T) []byte
	End(b []byte) []byte
}

// form writes judgements.
type form = Form[*game.Judgement]

// Plain is the part of a Form that writes nothing before the first item, after the last, or for one that could not be read.
type Plain[T any] struct{}

// Begin appends nothing.
func (Plain[T]) Begin(b []byte) []byte { return b }

// Fault appends nothing.
func (Plain[T]) Fault(b []byte, _ T) []byte { return b }

// End appends nothing.
func (Plain[T]) End(b []byte) []byte { return b }

// plain is Plain for judgements.
type plain = Plain[*game.Judgement]

// shownSeconds returns seconds as a column has them, which stays where times are not wanted.
func shownSeconds(d time.Duration, wanted bool) string {
	if !wanted {
		return "-"
	}
	return seconds(d)
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
