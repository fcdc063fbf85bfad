package output

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/klauspost/compress/flate"

	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
)

//go:embed report.css
var reportStyle string

//go:embed report.js
var reportScript string

//go:embed report.html
var reportBody string

func reportFrame() Frame { return BoardFrame("Chess analysis", reportStyle, reportScript) }

// packSize is the number of games and positions that are packed together: the more, the smaller the page, and the longer it
// takes to show one.
const packSize = 16

// reportRenderer writes a report for the browser: data, and a script that draws it. Games and positions come packed sixteen at a
// time as JSON, and at the end a list of all of them with the summary, which alone grows with the number of games. The script
// unpacks the list and the game that is shown. Every game has its first position and its moves in squares, so the script knows no
// rules of chess.
type reportRenderer struct {
	settings Settings
	contents contents
	games    int            // so far
	leftOut  int            // games of which the filters leave nothing
	unread   int            // games and positions that could not be read
	own      int            // games in which both players are the person who was chosen by several names
	names    game.Spellings // of the players of games in which only one side's moves were judged
	pending  []item
	summary  []*table
	suites   game.Suites
}

// contents is what the page knows of all games and positions before it unpacks one.
type contents struct {
	Entries []entry       `json:"entries"`
	Summary []*groupTable `json:"summary"`
	Suites  []*game.Suite `json:"suites"`           // those with a solution
	Player  string        `json:"player,omitempty"` // the only player of the report; "" for none
	Levels  []float64     `json:"levels"`           // expected scores of White with a lead of 3, 1, 0, −1 and −3 pawns
	Notice  string        `json:"notice,omitempty"` // what is missing
}

// newReportRenderer returns the renderer of a report for the settings.
func newReportRenderer(s Settings) form {
	return &reportRenderer{settings: s, summary: newSummary(s.Limits), names: game.Spellings{}}
}

// Begin writes the head of the page.
func (r *reportRenderer) Begin(b []byte) []byte {
	s := r.settings
	return AppendHTML(append(b, reportFrame().Begin()...), reportBody, s.engine(), s.Limits.Each(), s.Network, s.Limits.Describe())
}

// Item writes a game or a single position. It lists it at once, and writes those that are waiting when they fill a pack.
func (r *reportRenderer) Item(b []byte, j *game.Judgement) []byte {
	if j.LeftOut() {
		r.leftOut++
		return b
	}
	var e entry
	if j.IsGame() {
		r.games++
		id := fmt.Sprintf("g%d", r.games)
		for _, s := range r.summary {
			s.add(j, id)
		}
		if side, only := onlySide(j); only {
			r.names[j.Names()[side]]++
		} else if r.settings.Limits.Filters.Names() > 1 {
			r.own++
		}
		e = newGameEntry(id, j)
	} else {
		r.suites.Add(j)
		e = newPositionEntry(fmt.Sprintf("p%d", len(r.contents.Entries)-r.games+1), j)
	}
	r.contents.Entries = append(r.contents.Entries, e)
	r.pending = append(r.pending, r.newItem(j))
	if len(r.pending) < packSize {
		return b
	}
	return r.writePack(b)
}

// Fault counts a game or a position that could not be read.
func (r *reportRenderer) Fault(b []byte, _ *game.Judgement) []byte {
	r.unread++
	return b
}

// notice says what the report does not have, "" if it has everything.
func (r *reportRenderer) notice() string {
	var parts []string
	if len(r.contents.Entries) == 0 {
		parts = append(parts, "Nothing was analysed.")
	}
	if r.unread > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be read.", r.unread))
	}
	if r.leftOut > 0 {
		parts = append(parts, cli.Count(r.leftOut, "game")+" left out by the filters.")
	}
	return strings.Join(parts, " ")
}

// player returns the name of the player whose moves alone were judged in every game, as most games spell it; "" if there is none.
// A name that was chosen may have several spellings, and one person several names.
func (r *reportRenderer) player() string {
	games := 0
	for _, count := range r.names {
		games += count
	}
	chosen := r.settings.Limits.Filters.Names()
	switch names := r.names.Names(); {
	case games+r.own < r.games:
		return ""
	case chosen > 1:
		return r.names.String()
	case len(names) == 0 || len(names) > 1 && (chosen == 0 || 2*r.names[names[0]] < games):
		return ""
	default:
		return names[0]
	}
}

// writePack writes the games and positions that are waiting.
func (r *reportRenderer) writePack(b []byte) []byte {
	if len(r.pending) == 0 {
		return b
	}
	b = fmt.Appendf(b, "<template class=\"pack\" data-last=\"%d\">", len(r.contents.Entries)-1)
	b = appendPacked(b, r.pending)
	r.pending = r.pending[:0]
	return append(b, "</template>\n"...)
}

// End writes the contents and the rest of the page.
func (r *reportRenderer) End(b []byte) []byte {
	b = r.writePack(b)
	for _, s := range r.suites.List() {
		if s.Name = pgn.PlainText(s.Name); s.Total > 0 {
			r.contents.Suites = append(r.contents.Suites, s)
		}
	}
	r.contents.Player, r.contents.Notice = r.player(), r.notice()
	r.contents.Summary = r.tables()
	for _, pawns := range []float64{3, 1, 0, -1, -3} {
		r.contents.Levels = append(r.contents.Levels, expected(100*pawns))
	}
	b = append(appendPacked(append(b, `<template id="contents">`...), &r.contents), "</template>\n"...)
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
