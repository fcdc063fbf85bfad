package page

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// lineOf returns a line from p, and the positions after its moves.
func lineOf(t *testing.T, p board.Position, words string) (l Line, after []board.Position) {
	t.Helper()
	root := p
	for word := range strings.FieldsSeq(words) {
		m, err := movegen.ParseMove(&p, word)
		if err != nil {
			t.Fatal(err)
		}
		l.Moves = append(l.Moves, m)
		var next board.Position
		p.Make(m, &next)
		p = next
		after = append(after, p)
	}
	l.Score, l.Depth, l.SAN = "+0.10", 7, pgn.NumberedLine(&root, l.Moves)
	return l, after
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
		line, _ := lineOf(t, p, c.moves)
		if got := steps(&p, line.Moves); got != c.want {
			t.Errorf("%s from %s: %q, want %q", c.moves, c.fen, got, c.want)
		}
	}
}

func TestLichess(t *testing.T) {
	for _, c := range []struct{ fen, tool, want string }{
		{"4k3/8/8/8/8/8/8/4K2R w K - 3 7", "analysis", "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/8/4K2R_w_K_-_3_7"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 3 7", "editor", "https://lichess.org/editor/4k3/8/8/8/8/8/8/4K2R_w_K_-_3_7"},
		{"4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", "analysis", "https://lichess.org/analysis/chess960/4k3/8/8/8/8/8/8/3K2R1_w_K_-_0_1"},
		{"4k3/8/8/8/8/8/8/3K2R1 w G - 0 1", "editor", "https://lichess.org/editor/4k3/8/8/8/8/8/8/3K2R1_w_K_-_0_1?variant=chess960"},
	} {
		p := playout.Parse(t, c.fen)
		if got := lichess(&p, c.tool); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
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
		g := sampleGame(t, c.fen, c.move, .5, .4)
		p := &g.Positions[0]
		p.Lines = nil
		var want []string
		for words := range strings.SplitSeq(c.lines, " / ") {
			line, after := lineOf(t, p.Board, words)
			p.Lines = append(p.Lines, line)
			for i := range after {
				want = append(want, after[i].FEN())
			}
		}
		var passed board.Position
		p.Board.MakeNull(&passed)
		threat, after := lineOf(t, passed, c.threat)
		p.Threat, p.ThreatSquares = &threat, Squares(&passed, threat.Moves[0])
		for i := range after {
			want = append(want, after[i].FEN())
		}
		page := write(g)
		pagetest.Check(t, page)
		_, log, _ := strings.Cut(pagetest.Act(t, page, "", `
			const log = document.body.appendChild(document.createElement("pre"));
			for (const step of document.querySelectorAll(".now .step")) {
				step.click();
				log.append(document.querySelector(".fen").value + "\n");
			}`), "<pre>")
		log, _, _ = strings.Cut(log, "\n</pre>")
		if log != strings.Join(want, "\n") {
			t.Errorf("the positions are\n%s\nwant\n%s", log, strings.Join(want, "\n"))
		}
	}
}

// study looks at a mistake, steps through the better line with keys and clicks, copies, and switches letters off.
const study = `
let copied = "";
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
const log = document.body.appendChild(document.createElement("pre")), by = (selector) => document.querySelector(selector);
const note = (what) => {
	const arrows = [...document.querySelectorAll(".live .arrow")].map((a) => a.classList[1]).join(" ");
	log.append([what, location.hash, by(".now .step[aria-current]")?.textContent || "-", arrows || "-", by(".live").classList.contains("aside"), document.activeElement.className].join("; ") + "\n");
};
const press = (key) => { document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); note(key); };
const click = (selector) => { by(selector).click(); note(selector); };
["n", "b", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "b", "End", "Escape", "b", "ArrowLeft"].forEach(press);
click(".now a");
click(".now .instead .step");
click("[data-go=leave]");
document.querySelectorAll(".turns .step")[1].click(); note("turning point");
press("f");
log.append(by(".fen").value + " " + by("[data-lichess=analysis]").href + " " + by("[data-lichess=editor]").href + "\n");
by(".turns .verdict a").focus();
press("n"); press("ArrowLeft");
by(".live").focus();
by(".letters input").click();
press("n");
press("ArrowLeft");
by(".letters input").click();
press("Escape"); press("Home"); press("n");
document.querySelectorAll(".copy button")[1].click();
setTimeout(() => {
	log.append(copied + "\n");
	document.querySelector(".copy button").click();
	setTimeout(() => log.append(copied + " " + by(".copy button").textContent + "\n"), 20);
}, 20);
`

func TestStudyInBrowser(t *testing.T) {
	g := sampleGame(t, board.StartFEN, "f2f3 e7e5 g2g4 d8h4", .5, .4, .4, 0, 0)
	g.Moves[2].Loss.Mark, g.PGN = verdict.Blunder, "[White \"<Ada>\"]\n\n1. f3 {"+hostile+"} e5"
	line, after := lineOf(t, g.Positions[2].Board, "e2e4 f8c5 b1c3")
	g.Positions[2].Lines = []Line{line}
	page := write(g)
	pagetest.Check(t, page)
	_, log, _ := strings.Cut(pagetest.Act(t, page, "", study), "<pre>")
	log, _, _ = strings.Cut(log, "</pre>")
	lines := strings.Split(html.UnescapeString(log), "\n")
	fen := after[1].FEN()
	path := strings.ReplaceAll(fen, " ", "_")
	for i, want := range []string{
		"n; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ", "ArrowRight; #g1p2; Bc5; -; true; ", "ArrowRight; #g1p2; Nc3; -; true; ",
		"ArrowRight; #g1p2; Nc3; -; true; ", "ArrowLeft; #g1p2; Bc5; -; true; ", "Home; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ",
		"End; #g1p2; Nc3; -; true; ", "Escape; #g1p2; -; played best; false; ", "b; #g1p2; e4; -; true; ", "ArrowLeft; #g1p2; -; played best; false; ",
		".now a; #g1p3; -; best; false; ", ".now .instead .step; #g1p2; e4; -; true; step",
		"[data-go=leave]; #g1p2; -; played best; false; live", "turning point; #g1p2; Bc5; -; true; step", "f; #g1p2; Bc5; -; true; step",
		fmt.Sprintf("%s https://lichess.org/analysis/standard/%s?color=black https://lichess.org/editor/%s?color=black", fen, path, path),
		"n; #g1p2; Bc5; -; true; blunder", "ArrowLeft; #g1p2; Bc5; -; true; blunder", // a link has the focus
		"n; #g1p2; Bc5; -; true; live", "ArrowLeft; #g1p2; e4; -; true; ", // letters are off
		"Escape; #g1p2; -; played best; false; ", "Home; #g1p0; -; best; false; ", "n; #g1p2; -; played best; false; ",
		"[White \"<Ada>\"]", "", "1. f3 {" + hostile + "} e5", g.Positions[2].Board.FEN() + " Copied",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Fatalf("step %d is not %q:\n%s", i, want, strings.Join(lines, "\n"))
		}
	}
}

