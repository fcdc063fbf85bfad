package puzzles

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/output"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/movegen"
)

// samples are a mate in two by White, one for Black in which a pawn becomes a knight, and one in which two moves mate at once.
var samples = []*pagePuzzle{{
	ID: "one", Task: "White mates in 2",
	Boards: []string{"r3k1r1/8/8/5n2/8/5QP1/8/1K1R1R2", "r3k1r1/8/8/8/8/5Qn1/8/1K1R1R2", "r3kQr1/8/8/8/8/6n1/8/1K1R1R2", "r3kr2/8/8/8/8/6n1/8/1K1R1R2", "r3kR2/8/8/8/8/6n1/8/1K1R4"},
	Line:   []string{"f5g3", "f3f8", "g8f8", "f1f8"}, SAN: []string{"Nxg3", "Qf8+", "Rxf8", "Rxf8#"}, Solution: "22. Qf8+ Rxf8 23. Rxf8#",
	Turns: []pageTurn{{Legal: []string{"f3f8", "f3e2", "f3f7"}, Right: []string{"f3f8"}, Wrong: map[string]output.PageLine{
		"f3f7": {Score: "−3.10", SAN: "22. Qf7+ Kxf7 23. Rxg3", Steps: "f3f7 e8f7 f1f7"}}}, {Legal: []string{"f1f8", "d1d8", "f1e1"}, Right: []string{"f1f8", "d1d8"}}},
	Value: "#2", Played: "f3f7", Date: "2026-11", Themes: []string{"mateIn2", "sacrifice"}, Elo: 1500, Rating: "1500", Found: "a 1500 in 10 of 20", Game: "<b>Anna</b> – Bert", Where: "games.pgn: game 1", URL: "https://example.org/#1",
	Others: map[string]string{"d1d8": "r2Rkr2/8/8/8/8/6n1/8/1K3R2"},
}, {
	ID: "two", Task: "Black wins", Black: true, Boards: []string{"8/8/8/8/8/7k/4p1q1/2K5", "8/8/8/8/8/7k/2K1p1q1/8", "8/8/8/8/8/7k/2K3q1/4n3"},
	Line: []string{"c1c2", "e2e1n"}, SAN: []string{"Kc2", "e1=N+"}, Solution: "1... e1=N+", Themes: []string{"underPromotion"}, Elo: 900, Rating: "900", Game: "<b>Anna</b> – Bert", Where: "games.pgn: game 2",
	Turns: []pageTurn{{Legal: []string{"e2e1q", "e2e1r", "e2e1b", "e2e1n", "h3h4"}, Right: []string{"e2e1n"}}},
}, {
	ID: "mates", Task: "Black mates", Black: true, Boards: []string{"8/8/8/8/8/7k/4p1q1/2K5", "8/8/8/8/8/7k/2K1p1q1/8", "8/8/8/8/8/7k/2K3q1/4q3"},
	Line: []string{"c1c2", "e2e1q"}, SAN: []string{"Kc2", "e1=Q#"}, Solution: "1... e1=Q#", Themes: []string{"mateIn1"}, Elo: 1000,
	Turns:  []pageTurn{{Legal: []string{"e2e1q", "e2e1n", "h3h4"}, Right: []string{"e2e1q", "e2e1n"}}},
	Others: map[string]string{"e2e1n": "8/8/8/8/8/7k/2K3q1/4n3"},
}}

func puzzlesPage(puzzles ...*pagePuzzle) string {
	f := &htmlForm{about: about{Engine: "Vertigo <test>", Network: "net", Counts: new(tally)}}
	b := f.Begin(nil)
	for _, p := range puzzles {
		b = f.append(b, p)
	}
	return string(f.End(b))
}

func TestMain(m *testing.M) { os.Exit(pagetest.Run(m)) }

func TestPuzzlesPage(t *testing.T) {
	text := puzzlesPage(samples...)
	pagetest.Check(t, text)
	if strings.Contains(text, "<b>Anna") || !strings.Contains(text, "Vertigo &lt;test&gt;") {
		t.Error("texts are not quoted")
	}
	pagetest.Check(t, puzzlesPage())
}

// TestPagePuzzle checks that scores are for the solver, and that the page has the board after another mate.
func TestPagePuzzle(t *testing.T) {
	p := newPuzzle(t, "rq4k1/8/8/8/8/8/5PPP/7K w - - 0 1", "h1g1 a8a1", Win)
	start := p.Start()
	p.Turns[0].Value = winrate.Score{Mate: true, N: -1}
	p.Turns[0].Wrong = []game.Line{{Root: &start, Score: 300, Moves: []board.Move{must.Get(movegen.ParseMove(&start, "a8a7"))(t)}}}
	page := newPagePuzzle(p)
	must.Equal(t, page.Value, "#1")
	if score := page.Turns[0].Wrong["a8a7"].Score; !strings.HasPrefix(score, "+") {
		t.Errorf("the solver is better, but the score is %s", score)
	}
	must.Equal(t, fmt.Sprint(page.Others), "map[b8b1:r5k1/8/8/8/8/8/5PPP/1q4K1]")
}

