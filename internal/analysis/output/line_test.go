package output

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/playout"
)

// threatOf returns a line of the opponent that gains much, if the side to move at p passes.
func threatOf(t *testing.T, p *board.Position, words string) *game.Line {
	t.Helper()
	l := lineOf(t, game.AfterPass(p), words)
	l.Score = scores.Mate - 3
	return &l
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ fen, moves, want string }{
		{board.StartFEN, "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3"},
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3", "e2e4,-,e3 d4e3e4"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1 e8a8", "e1g1h1f1,kq,- e8c8a8d8,-,-"},
		{"1r4k1/P7/8/8/8/8/7p/K7 w - - 0 1", "a7b8n h2h1q", "a7b8N h2h1q"},
		{"1r1k3r/3p4/8/8/8/8/3P4/1R1K3R w HBhb - 0 1", "d1b1 b8a8", "d1c1b1d1,kq,- b8a8,k,-"},
	} {
		p := playout.Parse(t, c.fen)
		l := lineOf(t, &p, c.moves)
		must.Equal(t, NewPageLine(&l, board.White).Steps, c.want, c.moves, c.fen)
	}
}

// TestLinesInBrowser clicks every move of every line and compares the positions on the board with those that the moves lead to.
func TestLinesInBrowser(t *testing.T) {
	for _, c := range []struct{ fen, move, lines, threat string }{
		{"r3k2r/3p2P1/8/4P3/1p2p3/8/P2P4/R3K2R w KQkq - 3 9", "e1e2",
			"a2a4 b4a3 e1h1 d7d5 e5d6 e8a8 g7h8q c8d7 f1f7 / e1a1 a8a2 h1h8 e8f7 d2d4 e4d3 g7g8n a2a1 c1d2 a1d1", "a8a2 e1h1 h8h1 g1h1"},
		{"1r1k3r/3p4/8/8/8/8/3P4/1R1K3R w HBhb - 0 1", "d1c1", "d1b1 b8b1 c1b1 d8h8 / h1h8 d8c7 b1b8 c7d6", "b8b1"},
		{"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "g2g4", "e2e4 f8c5 b1c3 g8e7", "d8h4"},
	} {
		g := sampleGame(t, `[FEN "`+c.fen+`"]`, c.move, 0, 0)
		a := g.Plies[0].Answer
		a.Lines = nil
		for words := range strings.SplitSeq(c.lines, " / ") {
			a.Lines = append(a.Lines, lineOf(t, g.Plies[0].Root(), words))
		}
		a.Threat = threatOf(t, g.Plies[0].Root(), c.threat)
		want := append(fens(a.Lines...), fens(*a.Threat)...)
		page := write(g)
		pagetest.Check(t, page)
		got := pagetest.ActIn(t, 1280, 720, page, "", `
			for (const step of document.querySelectorAll(".now .step")) {
				step.click();
				note(document.querySelector("#fen").value);
			}`)
		must.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// helpers are what the scripts of the tests use: what says what the page shows after an event, press presses keys, and click clicks.
const helpers = `
const by = (selector) => document.querySelector(selector);
const what = (event) => {
	const arrows = [...document.querySelectorAll(".live .arrow")].map((a) => a.classList[1]).join(" ");
	note([event, location.hash, by(".step[aria-current]")?.textContent || "-", arrows || "-", by(".live").classList.contains("aside"), document.activeElement.className].join("; "));
};
const press = (...keys) => keys.forEach((key) => {
	document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
	what(key);
});
const click = (selector) => { by(selector).click(); what(selector); };
const wait = (done) => new Promise((resolve) => { const look = () => done() ? resolve() : setTimeout(look, 5); look(); });
`

// wantNotes fails the test unless each line begins with what is wanted of it.
func wantNotes(t *testing.T, got, want []string) {
	t.Helper()
	for i, w := range want {
		if i >= len(got) || !strings.HasPrefix(got[i], w) {
			t.Fatalf("step %d is not %q:\n%s", i, w, strings.Join(got, "\n"))
		}
	}
}

// study looks at a mistake, steps through the better line with keys and clicks, copies, and switches letters off.
const study = helpers + `
let copied = "";
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
press("ArrowLeft", "End", "ArrowRight", "p", "ArrowRight", "ArrowLeft", "Home");
for (const go of ["worse", "on"]) click("[data-go=" + go + "]");
press("Home", "n", "b", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "b", "End", "Escape", "b", "ArrowLeft");
click(".now a");
press("b");
click("[data-go=leave]");
document.querySelectorAll(".comment .step")[1].click(); what("comment");
press("f");
for (const e of [by("#fen"), ...document.querySelectorAll("[data-lichess]")]) note(e.value || e.href);
by("#unfold").focus();
press("n", "ArrowLeft");
by(".live").focus();
by(".letters input").click();
press("n", "ArrowLeft");
by(".letters input").click();
press("Escape", "Home", "n");
document.querySelectorAll(".copy button")[1].click();
setTimeout(() => {
	note(copied);
	document.querySelector(".copy button").click();
	setTimeout(() => note(copied + " " + by(".copy button").textContent), 20);
}, 20);
`

func TestStudyInBrowser(t *testing.T) {
	g := sampleGame(t, `[White "<Ada>"]`, "f2f3 {"+hostile+"} e7e5 g2g4 d8h4", 0, -40, -40, -beyondMate, -beyondMate)
	line := lineOf(t, g.Plies[2].Root(), "e2e4 f8c5 b1c3")
	g.Plies[2].Answer.Lines = []game.Line{line}
	page := write(g, match(t, "Ada", "Bob", "*"))
	pagetest.Check(t, page)
	fen := fens(line)[1]
	path := strings.ReplaceAll(fen, " ", "_")
	want := []string{
		"ArrowLeft; #g1p0; ", "End; #g1p4; -; -; ", "ArrowRight; #g1p4; ", "p; #g1p2; ", "ArrowRight; #g1p3; ", "ArrowLeft; #g1p2; ", "Home; #g1p0; ",
		"[data-go=worse]; #g1p2; ", "[data-go=on]; #g1p3; ", "Home; #g1p0; ",
		"n; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ", "ArrowRight; #g1p2; Bc5; -; true; ", "ArrowRight; #g1p2; Nc3; -; true; ",
		"ArrowRight; #g1p2; Nc3; -; true; ", "ArrowLeft; #g1p2; Bc5; -; true; ", "Home; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ",
		"End; #g1p2; Nc3; -; true; ", "Escape; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ", "ArrowLeft; #g1p2; -; played best; false; ",
		".now a; #g1p3; -; best; false; ", "b; #g1p2; e4; -; true; ", // the better line stands below the move
		"[data-go=leave]; #g1p2; -; played best; false; ", "comment; #g1p2; Bc5; -; true; ", "f; #g1p2; Bc5; -; true; ",
		fen, "https://lichess.org/analysis/standard/" + path + "?color=black", "https://lichess.org/editor/" + path + "?color=black",
		"n; #g1p2; Bc5; -; true; ", "ArrowLeft; #g1p2; Bc5; -; true; ", // a button elsewhere has the focus
		"n; #g1p2; Bc5; -; true; live", "ArrowLeft; #g1p2; e4; -; true; ", // letters are off
		"Escape; #g1p2; -; played best; false; ", "Home; #g1p0; -; best; false; ", "n; #g1p2; -; played best; false; ",
	}
	_, items := unpack(t, page)
	want = append(append(want, strings.Split(items[0].PGN, "\n")...), g.Plies[2].Root().FEN()+" Copied")
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", study), want)
}

// practice steps through a line of a single position, and goes to the next one.
const practice = helpers + `
press("b");
note(by("#fen").value);
press("End", "Escape");
by("[data-turn='1']").click();
wait(() => location.hash === "#p2" && document.querySelectorAll(".step").length === 0).then(() => {
	what(by(".now").textContent);
	press("ArrowRight");
});
`

// TestPositionsInBrowser plays a line of a single position, and none where the game is over.
func TestPositionsInBrowser(t *testing.T) {
	j := suitePosition(t, "r3k2r/3p2P1/8/4P3/1p2p3/8/P2P4/R3K2R w KQkq - 3 9 bm a4;", "a2a4 b4a3 e1h1")
	page := write(j, suitePosition(t, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", ""))
	pagetest.Check(t, page)
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", practice), []string{
		"b; ; a4; -; true; ", fens(j.Plies[0].Answer.Lines[0])[0], "End; ; O-O; -; true; ", "Escape; ; -; best; false; ",
		"Black to move # checkmate 17 nodes in 0.250 s ; #p2; -; -; false; ", "ArrowRight; #p2; -; -; false;",
	})
}

// tries looks for the moves that were missed, with clicks, typed squares and arrow keys.
const tries = helpers + `
SVGElement.prototype.setPointerCapture = () => {};
const board = by(".board"), says = (event) => note(event + "; " + location.hash + "; " + (by(".verdict") || by(".now p")).textContent + "; " + document.querySelectorAll(".live .arrow").length);
const point = (square) => {
	const box = board.getBoundingClientRect(), x = square.charCodeAt(0) - 97, y = 8 - square[1];
	for (const kind of ["pointerdown", "pointerup"]) board.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, pointerId: 1,
		clientX: box.left + (x + .5) * box.width / 8, clientY: box.top + (y + .5) * box.height / 8 }));
};
const type = (text) => { for (const key of text) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); says(text); };
point("g1"); says("not asked " + document.querySelectorAll(".picked").length);
by(".ply").focus();
type("t");
type("g2g4");
type("g2g5");
type("b1a3");
by("[data-go=flip]").click(); says("turned");
by("[data-go=flip]").click();
note(getComputedStyle(by(".comment")).visibility);
point("e2"); says("picked " + document.querySelectorAll(".target").length);
note(by(".spoken").textContent + ", " + by(".live").role);
point("e4"); says("found");
note(by(".spoken").textContent);
note(by(".live").role);
note(getComputedStyle(by(".comment")).visibility);
what("line");
type("t");
note("free " + by("summary").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));
type(["ArrowUp", "Enter"]); // the cursor starts at e2
by("[data-go=reveal]").click(); says("shown");
type(["Escape"]);
type("t");
type("d2d3");
note(by(".solved").textContent);
`

// TestTryInBrowser finds a move that was missed, has it shown, and finds one whose line promises hardly less.
func TestTryInBrowser(t *testing.T) {
	g := sampleGame(t, "", "f2f3 e7e5 g2g4 d8h4", 0, -40, -40, -beyondMate, -beyondMate)
	var lines []game.Line
	for i, words := range []string{"e2e4 f8c5 b1c3", "d2d3 b8c6", "b1a3 b8c6"} {
		lines = append(lines, lineOf(t, g.Plies[2].Root(), words))
		lines[i].Score = lines[0].Score - []int{0, 3, 200}[i]
	}
	g.Plies[2].Answer.Lines = lines
	const asked = "; #g1p2; "
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(g), "", tries), []string{
		"not asked 0; ; At the start", "t" + asked + "Move a piece on the board, or type its squares.; 0", "g2g4" + asked + "That was played. Look for a better move.; 0",
		"g2g5" + asked + "g2–g5 is not possible here.; 0", "b1a3" + asked + "Another move is better. This one: 2. Na3 Nc6", "turned" + asked + "Move a piece on the board, or type its squares.; 0", "hidden",
		"picked 2" + asked + "Move a piece", "e2 picked up, application", "found" + asked + "Right. Next (t); 0", "Right. better", "group", "visible", "line; #g1p2; e4; -; true; ",
		"t" + asked + "Move a piece", "free true", "ArrowUp,Enter" + asked, "shown" + asked + "The best move: Next (t); 0", "Escape" + asked + "1... e5",
		"t" + asked + "Move a piece", "d2d3" + asked, "Right: 2. d3 Nc6 (+0.0",
	})
}

// TestTryNext goes on to the next move that was missed, past a promotion to the wrong piece, whose squares are those of the best move.
func TestTryNext(t *testing.T) {
	g := sampleGame(t, `[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]`, "a7a8r h8h7 a1b1 h7h6", 0, 0, 0, 0, 0)
	queen := lineOf(t, g.Plies[0].Root(), "a7a8q")
	g.Plies[0].Answer.Lines, g.Plies[0].Answer.Best = []game.Line{queen}, queen.Moves[0]
	for _, i := range []int{0, 2} {
		g.Plies[i].Loss = game.Loss{Win: 20, Mark: game.Blunder}
	}
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(g), "", helpers+`press("t"); click("[data-go=reveal]"); press("t"); note(by(".verdict")?.textContent);`),
		[]string{"t; #g1p2; ", "[data-go=reveal]; #g1p2; ", "t; #g1p2; ", "Move a piece on the board"})
}

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
func longGame(t *testing.T) *game.Judgement {
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

// TestNarrowInBrowser checks that nothing makes the page wider than the smallest phone.
func TestNarrowInBrowser(t *testing.T) {
	const width = `for (const e of document.querySelectorAll("body *")) if (e.getBoundingClientRect().right > innerWidth + 1) note(e.tagName + "." + e.className);
note(document.documentElement.scrollWidth <= innerWidth);`
	wantNotes(t, pagetest.ActIn(t, 320, 568, write(longGame(t), longGame(t)), "", width), []string{"true"})
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
	g.Selection[0], g.Selection[1] = game.ForLoss, game.LeftOut
	g = g.Judge()
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
	for i := range black.Selection {
		black.Selection[i] = []game.Scope{game.ForLoss, game.Whole}[i%2]
	}
	black.Selection[0] = game.LeftOut
	black = black.Judge()
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
		{`[Site "Samarkand"] [GameURL "https://lichess.org/broadcast/cup/round-1/AbCdEfGh/IjKlMnOp"]`, "Cup · Samarkand · 27 September 2026 · lichess.org; https://lichess.org/broadcast/cup/round-1/AbCdEfGh/IjKlMnOp; _blank; noreferrer; 2"},
		{`[Site "javascript:alert(1)"]`, "Cup · javascript:alert(1) · 27 September 2026; ; ; ; 2"},
		{`[Site "http://256.256.256.256/"]`, "Cup · 27 September 2026; ; ; ; 2"},
	} {
		tags := c.tags + ` [White "Nepomniachtchi, Ian-Alexandrowitsch"] [Black "schach_freund_1984-b"] [Date "2026.09.27"]`
		wantNotes(t, pagetest.ActIn(t, 390, 844, write(sampleGame(t, tags, "e2e4 e7e5", 0, 0, 0)), "", nameLinks), []string{c.want})
	}
}