// practice plays the lines of single positions with clicks and keys.
const practice = `
const log = document.body.appendChild(document.createElement("pre"));
let row;
const by = (selector) => row.querySelector(selector);
const note = (what) => {
	const arrows = [...row.querySelectorAll(".live .arrow")].map((a) => a.classList[1]).join(" ");
	log.append([what, by(".step[aria-current]")?.textContent || "-", arrows || "-", by(".live").classList.contains("aside"), by(".fen").textContent,
		document.activeElement.textContent || document.activeElement.dataset.go].join("; ") + "\n");
};
const press = (key) => { document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })); note(key); };
const click = (selector) => { by(selector).click(); note(selector); };
const rows = [...document.querySelectorAll("tr.position")];
row = rows[0];
for (const step of row.querySelectorAll(".step")) {
	step.click();
	log.append(by(".fen").textContent + "\n");
}
by("[data-go=leave]").focus();
click("[data-go=leave]");
["Home", "ArrowLeft", "ArrowRight", "ArrowRight", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "b", "Escape", "f"].forEach(press);
log.append(by("[data-lichess=analysis]").href + " " + by("[data-lichess=editor]").href + "\n");
document.querySelector(".letters input").click();
press("b");
click("[data-go=on]");
click("[data-go=back]");
log.append(rows.slice(1).map((r) => r.querySelectorAll("button").length).join(" ") + "\n");
`

// TestPositionsInBrowser plays the lines of a single position, and none where the game is over.
func TestPositionsInBrowser(t *testing.T) {
	p, over := playout.Parse(t, "r3k2r/3p2P1/8/4P3/1p2p3/8/P2P4/R3K2R w KQkq - 3 9"), playout.Parse(t, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	var passed board.Position
	p.MakeNull(&passed)
	first, afterFirst := lineOf(t, p, "a2a4 b4a3 e1h1")
	second, afterSecond := lineOf(t, p, "e1a1 a8a2")
	threat, afterThreat := lineOf(t, passed, "a8a2 e1h1")
	page := write(
		&Position{Board: p, Score: "+1.00", Lines: []Line{first, second}, Threat: &threat, ThreatSquares: "a8a2", Name: hostile},
		&Position{Board: over, Score: "#", Over: "checkmate"})
	pagetest.Check(t, page)
	_, log, _ := strings.Cut(pagetest.Act(t, page, "", practice), "<pre>")
	log, _, _ = strings.Cut(log, "</pre>")
	lines := strings.Split(html.UnescapeString(log), "\n")
	var want []string
	for _, after := range [][]board.Position{afterFirst, afterSecond, afterThreat} {
		for i := range after {
			want = append(want, after[i].FEN())
		}
	}
	fen, path := p.FEN(), strings.ReplaceAll(p.FEN(), " ", "_")
	want = append(want,
		"[data-go=leave]; -; best other; false; "+fen+"; Rxa2", // the first move of the threat, which was left, has the focus
		"Home; -; best other; false; "+fen, "ArrowLeft; -; best other; false; "+fen,
		"ArrowRight; a4; -; true; "+afterFirst[0].FEN(), "ArrowRight; bxa3; -; true; "+afterFirst[1].FEN(), "End; O-O; -; true; "+afterFirst[2].FEN(),
		"ArrowLeft; bxa3; -; true; "+afterFirst[1].FEN(), "ArrowLeft; a4; -; true; "+afterFirst[0].FEN(), "ArrowLeft; -; best other; false; "+fen,
		"b; a4; -; true; "+afterFirst[0].FEN(), "Escape; -; best other; false; "+fen, "f; -; best other; false; "+fen,
		fmt.Sprintf("https://lichess.org/analysis/standard/%s?color=black https://lichess.org/editor/%s?color=black", path, path),
		"b; -; best other; false; "+fen, // letters are off
		"[data-go=on]; a4; -; true; "+afterFirst[0].FEN(), "[data-go=back]; -; best other; false; "+fen,
		"0") // where the game is over there is no line
	for i, w := range want {
		if i >= len(lines) || !strings.HasPrefix(lines[i], w) {
			t.Fatalf("step %d is not %q:\n%s", i, w, strings.Join(lines, "\n"))
		}
	}
}