// tools are what the scripts in the tests use: log notes what the page says, key and type press keys, at clicks on a square.
const tools = `
window.confirm = () => true;
document.getElementById("forget").click(); // what an earlier test has left
const log = (what) => note(what + ": " + document.getElementById("feedback").textContent);
const count = () => note(document.getElementById("count").textContent);
const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const type = (text) => [...text].forEach(press);
const point = (kind, square, pointerId = 1) => {
	const svg = document.getElementById("board"), box = svg.getBoundingClientRect(), black = document.getElementById("task").textContent.startsWith("Black");
	const x = square.charCodeAt(0) - 97, y = 8 - square[1];
	svg.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0, pointerId, clientX: box.left + ((black ? 7 - x : x) + .5) * box.width / 8,
		clientY: box.top + ((black ? 7 - y : y) + .5) * box.height / 8 }));
};
SVGElement.prototype.setPointerCapture = () => {};
const click = (square) => { point("pointerdown", square); point("pointerup", square); };
const drag = (from, to) => { point("pointerdown", from); point("pointermove", to); point("pointerup", to); };
`

// TestGamesOfPuzzles names games of files in two folders that have one name, in the order of the puzzles.
func TestGamesOfPuzzles(t *testing.T) {
	var list []*pagePuzzle
	for i, game := range []string{"Zoe – Hero", "Xena – Hero"} {
		p := *samples[1]
		p.ID, p.Game, p.Where = fmt.Sprint(i), game, "games.pgn: game 1"
		list = append(list, &p)
	}
	got := pagetest.ActIn(t, 1280, 720, puzzlesPage(list...), "", `note([...document.getElementById("of-game").options].map((o) => o.text));`)
	must.Equal(t, got, []string{"all,Zoe – Hero (1),Xena – Hero (1)"})
}

