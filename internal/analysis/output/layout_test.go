package output

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
)

// walk steps through a game with the arrow keys and notes what cannot be seen.
const walk = helpers + `
const inside = (e, box) => {
	const a = e.getBoundingClientRect(), b = box ? box.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
	return a.height > 0 && a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
};
const moves = by(".moves"), key = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
let steps = 0, better = 0;
for (let last = ""; key("ArrowRight"), location.hash !== last; steps++) {
	last = location.hash;
	const ply = by(".ply[aria-current]"), miss = (what) => note(location.hash + ": " + what + " is cut");
	if (!inside(by(".board"))) miss("the board");
	if (!inside(by(".balance"))) miss("the evaluation bar");
	if (!inside(by(".now .head"))) miss("the text");
	if (!inside(ply) || !inside(ply, moves) || ply.getBoundingClientRect().top < by(".board").getBoundingClientRect().bottom && innerWidth < 500) miss("the move");
	if (!ply.matches(".inaccuracy, .mistake, .blunder")) continue;
	const line = ply.closest("li").nextElementSibling.querySelector(".line");
	if (!inside(line) || !inside(line, moves) || line.scrollHeight > line.clientHeight + 1) miss("the better line");
	better++;
}
for (const pair of document.querySelectorAll(".pair")) if (pair.getClientRects().length > 1 || pair.scrollWidth > pair.clientWidth + 1 && pair.clientWidth) note("a move is cut: " + pair.textContent);
if (document.documentElement.scrollWidth > innerWidth) note("the page is too wide");
note(innerWidth + "x" + innerHeight + " " + steps + " half-moves, " + better + " better lines");
key("Home");
scrollTo(0, document.body.scrollHeight);
key("ArrowRight");
note(inside(by(".board")));
`

// longGame returns a game of 60 half-moves with lines of ten, of which every seventh move is marked.
func longGame(t *testing.T) *game.Job {
	t.Helper()
	white := make([]int, 61)
	for i := range white {
		white[i] = 10*i - 300
	}
	g := sampleGame(t, "", strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 15), white...)
	for i := range g.Moves() {
		line := lineOf(t, g.Plies[i].Root(), []string{"b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8 b1c3 b8c6", "b8c6 b1c3 c6b8 c3b1 b8c6 b1c3 c6b8 c3b1 b8c6 b1c3"}[i%2])
		g.Plies[i].Answer.Lines = []game.Line{line}
		if i%7 == 6 {
			g.Plies[i].Loss = game.Loss{Win: 20, Mark: game.Inaccuracy + game.Mark(i%3)}
		}
	}
	g.Plies[59].Loss.Mark = game.Blunder // at the edge of the chart
	return g
}

// TestSeenInBrowser checks that one sees the whole board, the present move and its better line in a small window and on a phone.
func TestSeenInBrowser(t *testing.T) {
	page := write(longGame(t), longGame(t))
	for _, size := range []struct {
		width, height int
		want          string
	}{{1280, 720, "1280x720 60 half-moves, 9 better lines"}, {390, 844, "390x844 60 half-moves, 9 better lines"}} {
		if got := pagetest.ActIn(t, size.width, size.height, page, "", walk); !slices.Equal(got, []string{size.want, "true"}) {
			t.Errorf("want %s:\n%s", size.want, strings.Join(got, "\n"))
		}
	}
}

// charts notes what the charts say, and the dots that are cut.
const charts = helpers + `
for (const chart of document.querySelectorAll(".chart")) note(chart.getAttribute("aria-label"));
note([...new Set([...document.querySelectorAll(".chart path")].map((path) => path.classList[0]))].join(" "));
for (const dot of document.querySelectorAll("circle.mark")) {
	const box = dot.getBoundingClientRect();
	note([dot.classList[1], dot.getAttribute("cx"), dot.getAttribute("cy"), dot.textContent, box.left >= 0 && box.right <= innerWidth && getComputedStyle(by(".chart")).overflow].join(" "));
}
for (const row of document.querySelectorAll("#players tr")) note(row.textContent);
note(by("#charts p")?.textContent);
press("ArrowRight", "ArrowRight", "ArrowRight");
note(by(".now").textContent);
`

// TestChartsInBrowser draws the course and the clocks of a game, which leave out what is not known.
func TestChartsInBrowser(t *testing.T) {
	const moves = "f2f3 {[%clk 0:03:00]} e7e5 {[%clk 0:01:00]} g2g4 {[%clk 0:01:30] [%emt 1:02:05]} f8c5 {[%clk 0:00:04.5] [%emt 0]}"
	g := sampleGame(t, "", moves, 0, 0, -40, -beyondMate, beyondMate)
	g.Plies[0].Answer.Scope, g.Plies[1].Answer.Scope = game.ForLoss, game.LeftOut
	g.Judge()
	white, black := g.Figures[board.White], g.Figures[board.Black]
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(g), "", charts), []string{
		"Evaluation over 4 half-moves: White's expected score is between 0 and 100 per cent, 100 at the end; marked moves: 2.",
		"Time over the game: White has 1:30 at the end, Black has 4.5 s at the end, longest thought 1:02:05.",
		"graph-black graph-white graph-gap clock-bars clock-line",
		"blunder 75% 100% 2. g4?? visible", "blunder 100% 0% 2... Bc5?? visible",
		"PlayerAccuracyLoss?!???", fmt.Sprintf("Ada%.1f%%%.0f001", white.Percent(), white.AverageLoss()), fmt.Sprintf("Bob%.1f%%%.0f001", black.Percent(), black.AverageLoss()),
		"Lines: the clocks, up to 3:00. Bars: the time for each move, up to 1:02:05; White's point up, Black's down.  White  Black ",
		"ArrowRight; #g1p1; ", "ArrowRight; #g1p2; ", "ArrowRight; #g1p3; ",
		"2. g4?? #−2 Blunder depth 7 played 2... Bc5?? #2 Blunder ",
	})
	timeless := sampleGame(t, "", "f2f3 e7e5 g2g4 f8c5", 0, 0, 0, 0, 0)
	if got := pagetest.ActIn(t, 1280, 720, write(timeless), "", charts); strings.Contains(strings.Join(got, "\n"), "clock-") {
		t.Error("clocks are drawn of a game that has none")
	}
}

