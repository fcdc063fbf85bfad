package diff

import (
	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/movegen"
)

// jsonSummary is the first line.
type jsonSummary struct {
	Kind   string   `json:"kind"` // summary
	Before jsonFile `json:"before"`
	After  jsonFile `json:"after"`
	summary
	OnlyBefore int `json:"only_before"`
	OnlyAfter  int `json:"only_after"`
}

type jsonFile struct {
	File    string       `json:"file"`
	Engine  string       `json:"engine"`
	Build   string       `json:"build,omitempty"`
	Network string       `json:"network"`
	Limits  *game.Limits `json:"limits"`
	Unread  int          `json:"unread,omitempty"` // lines or games of the input
}

// jsonChange is a line for a position: a change, or one that only one file has.
type jsonChange struct {
	Kind       string     `json:"kind"` // change or only
	FEN        string     `json:"fen"`
	Difference *float64   `json:"difference,omitempty"` // of the expected score of White, after less before
	Before     *jsonEntry `json:"before,omitempty"`
	After      *jsonEntry `json:"after,omitempty"`
}

type jsonEntry struct {
	Source string `json:"source"`
	ID     string `json:"id,omitempty"`
	Best   string `json:"best,omitempty"`
	game.ScoreJSON
	Expected float64  `json:"expected"`
	Depth    int      `json:"depth"`
	Nodes    uint64   `json:"nodes"`
	PV       []string `json:"pv,omitempty"`
	SAN      string   `json:"pv_san,omitempty"`
}

// jsonForm writes a comparison as JSON.
type jsonForm struct {
	output.Plain[*change]
	*comparison
	most int // positions that only one file has, 0 for all
}

func newJSONForm(d *comparison, most int) output.Form[*change] {
	return &jsonForm{comparison: d, most: most}
}

// Begin appends the summary.
func (d *jsonForm) Begin(b []byte) []byte {
	return game.AppendLine(b, jsonSummary{"summary", d.Before.json(), d.After.json(), d.summary, len(d.OnlyBefore),
		len(d.OnlyAfter)})
}

// Item appends a change.
func (d *jsonForm) Item(b []byte, c *change) []byte {
	return game.AppendLine(b, jsonChange{"change", c.After.Root.FEN(), &c.Difference, c.Before.json(), c.After.json()})
}

// End appends the positions that only one file has.
func (d *jsonForm) End(b []byte) []byte {
	for _, e := range first(d.OnlyBefore, d.most) {
		b = game.AppendLine(b, jsonChange{Kind: "only", FEN: e.Root.FEN(), Before: e.json()})
	}
	for _, e := range first(d.OnlyAfter, d.most) {
		b = game.AppendLine(b, jsonChange{Kind: "only", FEN: e.Root.FEN(), After: e.json()})
	}
	return b
}

func (s *side) json() jsonFile {
	h := &s.Header
	return jsonFile{s.Name, "Vertigo " + h.Engine, h.Build, h.Network, &h.Limits, s.unread}
}

func (e *entry) json() *jsonEntry {
	l := e.top()
	j := &jsonEntry{Source: e.Where, ID: e.ID, ScoreJSON: game.NewScoreJSON(l.Shown()), Expected: e.expected(), Depth: l.Depth,
		Nodes: e.Nodes}
	if e.Best != board.NoMove {
		j.Best, j.PV, j.SAN = movegen.FormatMove(e.Root, e.Best, false), l.UCI(), l.Text()
	}
	return j
}
