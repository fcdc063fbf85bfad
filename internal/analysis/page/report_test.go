package page

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/eco"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/verdict"
	"vertigo/movegen"
)

const hostile = `<img src=x onerror=alert(1)></script></textarea>"'&{{.}}`

// sampleGame returns a game of the moves with made-up scores: White's expected score is given before the first move
// and after each.
func sampleGame(t *testing.T, fen, moves string, white ...float64) *Game {
	t.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	g := &Game{Tags: map[string]string{"Event": "Cup", "Date": "1999.??.??", "Round": "?"}, Result: "1/2-1/2"}
	g.Players = [board.ColorCount]Player{{"Ada", "2700", 2, 12.4, 98.76}, {"Bob", "", 1, 200, 50}}
	add := func() {
		line := Line{Score: "+0.10", Depth: 7, SAN: "a line"}
		var list movegen.List
		movegen.Generate(&p, &list, movegen.All)
		out := Position{Board: p, Score: "+0.10", White: white[len(g.Positions)], Nodes: 5}
		if list.N == 0 {
			out.Over = "checkmate"
		} else {
			line.Moves = list.Moves[:1]
			out.Lines = []Line{line, {Score: "−3.00", SAN: "another line", Depth: 6, Moves: list.Moves[:1]}}
		}
		g.Positions = append(g.Positions, out)
	}
	add()
	for _, word := range strings.Fields(moves) {
		m, err := movegen.ParseMove(&p, word)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, Move{Move: m, SAN: word})
		var next board.Position
		p.Make(m, &next)
		p = next
		add()
	}
	course := make([]float64, len(g.Positions))
	for i := range course {
		course[i] = 100 * g.Positions[i].White
	}
	losses := make([]verdict.Loss, len(g.Moves))
	for i := range losses {
		losses[i].Win = course[i] - course[i+1]
		if g.turn(i) == board.Black {
			losses[i].Win *= -1
		}
	}
	for i, m := range verdict.Moves(course, losses) {
		g.Moves[i].Accuracy = m
	}
	return g
}

func write(parts ...any) string {
	w := NewReport(ReportSettings{Engine: "Engine 1 " + hostile, Network: "net " + hostile, Limits: "depth 7 " + hostile})
	b := w.Begin(nil)
	for _, part := range parts {
		switch part := part.(type) {
		case *Game:
			b = w.Game(b, part)
		case *Position:
			b = w.Position(b, part)
		}
	}
	return string(w.End(b))
}

// unpack returns what a page says of all games and positions, and what it shows of each.
func unpack(t *testing.T, page string) (all contents, items []item) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(pagetest.Data(t, page)))
	for range strings.Count(page, `<template class="pack"`) {
		var pack []item
		if err := d.Decode(&pack); err != nil {
			t.Fatal(err)
		}
		items = append(items, pack...)
	}
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	if len(items) != len(all.Entries) {
		t.Fatalf("%d games and positions, but %d in the contents", len(items), len(all.Entries))
	}
	return all, items
}

func TestGame(t *testing.T) {
	g := sampleGame(t, board.StartFEN, "f2f3 e7e5 g2g4 d8h4", .5, .4, .4, 0, 0)
	g.Moves[2].Loss = verdict.Loss{Win: 40.2, Mark: verdict.Blunder}
	g.Positions[1].LeftOut = true
	page := write(g)
	pagetest.Check(t, page)
	all, items := unpack(t, page)
	e, i := all.Entries[0], items[0]
	if e.ID != "g1" || e.Event != "Cup · 1999" || e.Result != "½–½" || *e.Players != g.Players || e.Moves != 2 || e.Blunders != [...]int{1, 0} || len(e.Course) != courseSteps+1 {
		t.Errorf("the contents say %+v", e)
	}
	if i.FEN != board.StartFEN || i.Chess960 || len(i.Plies) != 5 || i.Marks[board.White][verdict.Blunder] != 1 {
		t.Errorf("the game is %+v", i)
	}
	if p := i.Plies[1]; p.Step != "f2f3" || p.White != nil || p.Lines != nil {
		t.Errorf("a position that was left out is %+v", p)
	}
	if p := i.Plies[3]; p.Step != "g2g4" || p.SAN != "g2g4" || p.Mark != verdict.Blunder || p.Lost != 40 || *p.White != 0 || len(p.Lines) != 2 || p.Lines[1].Score != "−3.00" {
		t.Errorf("the blunder is %+v", p)
	}
	if p := i.Plies[4]; p.Over != "checkmate" || p.Lines != nil {
		t.Errorf("the end is %+v", p)
	}
}

