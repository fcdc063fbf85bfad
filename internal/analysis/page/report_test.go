package page

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/page/pagetest"
)

func TestGame(t *testing.T) {
	g := match(t, "Ada", "Bob", "1/2-1/2")
	g.Plies[0].Answer.Scope, g.Plies[1].Answer.Scope = game.ForLoss, game.LeftOut
	g.Judge()
	page := write(g)
	pagetest.Check(t, page)
	all, items := unpack(t, page)
	e, i := all.Entries[0], items[0]
	if e.ID != "g1" || e.Event != "Cup · 1999" || e.Result != "½–½" || e.Moves != 2 || len(e.Course) != courseSteps+1 {
		t.Errorf("the contents say %+v", e)
	}
	white := g.Figures[board.White]
	if want := [...]player{{"Ada", "2700", 1, [...]int{0, 0, 0, 1}, white.AverageLoss(), white.Percent()}, {Name: "Bob", Moves: 1, Marks: [...]int{1, 0, 0, 0}, Accuracy: 100}}; *e.Players != want {
		t.Errorf("the players are %+v, want %+v", *e.Players, want)
	}
	if i.FEN != board.StartFEN || i.Chess960 || len(i.Plies) != 5 || !strings.HasSuffix(i.PGN, "2... Qh4# 1/2-1/2\n\n") {
		t.Errorf("the game is %+v", i)
	}
	if p := i.Plies[1]; p.Step != "f2f3" || p.White != nil || p.Lines != nil {
		t.Errorf("a position that was left out is %+v", p)
	}
	if p := i.Plies[3]; p.Step != "g2g4" || p.SAN != "g4" || p.Mark != game.Blunder || p.Lost < 40 || *p.White != 0 || len(p.Lines) != 2 || p.Lines[1].Score != "#−2" {
		t.Errorf("the blunder is %+v", p)
	}
	if p := i.Plies[4]; p.SAN != "Qh4#" || p.Over != "checkmate" || p.Lines != nil {
		t.Errorf("the end is %+v", p)
	}
}

// position returns a position of a test suite with its answer.
func position(t *testing.T, line string, moves string) *game.Job {
	t.Helper()
	j := parsed(t, "epd", "s.epd", line)
	a := game.Answer{Scope: game.Whole, Nodes: 17, Time: 250 * time.Millisecond}
	if moves != "" {
		a.Lines = []game.Line{lineOf(t, &j.Plies[0].Position.Game.Position, moves)}
		a.Best = a.Lines[0].Moves[0]
	}
	if err := a.SetPosition(j.Plies[0].Position); err != nil {
		t.Fatal(err)
	}
	j.Plies[0].Answer = a
	j.Judge()
	return j
}

// TestSeveral mixes games and positions, of which some name their solution.
func TestSeveral(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	right := func() *game.Job { return position(t, start+` bm e4; id "king 1";`, "e2e4") }
	wrong, open := position(t, start+` bm e4; am d4; id "queen 1";`, "d2d4"), position(t, start, "d2d4")
	game := sampleGame(t, "", "e2e4", 0, 0)
	page := write(right(), wrong, game, right(), right(), game, open)
	pagetest.Check(t, page)
	all, items := unpack(t, page)
	var ids []string
	for _, e := range all.Entries {
		ids = append(ids, strings.TrimSpace(e.ID+" "+e.Result))
	}
	if got, want := strings.Join(ids, ", "), "p1 ✓ solved, p2 ✗ not solved, g1 ½–½, p3 ✓ solved, p4 ✓ solved, g2 ½–½, p5"; got != want {
		t.Errorf("the contents are %s, want %s", got, want)
	}
	if i := items[1]; i.Wanted != "bm e4  am d4" || i.Effort != "17 nodes in 0.250 s" || i.Plies[0].Lines[0] != (line{"+0.10", 7, "1. d4", "d2d4"}) {
		t.Errorf("the second position is %+v", i)
	}
	var suites []string
	for _, s := range all.Suites {
		suites = append(suites, fmt.Sprint(s.Name, " ", s.Part, " ", s.Solved, "/", s.Total))
	}
	if got, want := strings.Join(suites, ", "), "s.epd false 3/4, king true 3/3, queen true 0/1"; got != want {
		t.Errorf("the suites are %s, want %s", got, want)
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
	if got := pagetest.ActIn(t, 390, 844, page, "", `note(document.querySelector("#notice").textContent)`); got[0] != "Nothing was analysed." {
		t.Errorf("an empty report says %q when it is ready", got)
	}
}

// TestHostile puts markup into everything that comes from the input.
func TestHostile(t *testing.T) {
	tags, value := "", strings.ReplaceAll(hostile, `"`, `\"`)
	for _, tag := range []string{"Event", "Site", "Date", "Round", "ECO", "Opening", "White", "Black", "WhiteElo"} {
		tags += "[" + tag + ` "` + value + `"] `
	}
	g := sampleGame(t, tags, "e2e4 e7e5 {"+hostile+"}", 0, 0, 150)
	p := position(t, board.StartFEN+` bm e4; id "`+strings.ReplaceAll(hostile, `"`, "'")+`";`, "d2d4")
	for _, j := range []*game.Job{g, p} {
		j.Source, j.Where = hostile, hostile
	}
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
	empty, one := len(write()), len(write(sampleGame(t, "", "e2e4 e7e5 g1f3 b8c6", 0, 0, 0, 0, 0)))
	if perMove := (one - empty) / 4; perMove > 300 {
		t.Errorf("%d bytes for each half-move of a short game", perMove)
	}
	if empty > 80_000 {
		t.Errorf("an empty report has %d bytes", empty)
	}
}
