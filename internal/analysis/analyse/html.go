package analyse

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"vertigo/board"
	"vertigo/internal/analysis/report"
	"vertigo/search"
	"vertigo/tt"
)

// htmlRenderer writes a report for the browser: games with their course, single positions with their board.
type htmlRenderer struct {
	page  *report.Writer
	times bool
}

func newHTMLRenderer(c Config, o *options) *htmlRenderer {
	return &htmlRenderer{times: !o.noTimes, page: report.New(report.Settings{
		Engine: "Vertigo " + c.Version, Network: c.network, Limits: o.describeLimits(),
	})}
}

// describeLimits tells in words how each position is searched.
func (o *options) describeLimits() string {
	var parts []string
	add := func(set bool, format string, value any) {
		if set {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	l := &o.limits
	add(l.Depth > 0, "depth %d", l.Depth)
	add(l.Nodes > 0, "%d nodes", l.Nodes)
	add(l.MoveTime > 0, "%d ms", l.MoveTime.Milliseconds())
	add(l.Mate > 0, "mate in %d", l.Mate)
	text := strings.Join(parts, " or ") + " for each position"
	if l.MultiPV > 1 {
		text += fmt.Sprintf(", %d lines", l.MultiPV)
	}
	threads := "1 thread"
	if o.threads > 1 {
		threads = fmt.Sprintf("%d threads", o.threads)
	}
	text = fmt.Sprintf("%s, %s, table of %d MiB", text, threads, o.hash)
	if o.tablebases != "" {
		text += ", tablebases: " + o.tablebases
	}
	return text
}

func (r *htmlRenderer) begin(b []byte) []byte { return r.page.Begin(b) }
func (r *htmlRenderer) end(b []byte) []byte   { return r.page.End(b) }

func (r *htmlRenderer) render(b []byte, j *job) []byte {
	if j.game != nil {
		return r.page.Game(b, r.game(j))
	}
	for i, p := range j.positions {
		out := r.position(p, &j.outcomes[i], p.game.Position.Turn())
		out.Where, out.Suite, out.Theme = plainText(j.where), plainText(j.source), theme(out.Name)
		b = r.page.Position(b, &out)
	}
	return b
}

// game returns what the report tells of a game.
func (r *htmlRenderer) game(j *job) *report.Game {
	g := &report.Game{Where: plainText(j.where), Tags: map[string]string{}, Result: j.game.outcome()}
	for name, value := range j.game.tags {
		g.Tags[name] = plainText(value)
	}
	for i, p := range j.positions {
		g.Positions = append(g.Positions, r.position(p, &j.outcomes[i], board.White))
	}
	for i, m := range j.moves {
		given := j.judge(i).given
		g.Moves = append(g.Moves, report.Move{
			Move: m, SAN: formatLine(&j.positions[i].game.Position, []board.Move{m}), Given: given, Mark: marks[annotation(given)],
		})
	}
	review := newReview(j)
	for c := range g.Players {
		color := board.Color(c)
		name := [...]string{"White", "Black"}[c]
		g.Players[c] = report.Player{Name: name, Moves: review.moves[c]}
		if tag := strings.TrimSpace(g.Tags[name]); tag != "" && tag != "?" {
			g.Players[c].Name = tag
		}
		if review.moves[c] > 0 {
			g.Players[c].Loss, g.Players[c].Accuracy = review.averageLoss(color), review.accuracy(color)
		}
	}
	return g
}

// plainText returns text of the input as UTF-8. What is none was written in Latin-1, the character set of the PGN
// standard.
func plainText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(rune(text[i]))
	}
	return b.String()
}

// marks are the report's names for numeric annotations.
var marks = map[string]report.Mark{"": report.Unmarked, "$6": report.Dubious, "$2": report.Mistake, "$4": report.Blunder}

// position returns what the report tells of a position, with the scores seen from one side.
func (r *htmlRenderer) position(p *position, o *outcome, view board.Color) report.Position {
	root := &p.game.Position
	score := o.score(root)
	out := report.Position{
		Board: *root, Name: plainText(p.id), Score: scoreFor(view, root, score, o.bound()), White: search.Odds(root, score, false).Expected(), Nodes: o.nodes,
		Judged: o.judged, Solved: o.solved, Wanted: strings.TrimSpace(string(p.appendWanted(nil))),
	}
	if root.Turn() == board.Black {
		out.White = 1 - out.White
	}
	if r.times {
		out.Time = seconds(o.time)
	}
	if !hasLegalMove(root) {
		if out.Over = "stalemate"; root.InCheck() {
			out.Over = "checkmate"
		}
	}
	for _, l := range o.lines {
		line := report.Line{Score: scoreFor(view, root, l.score, l.bound), Depth: l.depth, SelDepth: l.selDepth, SAN: numberedLine(root, l.moves)}
		if len(l.moves) > 0 {
			line.Move = l.moves[0]
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// scoreFor returns a score of the side to move at p, as the side view sees it: "+0.35", "≥ +0.35", "#−3", "#" for a mate
// on the board.
func scoreFor(view board.Color, p *board.Position, score int, bound tt.Bound) string {
	sign := 1
	if view != p.Turn() {
		sign = -1
		switch bound {
		case tt.Lower:
			bound = tt.Upper
		case tt.Upper:
			bound = tt.Lower
		}
	}
	switch {
	case score == -search.Mate:
		return "#"
	case search.IsMate(score): // counted in the moves of the side that mates, whoever looks
		return strings.Replace(fmt.Sprintf("#%d", sign*search.MateIn(score)), "-", "−", 1)
	}
	return strings.NewReplacer("-", "−", ">", "≥ ", "<", "≤ ").Replace(formatScore(p, sign*score, bound))
}