// TestEvent reads tags that say where, in which round and when a game was played.
func TestEvent(t *testing.T) {
	for _, c := range []struct{ event, site, round, date, want string }{
		{"", "", "", "", ""},
		{"?", "?", "-", "????.??.??", ""},
		{"Cup", "Wien", "1", "1999.05.03", "Cup · Wien · round 1 · 3 May 1999"},
		{"Cup", "Cup", "1", "?", "Cup · round 1"},
		{"Cup", "01", "3.2", "1999.05.??", "Cup · round 3.2 · May 1999"},
		{"Cup", "", "Final", "1999.??.??", "Cup · Final · 1999"},
		{"Cup", "", "", "1999.02.31", "Cup · 1999.02.31"},
		{"", "", "", "spring", "spring"},
	} {
		g := Game{Tags: map[string]string{"Event": c.event, "Site": c.site, "Round": c.round, "Date": c.date}}
		if got := g.Event(); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestSeveral mixes games and positions, of which some name their solution.
func TestSeveral(t *testing.T) {
	root := board.StartPosition()
	position := func(solved bool) *Position {
		return &Position{Board: root, Where: "s.epd:1", Name: "mate.1", Judged: true, Solved: solved, Wanted: "bm e4", Suite: "s.epd",
			Theme: fmt.Sprint("theme ", solved), Nodes: 17, Time: "0.250", Lines: []Line{{Score: "+0.50", Depth: 3, SAN: "1. e4", Moves: []board.Move{board.NewMove(12, 28, board.DoublePush)}}}}
	}
	game := sampleGame(t, board.StartFEN, "e2e4", .5, .5)
	page := write(position(true), position(false), game, position(true), position(true), game)
	pagetest.Check(t, page)
	all, items := unpack(t, page)
	var ids []string
	for _, e := range all.Entries {
		ids = append(ids, e.ID+" "+e.Result)
	}
	if got, want := strings.Join(ids, ", "), "p1 ✓ solved, p2 ✗ not solved, g1 ½–½, p3 ✓ solved, p4 ✓ solved, g2 ½–½"; got != want {
		t.Errorf("the contents are %s, want %s", got, want)
	}
	if i := items[1]; i.Wanted != "bm e4" || i.Effort != "17 nodes in 0.250 s" || i.Plies[0].Lines[0] != (line{"+0.50", 3, "1. e4", "e2e4"}) {
		t.Errorf("the second position is %+v", i)
	}
	var suites []string
	for _, s := range all.Suites {
		suites = append(suites, fmt.Sprint(s.Name, " ", s.Part, " ", s.Solved, "/", s.Total))
	}
	if got, want := strings.Join(suites, ", "), "s.epd false 3/4, theme true true 3/3, theme false true 0/1"; got != want {
		t.Errorf("the suites are %s, want %s", got, want)
	}
}

// TestPacked fills more than one pack.
func TestPacked(t *testing.T) {
	var games []any
	for i := range 2*packSize + 3 {
		games = append(games, match(t, fmt.Sprint("White ", i+1), "Black", "0-1"))
	}
	page := write(games...)
	pagetest.Check(t, page)
	if n := strings.Count(page, `<template class="pack"`); n != 3 {
		t.Errorf("%d packs, want 3", n)
	}
	if all, _ := unpack(t, page); all.Entries[packSize].Players[board.White].Name != fmt.Sprint("White ", packSize+1) {
		t.Errorf("the first entry of the second pack is %+v", all.Entries[packSize])
	}
}

func TestEmpty(t *testing.T) {
	page := write()
	pagetest.Check(t, page)
	for _, want := range []string{"depth 7", "Engine 1", "needs JavaScript"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if dom := pagetest.DOM(t, page, ""); !strings.Contains(dom, `<p id="notice">Nothing was analysed.</p>`) {
		t.Error("an empty report does not say so")
	}
}

// TestHostile puts markup into everything that comes from the input.
func TestHostile(t *testing.T) {
	g := sampleGame(t, board.StartFEN, "e2e4 e7e5", .5, .5, .5)
	g.Where, g.Result, g.Opening = hostile, hostile, eco.Opening{ECO: hostile, Name: hostile}
	for _, tag := range []string{"Event", "Site", "Date", "Round", "ECO"} {
		g.Tags[tag] = hostile
	}
	for c := range g.Players {
		g.Players[c].Name = hostile
	}
	g.Moves[1].Loss.Mark = verdict.Mistake
	p := &Position{Board: g.Positions[0].Board, Where: hostile, Name: hostile, Suite: hostile, Theme: hostile, Wanted: hostile, Judged: true, Lines: g.Positions[0].Lines}
	page := write(g, p)
	pagetest.Check(t, page)
	if regexp.MustCompile(`(?i)<img|onerror=alert\(1\)>`).MatchString(page) {
		t.Error("markup of the input is markup of the page")
	}
	for _, fragment := range []string{"#g1p2", "#p1"} {
		dom := pagetest.DOM(t, page, fragment)
		if strings.Contains(dom, "<img") || strings.Count(dom, "&lt;img src=x onerror=alert(1)&gt;") < 10 {
			t.Error("the script draws markup of the input")
		}
	}
}

// TestSize bounds what a position costs, so that reports of hundreds of games stay small enough for a browser.
func TestSize(t *testing.T) {
	empty, one := len(write()), len(write(sampleGame(t, board.StartFEN, "e2e4 e7e5 g1f3 b8c6", .5, .5, .5, .5, .5)))
	if perMove := (one - empty) / 4; perMove > 300 {
		t.Errorf("%d bytes for each half-move of a short game", perMove)
	}
	if empty > 64_000 {
		t.Errorf("an empty report has %d bytes", empty)
	}
}