// TestInBrowser solves the puzzles with the keyboard, by clicks and by dragging, and makes mistakes.
func TestPuzzlesInBrowser(t *testing.T) {
	for _, test := range []struct {
		what, fragment, script string
		want                   []string
	}{
		{"typed", "", `type("f3e2"); log("wrong"); type("f3a8"); log("impossible"); type("f3f8"); log("right");
			setTimeout(() => { log("answer"); type("d1d8"); log("other mate"); note(document.querySelectorAll("#board use[href='#piece-R'][x='3'][y='0'], #board .trace[x='3'][y='0']").length); press("n"); log("next"); count(); }, 600);`,
			[]string{"wrong: f3–e2 is wrong. Try again.", "impossible: f3–a8 is not possible here.", "right: Right.", "answer: Right. Black answers Rxf8. Go on.",
				"other mate: Done, with mistakes. That mates, too.", "2", "next: Move a piece", "3 puzzles, 0 solved, 1 with mistakes or help"}},
		{"arrow keys", "", `press("ArrowLeft"); log(document.getElementById("cursor").textContent); type(["ArrowRight", "ArrowRight", "ArrowUp"]); press("Enter");
			note(document.getElementById("cursor").textContent); log("picked " + document.querySelectorAll(".target, .ring").length);
			type(["ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]); press("Enter"); log("put down"); press("ArrowLeft");
			log(document.getElementById("cursor").textContent);`,
			[]string{"d2 empty: ", "f3 picked up", "picked 3: ", "put down: Right.", "e8 black king: "}},
		{"clicks", "", `click("f3"); log("picked " + document.querySelectorAll(".target, .ring").length); click("f8"); log("put down");
			setTimeout(() => { click("f1"); click("f8"); log("mate " + document.getElementById("game").textContent); count(); }, 600);`,
			[]string{"picked 3: ", "put down: Right.", "mate <b>Anna</b> – Bert · games.pgn: game 1 · the game: Solved!", "3 puzzles, 1 solved, 0 with mistakes or help"}},
		{"showing", "", `press("s"); log("shown"); setTimeout(() => log("answer"), 900);`, []string{"shown: The move is Qf8+.", "answer: The move is Qf8+. Black answers Rxf8. Go on."}},
		{"dragging", "", `drag("f3", "e2"); log("wrong"); drag("f3", "f8"); log("right");`, []string{"wrong: f3–e2 is wrong", "right: Right."}},
		{"two fingers", "", `point("pointerdown", "f3"); point("pointerdown", "e2", 2); point("pointerup", "f3"); point("pointerup", "e2", 2);
			log("picked " + document.querySelectorAll(".picked").length);
			click("f3"); point("pointerdown", "f8"); point("pointerdown", "e2", 2); point("pointerup", "f8"); point("pointerup", "e2", 2);
			log("put down " + document.querySelectorAll(".picked").length); count();`,
			[]string{"picked 0: Move a piece", "put down 0: Move a piece", "3 puzzles, 0 solved, 0 with mistakes or help"}},
		{"promotion", "#two", `type("e2e1"); log("asked " + document.getElementById("promotion").hidden); press("q"); log("queen"); drag("e2", "e1");
			document.querySelector("[data-piece=n]").click(); log("knight");`,
			[]string{"asked false: Promote to:", "queen: e2–e1 is wrong", "knight: Done, with mistakes."}},
		{"promotion not made", "#two", `const asked = () => note(document.getElementById("promotion").hidden); type("e2e1"); type("h3h4"); log("another"); asked();
			type("e2e1"); press("r"); log("rook"); type("e2e1"); press("Escape"); press("n"); log("next"); asked();
			type("e2e1"); press("s"); log("shown"); asked(); press("r"); log("again");`,
			[]string{"another: h3–h4 is wrong.", "true", "rook: e2–e1 is wrong.", "next: Move a piece", "true", "shown: Done, with help.", "true", "again: Move a piece"}},
		{"spoken", "", `press("n"); note(document.getElementById("cursor").textContent);`, []string{"Black wins. White has just played Kc2. Find the only move."}},
		{"left unsolved", "", `type("f3e2"); press("n"); count(); press("t"); press("n"); count();`,
			[]string{"3 puzzles, 0 solved, 1 with mistakes or help", "3 puzzles, 0 solved, 2 with mistakes or help"}},
		{"hints", "", `press("t"); log("first"); press("t"); log("second " + document.querySelectorAll(".tipped").length); press("s");
			setTimeout(() => { press("s"); log("shown"); press("r"); log("again"); press("p"); log("previous"); }, 600);`,
			[]string{"first: Hint: mate in 2, sacrifice.", "second 1: Move the queen on f3.", "shown: Done, with help.", "again: Move a piece", "previous: This is the first puzzle."}},
		{"letters off", "", `const box = document.querySelector(".letters input"), shown = () => getComputedStyle(document.querySelector("#tip kbd")).display;
			box.click(); box.blur(); type("f3e2"); log("typed"); press("t"); press("s"); log("tip " + shown());
			press("ArrowRight"); press("ArrowUp"); press("Enter"); log("picked " + document.querySelectorAll(".target, .ring").length); press("Escape"); document.activeElement.blur();
			box.click(); box.blur(); press("t"); log("on " + shown());`,
			[]string{"typed: Move a piece", "tip none: Move a piece", "picked 3: Move a piece", "on inline: Hint: mate in 2"}},
		{"refutation", "", `const has = (id) => document.querySelectorAll("#board use[href='#piece-" + id + "']").length;
			type("f3f7"); log("lost " + has("Q")); setTimeout(() => { log("answer " + has("Q") + document.getElementById("goal").textContent); press("Escape");
			log("back " + has("Q")); type("f3f7"); document.getElementById("tip").click(); log("hint " + has("Q")); type("f3f8"); setTimeout(() => { type("d1d8"); note(document.getElementById("solution").textContent); note(document.getElementById("played").textContent); }, 600); }, 600);`,
			[]string{"lost 1: Qf7+ was played in the game. It is wrong: 22. Qf7+ Kxf7 23. Rxg3 (−3.10 instead of #2)", "answer 0Find the only move.: Qf7+ was", "back 1: Try again.",
				"hint 1: Hint: mate in 2, sacrifice.", "22. Qf8+ Rxf8 23. Rxf8# (#2)", "Played: 22. Qf7+ Kxf7 23. Rxg3 (−3.10)"}},
		{"progress", "#two", `const key = "vertigo puzzles", choice = document.getElementById("show-only"), shown = () => note(document.getElementById("number").textContent);
			const choose = (value) => { choice.value = value; choice.dispatchEvent(new Event("change")); }, days = () => { const p = JSON.parse(localStorage.getItem(key)).two; return p.due ? Math.round((p.due - new Date(p.at).setHours(0, 0, 0, 0)) / 864e5) : 0; };
			const solve = () => { type("e2e1"); press("n"); }, clock = Date.now;
			type("h3h4"); solve(); note(days()); press("r"); solve(); note(days());
			for (const day of [1, 4, 11, 27]) { Date.now = () => clock() + (day + .1) * 864e5; press("r"); solve(); note(days()); }
			Date.now = () => clock() + 63 * 864e5; choose("due"); shown(); count(); press("r"); solve(); note(days()); choose("due"); log("none"); press("r"); shown(); choose("new"); shown();`,
			[]string{"1", "1", "3", "7", "16", "35", "Puzzle 1 of 1", "3 puzzles, 1 solved, 0 with mistakes or help, 1 due again", "0", "none: No puzzle is like that.", "Puzzle 1 of 1", "Puzzle 1 of 2"}},
		{"games of one day", "", `const choice = document.getElementById("of-game"); note([...choice.options].map((o) => o.text)); choice.value = "<b>Anna</b> – Bert · games.pgn: game 2";
			choice.dispatchEvent(new Event("change")); note(document.getElementById("number").textContent);`,
			[]string{"all,<b>Anna</b> – Bert · games.pgn: game 1 (1),<b>Anna</b> – Bert · games.pgn: game 2 (1)", "Puzzle 1 of 1 · rating 900"}},
		{"link to another", "", `const choice = document.getElementById("of-game"); choice.value = "<b>Anna</b> – Bert · games.pgn: game 2"; choice.dispatchEvent(new Event("change"));
			location.hash = "#one"; setTimeout(() => note(document.getElementById("number").textContent + "; " + choice.selectedOptions[0].text), 100);`,
			[]string{"Puzzle 1 of 3 · rating 1500; all"}},
		{"the next day", "", `const at = (day, hour) => { Date.now = () => new Date(2026, 0, day, hour).getTime(); };
			at(5, 21); type("f3e2"); press("n"); count(); at(6, 8); press("n"); count();`,
			[]string{"3 puzzles, 0 solved, 1 with mistakes or help", "3 puzzles, 0 solved, 1 with mistakes or help, 1 due again"}},
		{"two pages", "#two", `localStorage.setItem("vertigo puzzles", '{"one":{"result":"solved","at":5}}'); type("e2e1"); press("n"); count();
			note(Object.keys(JSON.parse(localStorage.getItem("vertigo puzzles"))).sort());
			localStorage.setItem("vertigo puzzles", "{}"); dispatchEvent(new StorageEvent("storage", { key: "vertigo puzzles" })); count();`,
			[]string{"3 puzzles, 2 solved", "one,two", "3 puzzles, 0 solved"}},
		{"strange storage", "#two", `for (const text of ['"abc"', "5", "true", "[1]", "null", "{", '{"one":5,"three":{"result":"solved","at":7}}']) {
				localStorage.setItem("vertigo puzzles", text); dispatchEvent(new StorageEvent("storage", { key: "vertigo puzzles" }));
				press("r"); type("e2e1"); press("n"); count(); }`,
			[]string{"3 puzzles, 1 solved", "3 puzzles, 1 solved", "3 puzzles, 1 solved", "3 puzzles, 1 solved", "3 puzzles, 1 solved", "3 puzzles, 1 solved", "3 puzzles, 1 solved"}},
		{"many in a short time", "", `history.replaceState = () => { throw new Error(); }; press("n"); note(document.querySelectorAll("#board use[href='#piece-Q']").length);
			note(document.getElementById("number").textContent);`, []string{"0", "Puzzle 2 of 3"}},
		{"file", "#two", `const files = new DataTransfer(), input = document.getElementById("file");
			const load = async (text) => { files.items.clear(); files.items.add(new File([text], "p.json")); input.files = files.files; document.getElementById("feedback").textContent = ""; input.dispatchEvent(new Event("change"));
				while (!document.getElementById("feedback").textContent) await new Promise((done) => setTimeout(done, 5)); };
			(async () => { await load('{"one":{"result":"failed","at":5,"times":0,"due":6}}'); log("loaded"); count(); await load('{"one":{"result":"solved","at":4}}'); count(); await load("{]"); log("damaged " + input.files.length); await load("5"); log("a number"); })();`,
			[]string{"loaded: The progress in p.json is loaded.", "3 puzzles, 0 solved, 1 with mistakes or help, 1 due again", "3 puzzles, 0 solved, 1 with mistakes or help, 1 due again", "damaged 0: p.json has no progress", "a number: p.json has no progress"}},
		{"several mates", "#mates", `note(document.getElementById("goal").textContent);`, []string{"Find a move that mates."}},
		{"order and theme", "", `const order = document.getElementById("order"), theme = document.getElementById("theme"), change = (e, value) => {
				e.value = value; e.dispatchEvent(new Event("change")); };
			change(order, "1"); log(document.getElementById("number").textContent + " " + location.hash); change(theme, "sacrifice");
			log(document.getElementById("number").textContent + " " + location.hash);`,
			[]string{"Puzzle 1 of 3 · rating 900 #two: ", "Puzzle 1 of 1 · rating 1500 #one: "}},
	} {
		t.Run(test.what, func(t *testing.T) {
			got := pagetest.ActIn(t, 1280, 720, puzzlesPage(samples...), test.fragment, tools+test.script)
			if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
				t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}
