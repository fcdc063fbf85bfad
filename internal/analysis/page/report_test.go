package page

import (
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
	g.Players = [board.ColorCount]Player{{"Ada", 2, 12.4, 98.76}, {"Bob", 1, 200, 50}}
	add := func() {
		line := Line{Score: "+0.10", Depth: 7, SelDepth: 9, SAN: "a line"}
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
	for i, m := range verdict.Moves(course, g.Positions[0].Board.Turn()) {
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

func has(t *testing.T, page string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestGame(t *testing.T) {
	g := sampleGame(t, board.StartFEN, "f2f3 e7e5 g2g4 d8h4", .5, .4, .4, 0, 0)
	g.Moves[2].Loss = verdict.Loss{Win: 40, Mark: verdict.Blunder}
	page := write(g)
	pagetest.Check(t, page)
	has(t, page, ">Game 1</span> · <bdi>Cup · 1999</bdi></p>", ">½–½<", `98.8%</td><td class="number">12<`,
		`<tr id="g1p3" class="blunder" data-fen="rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2" data-move="g2g4"`,
		`data-white="0.000"`, `class="ply blunder" aria-label="2. g2g4, Blunder">g2g4??</a>`,
		`<path id="g1-curve" class="graph-white" d="M0 100L0 50.0L1 60.0L2 60.0L3 100.0L4 100.0V100Z"/>`,
		`<circle class="mark blunder" cx="75.00%" cy="100.00%"`, "(−40 points)", `<div class="over">checkmate</div>`,
		`<span class="score">−3.00</span> another line`, "marked moves: 1.")
	if n := strings.Count(page, `class="arrow played"`); n != 1 {
		t.Errorf("%d turning points, want 1", n)
	}
	if strings.Contains(page, "<<<<") || strings.Count(page, `class="keys"`) != 1 {
		t.Error("the foot of the page does not tell the keys once")
	}
	if n := strings.Count(page, `<tr id="g1p`); n != 5 {
		t.Errorf("%d positions, want 5", n)
	}
	if !strings.Contains(page, "Turning points</h3>") || strings.Contains(page, "No move lost") {
		t.Error("the turning points are missing")
	}
}

// TestBlackBegins numbers the moves of a game that Black begins.
func TestBlackBegins(t *testing.T) {
	page := write(sampleGame(t, "7k/8/8/8/8/8/8/K7 b - - 0 30", "h8g8 a1b1", .5, .5, .5))
	pagetest.Check(t, page)
	has(t, page, `<span class="soft number">30.</span><span class="soft">…</span><a href="#g1p1"`, `<span class="soft number">31.</span><a href="#g1p2"`, "30... h8g8")
}

func TestGameWithoutMoves(t *testing.T) {
	page := write(sampleGame(t, board.StartFEN, "", .5))
	pagetest.Check(t, page)
	has(t, page, "This game has no moves", `<tr id="g1p0"`)
}

func TestSeveral(t *testing.T) {
	root := board.StartPosition()
	position := func(solved bool) *Position {
		return &Position{Board: root, Where: "s.epd:1", Name: "mate.1", Judged: true, Solved: solved, Wanted: "bm e4", Suite: "s.epd",
			Theme: fmt.Sprint("theme ", solved), Nodes: 17, Time: "0.250", Lines: []Line{{Score: "+0.50", Depth: 3, SAN: "1. e4", Moves: []board.Move{board.NewMove(12, 28, board.DoublePush)}}}}
	}
	game := sampleGame(t, board.StartFEN, "e2e4", .5, .5)
	page := write(position(true), position(false), game, position(true), position(true), game)
	pagetest.Check(t, page)
	has(t, page, `id="p4"`, `id="l2"`, `href="#g2"><bdi>Ada</bdi> – <bdi>Bob</bdi></a>`, "✓ solved", "✗ not solved", "(bm e4)", "17 nodes in 0.250 s", "No. 4",
		`<th scope="row"><bdi>s.epd</bdi></th><td class="number">3</td><td class="number">4</td><td class="number">75.0</td>`,
		`<tr class="part"><th scope="row"><bdi>theme false</bdi></th><td class="number">0</td><td class="number">1</td>`)
	if strings.Contains(page, `id="l3"`) {
		t.Error("positions that follow each other are in several tables")
	}
}

func TestEmpty(t *testing.T) {
	page := write()
	pagetest.Check(t, page)
	has(t, page, "Nothing was analysed", "depth 7", "Engine 1")
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
	if regexp.MustCompile(`(?i)<img|onerror=alert\(1\)>|</textarea>`).MatchString(page) {
		t.Error("markup of the input is markup of the page")
	}
	if n := strings.Count(page, "&lt;img src=x onerror=alert(1)&gt;"); n < 10 {
		t.Errorf("the names are shown %d times", n)
	}
}

// TestSize bounds what a position costs, so that reports of hundreds of games stay small enough for a browser.
func TestSize(t *testing.T) {
	empty, one := len(write()), len(write(sampleGame(t, board.StartFEN, "e2e4 e7e5 g1f3 b8c6", .5, .5, .5, .5, .5)))
	if perMove := (one - empty) / 4; perMove > 3500 { // most of it is the frame of the game and its first board
		t.Errorf("%d bytes for each half-move of a short game", perMove)
	}
	if empty > 60_000 {
		t.Errorf("an empty report has %d bytes", empty)
	}
}
