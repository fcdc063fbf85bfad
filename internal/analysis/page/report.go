package page

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/flate"

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
)

//go:embed report.css
var reportStyle string

//go:embed report.js
var reportScript string

//go:embed report.html
var reportBody string

func reportFrame() Frame {
	return Frame{
		Title: "Chess analysis", Styles: []string{DiagramStyle, moveInputStyle, reportStyle},
		Scripts: []string{DiagramScript, lettersScript, moveInputScript, reportScript},
	}
}

// ReportSettings are what a report depends on besides the answers.
type ReportSettings struct {
	Engine  string                 // name and version
	Network string                 // name of the one that evaluates
	Limits  game.Limits            // of the searches, and what chose the moves
	Times   bool                   // whether the time of the searches is written
	PGN     func(*game.Job) []byte // returns an annotated game
}

// packSize is the number of games and positions that are packed together: the more, the smaller the page, and the longer it
// takes to show one.
const packSize = 16

// Report writes one report. Each method appends the next part of the page to b and returns it: Begin once, Item for each game
// and each position, End once.
type Report struct {
	settings ReportSettings
	contents contents
	games    int            // so far
	names    map[string]int // of the players of games in which only one side's moves were judged, with the games
	pending  []item
	summary  []*table
	suites   game.Suites
}

// contents is what the page knows of all games and positions before it unpacks one.
type contents struct {
	Entries []entry       `json:"entries"`
	Summary []*groupTable `json:"summary"`
	Suites  []*game.Suite `json:"suites"`           // those with a solution
	Player  string        `json:"player,omitempty"` // whose moves alone the report is about: as most games spell the name; "" for none
	Levels  []float64     `json:"levels"`           // expected scores of White with a lead of 3, 1, 0, −1 and −3 pawns
}

// NewReport returns the writer of a report.
func NewReport(s ReportSettings) *Report {
	return &Report{settings: s, summary: newSummary(s.Limits), names: map[string]int{}}
}

// Begin writes the head of the page.
func (w *Report) Begin(b []byte) []byte {
	s := w.settings
	return Appendf(append(b, reportFrame().Begin()...), reportBody, s.Engine, s.Limits.Each(), s.Network, s.Limits.Describe())
}

// Item writes a game or a single position. It lists it at once, and writes those that are waiting when they fill a pack.
func (w *Report) Item(b []byte, j *game.Job) []byte {
	if j.LeftOut() {
		return b
	}
	var e entry
	if j.PGN != nil {
		w.games++
		id := fmt.Sprintf("g%d", w.games)
		for _, s := range w.summary {
			s.add(j, id)
		}
		if side, only := onlySide(j); only {
			w.names[j.Names()[side]]++
		}
		e = newGameEntry(id, j)
	} else {
		w.suites.Add(j)
		e = newPositionEntry(fmt.Sprintf("p%d", len(w.contents.Entries)-w.games+1), j)
	}
	w.contents.Entries = append(w.contents.Entries, e)
	w.pending = append(w.pending, w.newItem(j))
	if len(w.pending) < packSize {
		return b
	}
	return w.writePack(b)
}

// Fault writes nothing of a job that could not be read.
func (w *Report) Fault(b []byte, _ *game.Job) []byte { return b }

// player returns the name of the player whose moves alone were judged in every game, as most games spell it; "" if there is none. A name
// that was chosen may have several spellings, and one person several names.
func (w *Report) player() (name string) {
	games := 0
	for n, count := range w.names {
		games += count
		if count > w.names[name] || count == w.names[name] && n < name {
			name = n
		}
	}
	chosen := w.settings.Limits.PlayerNames()
	switch {
	case games < w.games:
		return ""
	case chosen > 1:
		return game.PersonName(w.names)
	case len(w.names) > 1 && (chosen == 0 || 2*w.names[name] < games):
		return ""
	}
	return name
}

// writePack writes the games and positions that are waiting.
func (w *Report) writePack(b []byte) []byte {
	if len(w.pending) == 0 {
		return b
	}
	b = fmt.Appendf(b, "<template class=\"pack\" data-last=\"%d\">", len(w.contents.Entries)-1)
	b = appendPacked(b, w.pending)
	w.pending = w.pending[:0]
	return append(b, "</template>\n"...)
}

// End writes the contents and the rest of the page.
func (w *Report) End(b []byte) []byte {
	b = w.writePack(b)
	for _, s := range w.suites.List() {
		if s.Name = game.PlainText(s.Name); s.Total > 0 {
			w.contents.Suites = append(w.contents.Suites, s)
		}
	}
	w.contents.Player = w.player()
	w.contents.Summary = w.tables()
	for _, pawns := range []float64{3, 1, 0, -1, -3} {
		w.contents.Levels = append(w.contents.Levels, expected(100*pawns))
	}
	b = append(appendPacked(append(b, `<template id="contents">`...), &w.contents), "</template>\n"...)
	return append(b, reportFrame().End()...)
}

// expected returns the share of a point, 0 to 1, that a lead in centipawns is worth in the middle of a game. That depends a
// little on the material, but a line across the chart cannot.
func expected(centipawns float64) float64 {
	const material = (winrate.LeastMaterial + winrate.FullMaterial) / 2
	model := winrate.Current()
	win, loss := model.Chances(model.Score(centipawns, material), material)
	return (1 + win - loss) / 2
}

// appendPacked appends v as JSON, compressed as raw Deflate, in base64.
func appendPacked(b []byte, v any) []byte {
	var out bytes.Buffer
	z, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err == nil {
		err = json.NewEncoder(z).Encode(v)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // cannot happen: there are only texts, finite numbers and truth values, and a buffer takes everything
	}
	return base64.StdEncoding.AppendEncode(b, out.Bytes())
}