// links notes the title and the addresses on Lichess, seen from White's and from Black's side.
const links = helpers + `
note(by("#title").textContent + "; " + by("#event").textContent);
const addresses = () => { for (const link of document.querySelectorAll("[data-lichess]")) note(link.href); };
addresses();
press("f");
addresses();
note([...document.querySelectorAll(".moves > li")].map((row) => [...row.children].map((e) => e.firstChild.textContent).join(" ")).join("; "));
`

// TestLinksInBrowser checks that links to Lichess distinguish Chess960 from standard chess, and have no stray question mark.
func TestLinksInBrowser(t *testing.T) {
	for _, c := range []struct{ fen, moves, analysis, editor, turned, rows string }{
		{"1r1k3r/3p4/8/8/8/8/3P4/1R1K3R w HBhb - 0 1", "d1h1", "analysis/chess960/1r1k3r/3p4/8/8/8/8/3P4/1R1K3R_w_KQkq_-_0_1", "editor/1r1k3r/3p4/8/8/8/8/3P4/1R1K3R_w_KQkq_-_0_1?variant=chess960", "&", "1. O-O"},
		{"4k3/8/8/8/8/8/8/4K2R b K - 3 7", "e8f8 e1h1", "analysis/standard/4k3/8/8/8/8/8/8/4K2R_b_K_-_3_7", "editor/4k3/8/8/8/8/8/8/4K2R_b_K_-_3_7", "?", "7. … Kf8; 8. O-O+"},
	} {
		got := pagetest.ActIn(t, 1280, 720, write(sampleGame(t, `[FEN "`+c.fen+`"]`, c.moves, make([]int, 1+len(strings.Fields(c.moves)))...)), "", links)
		want := []string{
			"Ada (2700) – Bob ½–½; Cup · 1999", "https://lichess.org/" + c.analysis, "https://lichess.org/" + c.editor, "f; ; -; best; false; ",
			"https://lichess.org/" + c.analysis + "?color=black", "https://lichess.org/" + c.editor + c.turned + "color=black", c.rows,
		}
		must.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"), c.fen)
	}
}

// side notes what is below the board and where the page is, turns the board, and goes to the next game.
const side = helpers + `
const below = () => note(by(".board").innerHTML.includes("#from-black") ? "Black below" : "White below");
below();
note(by(".now .head").textContent);
press("f");
below();
by("[data-turn='1']").click();
await wait(() => by("#number").textContent.startsWith("2"));
below();
note(by(".now .head").textContent);
`

// TestSideInBrowser opens a game of which only the moves of one side were analysed: that side is below, and the first marked move
// comes next. The reader may turn the board.
func TestSideInBrowser(t *testing.T) {
	black := sampleGame(t, "", "e2e4 e7e5 d2d4 f8b4 c2c3 b4c3", 0, 0, 0, 0, 300, 300, 900)
	for i, p := range black.Plies {
		p.Answer.Scope = []game.Scope{game.ForLoss, game.Whole}[i%2]
	}
	black.Plies[0].Answer.Scope = game.LeftOut
	black.Judge()
	got := pagetest.ActIn(t, 1280, 720, write(black, sampleGame(t, "", "e2e4 e7e5", 0, 0, 0)), "", "(async () => {"+side+"})()")
	wantNotes(t, got, []string{"Black below", "2. d4 +0.00 depth 7 ", "f; ; -; played best; false; ", "White below", "White below", "At the start +0.00 depth 7"})
}

// nameLinks notes which words of names, dates and places are on more than one line, and where the page links to.
const nameLinks = helpers + `
for (const e of document.querySelectorAll(".whole")) if (e.getClientRects().length > 1) note("broken: " + e.textContent);
if (document.documentElement.scrollWidth > innerWidth) note("the page is too wide");
const link = by("#event a");
note([by("#event").textContent, link?.href, link?.target, link?.rel, document.querySelectorAll(".ply").length].join("; "));
`

// TestNamesInBrowser checks that a phone breaks names between their words, and that the page links to the game where it was played, but
// not to an address that a browser refuses.
func TestNamesInBrowser(t *testing.T) {
	for _, c := range []struct{ tags, want string }{
		{`[Site "https://lichess.org/AbCdEfGh"]`, "Cup · 27 September 2026 · lichess.org; https://lichess.org/AbCdEfGh; _blank; noreferrer; 2"},
		{`[Site "Chess.com"] [Link "https://www.chess.com/game/live/1"]`, "Cup · Chess.com · 27 September 2026 · chess.com; https://www.chess.com/game/live/1; _blank; noreferrer; 2"},
		{`[Site "javascript:alert(1)"]`, "Cup · javascript:alert(1) · 27 September 2026; ; ; ; 2"},
		{`[Site "http://256.256.256.256/"]`, "Cup · 27 September 2026; ; ; ; 2"},
	} {
		tags := c.tags + ` [White "Nepomniachtchi, Ian-Alexandrowitsch"] [Black "schach_freund_1984-b"] [Date "2026.09.27"]`
		wantNotes(t, pagetest.ActIn(t, 390, 844, write(sampleGame(t, tags, "e2e4 e7e5", 0, 0, 0)), "", nameLinks), []string{c.want})
	}
}
