package output

import (
	"fmt"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/page"
	"vertigo/internal/pgn"
	"vertigo/movegen"
	"vertigo/tt"
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
		out.Where, out.Suite, out.Theme = input.PlainText(j.Where), input.PlainText(j.Source), theme(out.Name)
		b = r.page.Position(b, &out)
	}
	return b
}

// game returns a game as the report shows it.
func (r *htmlRenderer) game(j *answer.Job) *page.Game {
	review, clocks := newReview(j), j.PGN.Clocks()
	g := newGame(j, review)
	g.PGN = input.PlainText(string(r.pgn.Render(nil, j)))
	for i, p := range j.Positions {
		g.Positions = append(g.Positions, r.position(p, &j.Answers[i]))
	}
	for i, m := range j.Moves {
		g.Moves = append(g.Moves, page.Move{
			Move: m, SAN: pgn.Line(&j.Positions[i].Game.Position, []board.Move{m}), Loss: review.judged[i],
			Accuracy: review.moves[i], Clock: clocks[i], LeftOut: !j.Judged(i),
		})
	}
	return g
}

// position returns a position as the report shows it.
func (r *htmlRenderer) position(p *input.Position, a *answer.Answer) page.Position {
	root := &p.Game.Position
	if a.Scope == answer.LeftOut {
		return page.Position{Board: *root, LeftOut: true}
	}
	score := a.Score(root)
	out := page.Position{
		Board: *root, Name: input.PlainText(p.ID), Score: reportScore(root, score, a.Bound()), White: OddsForWhite(root, score, false).Expected(), Nodes: a.Nodes,
		Judged: a.Judged, Solved: a.Solved, Wanted: strings.TrimSpace(string(appendWanted(nil, p))),
	}
	if r.times {
		out.Time = seconds(a.Time)
	}
	out.Trust = describeTrust(a)
	out.Over = movegen.EndOf(root).String()
	for _, l := range a.Lines {
		out.Lines = append(out.Lines, page.Line{Score: reportScore(root, l.Score, l.Bound), Depth: l.Depth, SelDepth: l.SelDepth,
			SAN: pgn.NumberedLine(root, l.Moves), Moves: l.Moves})
	}
	if a.Gain(root) >= answer.Serious {
		passed, _ := answer.Pass(root)
		moves := a.Threat.Moves
		out.Threat = &page.Line{Score: reportScore(&passed, a.Threat.Score, a.Threat.Bound), SAN: pgn.NumberedLine(&passed, moves), Moves: moves}
		out.ThreatSquares = page.Squares(&passed, a.Threat.Moves[0])
	}
	if d := a.Difficulty; d != nil {
		out.Difficulty = d.Describe()
	}
	return out
}

// describeTrust says when the best move was found, and since when it did not change; "" if there is none.
func describeTrust(a *answer.Answer) string {
	t, ok := a.Trust()
	switch {
	case !ok:
		return ""
	case t.Stable == t.Found:
		return fmt.Sprintf("found at depth %d (%d nodes)", t.Found.Depth, t.Found.Nodes)
	}
	return fmt.Sprintf("found at depth %d (%d nodes), the best since depth %d", t.Found.Depth, t.Found.Nodes, t.Stable.Depth)
}

// reportScore returns a score of the side to move at p as the report writes it: "+0.35", "≥ +0.35", "#−3".
func reportScore(p *board.Position, score int, bound tt.Bound) string {
	return strings.NewReplacer("-", "−", ">", "≥ ", "<", "≤ ").Replace(ForWhite(p, score, bound).String())
}
