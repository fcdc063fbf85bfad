package analyse

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"vertigo/board"
	"vertigo/movegen"
	"vertigo/search"
	"vertigo/tt"
)

// renderer turns results into text. Each method appends to b.
type renderer interface {
	begin(b []byte) []byte
	render(b []byte, j *job) []byte
	end(b []byte) []byte
}

// failureRenderer is a renderer that has something to say about jobs that could not be read, too.
type failureRenderer interface {
	failure(b []byte, j *job) []byte
}

func newRenderer(c Config, o *options) renderer {
	switch o.as {
	case "epd":
		return &epdRenderer{times: !o.noTimes}
	case "json":
		return newJSONRenderer(c, o)
	case "pgn":
		return &annotator{engine: "Vertigo " + c.Version}
	case "html":
		return newHTMLRenderer(c, o)
	case "suite":
		return &suiteRenderer{}
	default:
		return &tableRenderer{}
	}
}

// formatScore returns a score at p in pawns, as they are shown, or moves to mate, for example "+0.35", "#3", "#-2".
func formatScore(p *board.Position, score int, bound tt.Bound) string {
	var text string
	switch {
	case score == -search.Mate:
		text = "#-0"
	case search.IsMate(score):
		text = fmt.Sprintf("#%d", search.MateIn(score))
	default:
		text = fmt.Sprintf("%+.2f", float64(search.Centipawns(p, score))/100)
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

// tableRenderer writes a table for people.
type tableRenderer struct{ count int }

func (r *tableRenderer) begin(b []byte) []byte {
	return append(b, "    No.     score  depth        nodes   seconds  best line (score for the side to move)\n"...)
}

func (r *tableRenderer) render(b []byte, j *job) []byte {
	for i, p := range j.positions {
		r.count++
		o, root := &j.outcomes[i], &p.game.Position
		if len(o.lines) == 0 {
			b = fmt.Appendf(b, "%7d  %8s  %5s %12d %9s  no legal move  %s\n",
				r.count, formatScore(root, o.score(root), tt.Exact), "-", o.nodes, seconds(o.time), p.id)
			continue
		}
		for rank, l := range o.lines {
			number, id := fmt.Sprint(r.count), p.id
			if rank > 0 {
				number, id = "", ""
			}
			if id != "" {
				id = "  (" + id + ")"
			}
			b = fmt.Appendf(b, "%7s  %8s  %5s %12d %9s  %s %s%s\n", number, formatScore(root, l.score, l.bound),
				fmt.Sprintf("%d/%d", l.depth, l.selDepth), o.nodes, seconds(o.time), moveNumber(root),
				formatLine(root, l.moves), id)
		}
	}
	return b
}

func (r *tableRenderer) end(b []byte) []byte { return b }

// epdRenderer writes each position with its own operations and the answers: acd (plies), acn (nodes), acs (seconds),
// ce (side-to-move centipawns; 32767 less the plies to mate, or the negative of that), dm (moves to mate), pv, and bm,
// or pm where the source already names a bm.
type epdRenderer struct{ times bool }

func (r *epdRenderer) begin(b []byte) []byte { return b }
func (r *epdRenderer) end(b []byte) []byte   { return b }

func (r *epdRenderer) render(b []byte, j *job) []byte {
	for i, p := range j.positions {
		root := &p.game.Position
		b = append(b, strings.Join(strings.Fields(root.FEN())[:4], " ")...)
		for _, op := range append(p.kept(), r.answers(p, &j.outcomes[i])...) {
			b = appendOperation(b, op)
		}
		b = append(b, '\n')
	}
	return b
}

// kept returns the operations of p that stay, with its name and counters if they came in another form.
func (p *position) kept() (ops []operation) {
	has := map[string]bool{}
	for _, op := range p.operations {
		has[op.code] = true
		if !isAnswer(op.code) && op.code != "pm" {
			ops = append(ops, op)
		}
	}
	add := func(code string, operand string) {
		if !has[code] {
			ops = append(ops, operation{code, []string{operand}})
		}
	}
	root := &p.game.Position
	if root.Rule50() > 0 {
		add("hmvc", fmt.Sprint(root.Rule50()))
	}
	if root.FullMove() > 1 {
		add("fmvn", fmt.Sprint(root.FullMove()))
	}
	if p.id != "" {
		add("id", p.id)
	}
	return ops
}

func (r *epdRenderer) answers(p *position, o *outcome) (ops []operation) {
	root := &p.game.Position
	score := o.score(root)
	add := func(code string, operands ...string) { ops = append(ops, operation{code, operands}) }
	depth := 0
	if len(o.lines) > 0 {
		depth = o.lines[0].depth
	}
	add("acd", fmt.Sprint(depth))
	add("acn", fmt.Sprint(o.nodes))
	if r.times {
		add("acs", seconds(o.time))
	}
	add("ce", fmt.Sprint(epdScore(root, score)))
	if score > 0 && search.IsMate(score) {
		add("dm", fmt.Sprint(search.MateIn(score)))
	}
	if len(o.lines) == 0 {
		return ops
	}
	line := strings.Fields(formatLine(root, o.lines[0].moves))
	add("pv", line...)
	if len(p.best) > 0 {
		add("pm", line[:1]...)
	} else {
		add("bm", line[:1]...)
	}
	return ops
}

// epdScore returns a score at p as ce has it.
func epdScore(p *board.Position, score int) int {
	const mate = 32767
	switch {
	case !search.IsMate(score):
		return search.Centipawns(p, score)
	case score > 0:
		return mate - (search.Mate - score)
	default:
		return -mate + (search.Mate + score)
	}
}

// jsonRenderer writes one object on each line.
type jsonRenderer struct {
	engine  string
	network string
	limits  jsonLimits
	times   bool
}

// jsonFailure is written for what could not be read.
type jsonFailure struct {
	Source string `json:"source"`
	Error  string `json:"error"`
}

type jsonLimits struct {
	Depth    int    `json:"depth,omitempty"`
	Nodes    uint64 `json:"nodes,omitempty"`
	MoveTime int64  `json:"movetime_ms,omitempty"`
	Mate     int    `json:"mate,omitempty"`
	MultiPV  int    `json:"multipv"`
	Threads  int    `json:"threads"`
	Hash     int    `json:"hash_mib"`

	SearchMoves string `json:"searchmoves,omitempty"` // for positions that do not name their own
	Tablebases  string `json:"tablebases,omitempty"`  // which ones, wherever they lie
}

type jsonResult struct {
	Source      string     `json:"source"`
	ID          string     `json:"id,omitempty"`
	FEN         string     `json:"fen"`
	PointOfView string     `json:"point_of_view"`
	Best        string     `json:"best,omitempty"`
	Solved      *bool      `json:"solved,omitempty"`
	Nodes       uint64     `json:"nodes"`
	Time        *float64   `json:"time_ms,omitempty"`
	Lines       []jsonLine `json:"lines"`
	Over        string     `json:"over,omitempty"`
	Engine      string     `json:"engine"`
	Network     string     `json:"network"`
	Limits      jsonLimits `json:"limits"`
}

// jsonLine is one of the best lines. Exactly one of Centipawns and Mate is there.
type jsonLine struct {
	Centipawns *int     `json:"cp,omitempty"`
	Mate       *int     `json:"mate,omitempty"`
	WDL        [3]int   `json:"wdl"`             // chances to win, draw and lose, in per mille
	Bound      string   `json:"bound,omitempty"` // lower or upper, for a score that is not exact
	Depth      int      `json:"depth"`
	SelDepth   int      `json:"seldepth"`
	PV         []string `json:"pv"`  // long algebraic notation, as UCI has it
	SAN        string   `json:"san"` // the same line in standard algebraic notation
}

func newJSONRenderer(c Config, o *options) *jsonRenderer {
	return &jsonRenderer{engine: "Vertigo " + c.Version, network: c.network, limits: o.jsonLimits(), times: !o.noTimes}
}

func (r *jsonRenderer) begin(b []byte) []byte { return b }
func (r *jsonRenderer) end(b []byte) []byte   { return b }

func (r *jsonRenderer) render(b []byte, j *job) []byte {
	for i, p := range j.positions {
		b = appendLine(b, r.result(j, p, &j.outcomes[i]))
	}
	return b
}

func (r *jsonRenderer) failure(b []byte, j *job) []byte {
	return appendLine(b, jsonFailure{j.where, j.err.Error()})
}

func (r *jsonRenderer) result(j *job, p *position, o *outcome) jsonResult {
	root := &p.game.Position
	result := jsonResult{
		Source: j.where, ID: p.id, FEN: root.FEN(), PointOfView: "side to move", Nodes: o.nodes,
		Lines: []jsonLine{}, Engine: r.engine, Network: r.network, Limits: r.limits,
	}
	if o.judged {
		result.Solved = &o.solved
	}
	if r.times {
		ms := float64(o.time.Microseconds()) / 1000
		result.Time = &ms
	}
	if !hasLegalMove(root) {
		result.Over = "stalemate"
		if root.InCheck() {
			result.Over = "checkmate"
		}
	}
	chess960 := !standardCastling(root)
	for _, l := range o.lines {
		result.Lines = append(result.Lines, l.json(root, chess960))
	}
	if o.best != board.NoMove {
		result.Best = movegen.FormatMove(root, o.best, chess960)
	}
	return result
}

func (l *line) json(root *board.Position, chess960 bool) jsonLine {
	out := jsonLine{Bound: boundNames[l.bound], Depth: l.depth, SelDepth: l.selDepth, SAN: formatLine(root, l.moves)}
	odds := search.Odds(root, l.score, l.known)
	out.WDL = [...]int{odds.Win, odds.Draw, odds.Loss}
	if search.IsMate(l.score) {
		mate := search.MateIn(l.score)
		out.Mate = &mate
	} else {
		shown := search.Centipawns(root, l.score)
		out.Centipawns = &shown
	}
	p := *root
	for _, m := range l.moves {
		out.PV = append(out.PV, movegen.FormatMove(&p, m, chess960))
		var next board.Position
		p.Make(m, &next)
		p = next
	}
	return out
}
