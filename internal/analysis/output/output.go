// Package output turns answers into text: a table, EPD, JSON, annotated games, a report for the browser, the verdicts on a
// test suite.
package output

import (
	"fmt"
	"strconv"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/system/commandline"
	"vertigo/tt"
)

// Settings are what an output depends on besides the answers.
type Settings struct {
	As      string // one of Forms
	Engine  string // version
	Network string // name
	Limits  answer.Limits
	Times   bool // EPD, JSON and the report tell how long the searches took
}

// Forms returns the outputs, the usual one first.
func Forms() []commandline.Form {
	return []commandline.Form{
		{Name: "table", Endings: []string{"txt"}}, {Name: "epd", Endings: []string{"epd"}},
		{Name: "json", Endings: []string{"json", "jsonl", "ndjson"}}, {Name: "pgn", Endings: []string{"pgn"}},
		{Name: "html", Endings: []string{"html", "htm"}}, {Name: "suite", Endings: []string{"txt"}},
		{Name: "csv", Endings: []string{"csv"}}, {Name: "lichess", Endings: []string{"json", "jsonl", "ndjson"}},
	}
}

// Renderer turns answers into text. Each method appends to b.
type Renderer interface {
	Begin(b []byte) []byte
	Render(b []byte, j *answer.Job) []byte
	End(b []byte) []byte
}

// FailureRenderer is a Renderer that has something to say about jobs that could not be read, too.
type FailureRenderer interface {
	Failure(b []byte, j *answer.Job) []byte
}

// New returns the renderer of an output.
func New(s Settings) Renderer {
	switch s.As {
	case "epd":
		return &epdRenderer{times: s.Times}
	case "json":
		return &jsonRenderer{engine: "Vertigo " + s.Engine, network: s.Network, limits: s.Limits, times: s.Times}
	case "pgn":
		return &annotator{engine: "Vertigo " + s.Engine}
	case "html":
		return newHTMLRenderer(s)
	case "csv":
		return newCSVRenderer(s)
	case "lichess":
		return &lichessRenderer{}
	case "suite":
		return &suiteRenderer{}
	default:
		return &tableRenderer{}
	}
}

// FormatScore returns a score at p in pawns, as they are shown, or moves to mate, for example "+0.35", "#3", "#-2".
func FormatScore(p *board.Position, score int, bound tt.Bound) string {
	var text string
	switch {
	case score == -scores.Mate:
		text = "#-0"
	case scores.IsMate(score):
		text = fmt.Sprintf("#%d", scores.MateIn(score))
	default:
		text = fmt.Sprintf("%+.2f", float64(winrate.Centipawns(p, score))/100)
	}
	switch bound {
	case tt.Lower:
		text = ">" + text
	case tt.Upper:
		text = "<" + text
	}
	return text
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }
