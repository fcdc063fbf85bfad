package output

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
)

// suitePosition returns a position of a test suite with its answer.
func suitePosition(t *testing.T, line string, moves string) *game.Job {
	t.Helper()
	j := parsed(t, "epd", "s.epd", line)
	a := game.Answer{Scope: game.Whole, Nodes: 17, Time: 250 * time.Millisecond}
	if moves != "" {
		a.Lines = []game.Line{lineOf(t, &j.Plies[0].Position.Game.Position, moves)}
		a.Best = a.Lines[0].Moves[0]
	}
	must.Do(t, a.SetPosition(j.Plies[0].Position))
	j.Plies[0].Answer = a
	j.Judge()
	return j
}

func TestEmpty(t *testing.T) {
	page := write()
	pagetest.Check(t, page)
	must.Contain(t, page, "depth 7", "Vertigo 1", "needs JavaScript")
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
	p := suitePosition(t, board.StartFEN+` bm e4; id "`+strings.ReplaceAll(hostile, `"`, "'")+`";`, "d2d4")
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

// TestDiagramInBrowser draws a board from both sides, with a trace and arrows.
func TestDiagramInBrowser(t *testing.T) {
	f := Frame{Title: "t", Styles: []string{DiagramStyle}, Scripts: []string{DiagramScript, `for (const flipped of [false, true]) {
		const svg = document.body.appendChild(Diagram.element("svg", {}));
		Diagram.draw(svg, Diagram.squares("r3k3/8/8/8/8/8/6P1/4K2R"), { flipped, trace: "g1g2", arrows: [["e1g1", "best"], ["g2g4", "played"], ["e1e1", "other"]] });
	}`}}
	dom := pagetest.DOM(t, f.Begin()+f.End(), "")
	must.Contain(t, dom, `<use href="#from-white"></use>`, `<use href="#piece-r" x="0" y="0"></use>`, `<use href="#piece-K" x="4" y="7"></use>`, `<rect class="trace" x="6" y="7"`,
		`<use href="#from-black"></use>`, `<use href="#piece-r" x="7" y="7"></use>`, `<use href="#piece-K" x="3" y="0"></use>`, `<rect class="trace" x="1" y="0"`,
		`aria-label="White: king e1, rook h1, pawn g2. Black: king e8, rook a8."`,
		`class="arrow best" marker-end="url(#head-best)"`, `class="arrow played" marker-end="url(#head-played)"`)
	for part, want := range map[string]int{`id="piece-`: 12, `id="head-`: 3, `class="arrow `: 4} {
		must.Equal(t, strings.Count(dom, part), want, part)
	}
}
