package output

import (
	"strings"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/page"
	"vertigo/movegen"
)

// htmlRenderer writes a report for the browser: games with their course, single positions with their board.
type htmlRenderer struct {
	page  *page.Report
	pgn   annotator
	times bool
}

func newHTMLRenderer(s Settings) *htmlRenderer {
	return &htmlRenderer{times: s.Times, pgn: annotator{engine: "Vertigo " + s.Engine, keepMarks: s.KeepMarks}, page: page.NewReport(page.ReportSettings{
		Engine: "Vertigo " + s.Engine, Network: s.Network, Limits: s.Limits.Describe(),
	})}
}

func (r *htmlRenderer) Begin(b []byte) []byte { return r.page.Begin(b) }
func (r *htmlRenderer) End(b []byte) []byte   { return r.page.End(b) }

func (r *htmlRenderer) Render(b []byte, j *answer.Job) []byte {
	if j.LeftOut() {
		return b
	}
	if j.PGN != nil {
		return r.page.Game(b, r.game(j))
	}
	for i, p := range j.Positions {
		out := r.position(p, &j.Answers[i])
		out.Where, out.Suite, out.Theme = answer.PlainText(j.Where), answer.PlainText(j.Source), theme(out.Name)
		b = r.page.Position(b, &out)
	}
	return b
}

// game returns a game as the report shows it.
func (r *htmlRenderer) game(j *answer.Job) *page.Game {
	review, clocks := j.Review(), j.PGN.Clocks()
	g := newGame(j)
	g.PGN = answer.PlainText(string(r.pgn.Render(nil, j)))
	for i, p := range j.Positions {
		g.Positions = append(g.Positions, r.position(p, &j.Answers[i]))
	}
	for i, m := range j.Moves {
		g.Moves = append(g.Moves, page.Move{
			Move: m, SAN: j.SAN()[i], Loss: review.Losses[i],
			Accuracy: review.Accuracy[i], Clock: clocks[i], LeftOut: !j.Judged(i),
		})
	}
	return g
}

// position returns a position as the report shows it.
func (r *htmlRenderer) position(p *answer.Position, a *answer.Answer) page.Position {
	if a.Scope == answer.LeftOut {
		return page.Position{Board: *a.Root, LeftOut: true}
	}
	best := a.Top()
	out := page.Position{
		Board: *a.Root, Name: answer.PlainText(p.ID), Score: reportScore(best), White: best.Odds().Expected(), Nodes: a.Nodes,
		Judged: a.Judged, Solved: a.Solved, Wanted: strings.TrimSpace(string(appendWanted(nil, p))),
	}
	if r.times {
		out.Time = seconds(a.Time)
	}
	out.Over = movegen.EndOf(a.Root).String()
	for i := range a.Lines {
		out.Lines = append(out.Lines, reportLine(&a.Lines[i]))
	}
	if a.Gain() >= answer.Serious {
		threat := reportLine(a.Threat)
		out.Threat = &threat
	}
	if d := a.Difficulty; d != nil {
		out.Difficulty = d.Describe()
	}
	return out
}

// reportLine returns a line as the report shows it.
func reportLine(l *answer.Line) page.Line {
	return page.Line{Score: reportScore(l), Depth: l.Depth, SAN: l.Numbered(), Moves: l.Moves}
}

// reportScore returns the score of a line as the report writes it: "+0.35", "≥ +0.35", "#−3".
func reportScore(l *answer.Line) string {
	return strings.NewReplacer("-", "−", ">", "≥ ", "<", "≤ ").Replace(l.Shown().String())
}
