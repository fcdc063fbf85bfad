package output

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/movegen"
)

// suitePosition returns a position of a test suite with its answer.
func suitePosition(t *testing.T, line string, moves string) *game.Judgement {
	t.Helper()
	j := parsed(t, "epd", "s.epd", line)
	a := game.Answer{Nodes: 17, Time: 250 * time.Millisecond}
	if moves != "" {
		a.Lines = []game.Line{lineOf(t, j.Plies[0].Root(), moves)}
		a.Best = a.Lines[0].Moves[0]
	}
	must.Do(t, a.SetRoot(j.Plies[0].Root()))
	j.Selection[0], j.List[0] = game.Whole, a
	return j.Judge()
}

func TestEmpty(t *testing.T) {
	page := write()
	pagetest.Check(t, page)
	must.Contain(t, page, "depth 7", "Vertigo 1", "needs JavaScript")
	if got := pagetest.ActIn(t, 390, 844, page, "", `note(document.querySelector("#notice").textContent)`); got[0] != "Nothing was analysed." {
		t.Errorf("an empty report says %q when it is ready", got)
	}
}

// TestLeftOut checks that the page says how many games it does not have, and does not call the others all.
func TestLeftOut(t *testing.T) {
	left := parsed(t, "pgn", "games.pgn", "1. e4 e5 *")
	broken := game.NewJob(game.Origin{At: 1, Line: 1, Kind: "pgn", Text: "1. e5 *"}, "games.pgn", 0).Read().Unasked().Judge()
	write := func(items, faults []*game.Judgement) string {
		r := New(Settings{As: "html"})
		b := r.Begin(nil)
		for _, j := range items {
			b = r.Item(b, j)
		}
		for _, j := range faults {
			b = r.Fault(b, j)
		}
		return string(r.End(b))
	}
	one, two := match(t, "Ada", "Bob", "1-0"), match(t, "Bob", "Ada", "1-0")
	tests := []struct {
		page, notice string
		hidden       bool
		label        string
	}{
		{write([]*game.Judgement{one, two}, nil), "", true, "All 2 games"},
		{write([]*game.Judgement{one, left, two}, nil), "1 game left out by the filters.", false, "2 games"},
		{write([]*game.Judgement{one, two}, []*game.Judgement{broken}), "1 could not be read.", false, "2 games"},
		{write([]*game.Judgement{one, left, left}, []*game.Judgement{broken}),
			"1 could not be read. 2 games left out by the filters.", false, ""},
		{write([]*game.Judgement{left}, nil), "Nothing was analysed. 1 game left out by the filters.", false, ""},
	}
	for _, test := range tests {
		all, _ := unpack(t, test.page)
		must.Equal(t, all.Notice, test.notice, "notice")
	}
	for _, test := range tests {
		got := pagetest.ActIn(t, 390, 844, test.page, "",
			`const q = (s) => document.querySelector(s); note([q("#unfold").textContent, q("#notice").hidden, q("#notice").textContent].join("|"));`)
		must.Equal(t, got[0], fmt.Sprintf("%s|%t|%s", test.label, test.hidden, test.notice), "label and notice")
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
	for _, j := range []*game.Judgement{g, p} {
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

// TestOfOnePlayer checks that the report of one player's moves is named after them, has no table of players, and shows scores, the
// points lost and the time left from their side; a game of two players counts once for a time that both had.
func TestOfOnePlayer(t *testing.T) {
	const moves = "f2f3 {[%clk 0:00:59]} e7e5 {[%clk 0:00:59]} g2g4 b8c6"
	white, black := sampleGame(t, `[White "Ada"]`, moves, 0, -40, -40, -300, -300), sampleGame(t, `[White "Bob"] [Black "Ada"]`, moves, 0, 30, 90, 90, 90)
	both, _ := unpack(t, write(white, black))
	at := slices.IndexFunc(both.Summary, func(g *groupTable) bool { return g.Title == "Time left" })
	if rows := both.Summary[at].Rows; both.Player != "" || rows[0].Name != "20 to 60 seconds" || rows[0].Games != 2 || rows[0].Moves != 4 {
		t.Errorf("the report of both players is about %q, with %+v", both.Player, rows)
	}
	white, black = judgeOnly(white, board.White), judgeOnly(black, board.Black)
	all, items := unpack(t, write(white, black))
	if all.Player != "Ada" || all.Summary[0].Title != "Phases" || *all.Entries[0].Lost < 20 || *all.Entries[1].Lost > 10 {
		t.Errorf("the report is about %q: %+v", all.Player, all.Entries)
	}
	other := judgeOnly(sampleGame(t, `[White "Bob"]`, moves, 0, -40, -40, -300, -300), board.White)
	if all, _ := unpack(t, write(white, white, other)); all.Player != "" {
		t.Errorf("the report of two players is about %q", all.Player)
	}
	root := white.Plies[3].Root() // Black is to move in both games
	lost := func(score int) string {
		return fmt.Sprintf("−%.2f", math.Abs(float64(winrate.Centipawns(root, score)))/100)
	}
	must.Equal(t, items[0].Plies[3].Score, lost(scoreOf(root, -300)), "White's score")
	must.Equal(t, items[1].Plies[3].Score, lost(scoreOf(root, 90)), "Black's score")
}

// TestKindsOfMistakes names marked moves by what the best lines after them and in place of them do.
func TestKindsOfMistakes(t *testing.T) {
	for _, test := range []struct {
		fen, moves   string
		white        []int
		after, found string // the best lines after the last move, and in its place
		want         string
	}{
		{"r3k3/7p/8/1N6/8/8/8/4K3 b - - 0 1", "h7h6", []int{-300, 300}, "b5c7 e8d7 c7a8", "", "Allowed a fork"},
		{"r3k3/7p/8/1N6/8/8/8/4K3 b - - 0 1", "h7h6 b5a3", []int{300, 300, -300}, "e8e7", "b5c7 e8d7 c7a8", "Missed a fork"},
		{"r3k3/7p/8/1N6/8/8/8/4K3 b - - 0 1", "h7h6 b5a3", []int{300, 300, -300}, "e8e7", "e1e2", "Other"},
		{"r3k3/7p/8/8/8/8/8/R3K3 b - - 0 1", "a8b8 a1b1", []int{0, 500, -500}, "b8b1", "", "Left material to take"},
		{"r3k3/7p/8/8/8/8/8/R3K3 b - - 0 1", "h7h6 e1e2", []int{500, 500, 0}, "e8e7", "a1a8 e8e7", "Missed material to take"},
		{"4k3/7p/8/8/2B5/8/8/R3K3 w - - 0 1", "c4d3 e8d8", []int{300, 300, 700}, "d3a6 d8c7 a6c4 h7h6 c4e2 h6h5 e2h5 c7b7", "",
			"Lost a pawn in a few moves"},
		{"4k2r/3b4/2n5/8/B7/8/8/4K2R w - - 0 1", "a4c6", []int{0, -300}, "d7c6 e1e2", "", "Other"}, // an exchange
		{"r3k3/p7/8/8/8/8/8/R3K3 w - - 0 1", "a1a7", []int{0, -400}, "a8a7 e1e2", "", "Left material to take"},
		{"4k3/7p/8/8/8/8/4K3/R7 b - - 0 1", "e8f8 e2e3", []int{500, 500, 0}, "f8e8", "a1h1 f8e8 h1h7 e8d8",
			"Missed a pawn in a few moves"},
		{"4k3/7p/8/8/2B5/8/8/R3K3 w - - 0 1", "c4d3 e8d8", []int{300, 300, beyondMate}, "d3h7", "", "Allowed a mate"},
		{"rnbqkb1r/pppp1ppp/8/4N3/4n3/8/PPPPQPPP/RNB1KB1R b KQkq - 1 4", "e4f6", []int{0, 500}, "e5c6 d8e7 c6e7 f8e7", "", "Allowed a discovered attack"},
		{"7k/P7/8/8/8/8/8/K7 b - - 0 1", "h8g8 a1b1", []int{900, 900, 0}, "g8f7", "a7a8q g8f7", "Missed a promotion"},
		{"rnbqkb1r/pp2pppp/2p2n2/8/3PN3/8/PPP2PPP/R1BQKBNR w KQkq - 0 5", "e4f6 g7f6", []int{0, 0, 130}, "g1f3 c8g4", "e7f6 g1f3",
			"Other"}, // it takes the same knight
		{"4k3/8/8/8/8/5q2/8/R3K3 w - - 0 1", "a1a2 f3h1", []int{-900, -900, 0}, "e1d2", "f3f2", "Other"},
	} {
		j := sampleGame(t, `[SetUp "1"] [FEN "`+test.fen+`"]`, test.moves, test.white...)
		last := len(j.Plies) - 1
		for i, line := range map[int]string{last: test.after, last - 1: test.found} {
			if line != "" {
				a := j.Plies[i].Answer
				l := lineOf(t, j.Plies[i].Root(), line)
				l.Score = a.Lines[0].Score
				a.Lines, a.Best = []game.Line{l}, l.Moves[0]
			}
		}
		must.Equal(t, j.Judge().Plies[last-1].Mistake, test.want, test.fen, test.moves)
	}
}

// TestEndings names the ends of games, for each of the players, by how they stood.
func TestEndings(t *testing.T) {
	const unknown = 9999 // the last position was not analysed
	for _, test := range []struct {
		tags  string
		white int // centipawns in the last position
		want  [2]string
	}{
		{`[Result "0-1"] [Termination "Normal"]`, -900, [2]string{"Resigned when lost", "Won by resignation"}},
		{`[Result "0-1"] [Termination "Normal"]`, 20, [2]string{"Resigned when not lost", "Won by resignation"}},
		{`[Result "0-1"] [Termination "Time forfeit"]`, 400, [2]string{"Lost on time when winning", "Won on time"}},
		{`[Result "1-0"] [Termination "Time forfeit"]`, 400, [2]string{"Won on time", "Lost on time when losing"}},
		{`[Result "1-0"] [Termination "Time forfeit"]`, 0, [2]string{"Won on time", "Lost on time when level"}},
		{`[Result "1/2-1/2"] [Termination "Normal"]`, 300, [2]string{"Draw agreed when better", "Draw agreed"}},
		{`[Result "1/2-1/2"] [Termination "Time forfeit"]`, 900, [2]string{"Drawn on time", "Drawn on time"}}, // of Black with more material
		{`[Result "1-0"] [Termination "Bob abandoned"]`, 0, [2]string{"Abandoned", "Abandoned"}},
		{`[Result "*"]`, 0, [2]string{"", ""}},
		{`[Result "0-1"] [Termination "Normal"]`, unknown, [2]string{"Resigned", "Won by resignation"}},
		{`[Result "0-1"] [Termination "Time forfeit"]`, unknown, [2]string{"Lost on time", "Won on time"}},
	} {
		j := sampleGame(t, test.tags, "e2e4 e7e5", 0, 0, test.white)
		if test.white == unknown {
			j.Plies[2].Value, j.Plies[2].Answer.Lines = game.Value{}, nil
		}
		must.Equal(t, [2]string{ending(j, 0), ending(j, 1)}, test.want, test.tags, test.white)
	}
	mate := match(t, "Ada", "Bob", "0-1")
	must.Equal(t, [2]string{ending(mate, 0), ending(mate, 1)}, [2]string{"Mated", "Won by mate"}, "mate")
	cut := sampleGame(t, `[Result "0-1"] [Termination "Time forfeit"]`, "e2e4 e7e5 e1e5", 0, 0, 400)
	must.Equal(t, ending(cut, 0), "Lost on time", "its end cannot be read")
}

// TestManyRows checks that a table of many players is cut.
func TestManyRows(t *testing.T) {
	s := newSummary(game.Limits{})[0]
	for i := range mostRows + 5 {
		s.Add(match(t, fmt.Sprintf("p%03d", i), "often there", "*"))
	}
	if table := s.rows(); len(table.Rows) != mostRows || table.More != 6 || table.Rows[0].Name != "often there" {
		t.Errorf("%d rows, first %v, %d more", len(table.Rows), table.Rows[0], table.More)
	}
}

// TestSameName checks that games with the same name on both sides have one result each, and that its two players are in one row.
func TestSameName(t *testing.T) {
	s := newSummary(game.Limits{})[0]
	for _, result := range []string{"1-0", "1/2-1/2", "0-1", "1-0"} {
		s.Add(match(t, "Anonymous", "Anonymous", result))
	}
	row := s.rows().Rows[0]
	must.Equal(t, [...]int{row.Games, row.Moves, row.Blunders}, [...]int{4, 16, 4}, "games, moves and blunders")
	must.Equal(t, row.Results, [...]int{2, 1, 1}, "won, drawn and lost")
	s.Add(match(t, "Anna", "Anonymous", "1-0"))
	must.Equal(t, s.rows().Rows[0].Results, [...]int{2, 1, 2}, "won, drawn and lost, with a game against Anna")
}

// lookups searches, sorts and turns the pages, and opens the first game of another pack.
const lookups = helpers + `
const rows = () => document.querySelectorAll(".games tbody tr");
const listed = (event) => note([event, rows().length, rows()[0].cells[0].textContent, by(".pages").hidden, by(".pages span").textContent, by(".found").textContent].join("; "));
const head = (selector, n) => document.querySelectorAll(selector + " thead button")[n].click();
(async () => {
	note([by("#unfold").textContent, by("#index").hidden, document.title].join("; "));
	by("#unfold").click();
	note(by("#index").hidden);
	listed("loaded");
	document.querySelectorAll(".pages button")[1].click();
	listed("later");
	head(".games", 0);
	listed("last first");
	const input = by(".find input");
	input.value = "white 49";
	input.dispatchEvent(new Event("input"));
	listed("searched");
	by(".games tbody a").click();
	await wait(() => by("#title").textContent.startsWith("White 49"));
	press("n");
	note([by(".now .head").textContent, by("#pgn").value.match(/"White (\d+)/)[1], by("#number").textContent, by("#index").hidden].join("; "));
	const names = () => by(".stats tbody").rows[0].cells[0].textContent;
	head(".stats", 0);
	note(names().slice(0, 9) + " " + by(".stats [aria-sort]").ariaSort);
	by(".stats tbody button").click();
	listed("of a player");
	[...document.querySelectorAll(".stats tbody button")].find((b) => b.textContent.startsWith("White 1 ")).click();
	listed("and not of White 11");
	[...document.querySelectorAll(".stats .link")].find((b) => b.textContent === "Allowed a mate").click();
	note(by(".row-moves h4").textContent + "; " + document.querySelectorAll(".row-moves li").length);
})();
`

func TestListsInBrowser(t *testing.T) {
	var games []*game.Judgement
	for i := range 107 {
		games = append(games, match(t, fmt.Sprintf("White %d %s", i+1, hostile), "Black", "0-1"))
	}
	page := write(games...)
	unpack(t, page)
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", lookups), []string{
		"All 107 games; true; 107 games · Chess analysis", "false", "loaded; 100; 1; false; 1–100 of 107; ", "later; 7; 101; false; 101–107 of 107; ",
		"last first; 100; 107; false; 1–100 of 107; ", "searched; 1; 49; true; 1–1 of 1; 1 of 107", "n; #g49p2; ", "1... e5 −0.40 depth 7 ; 49; 49 of 107; true",
		"Black ascending", "of a player; 100; 107; false; 1–100 of 107; 107 of 107", "and not of White 11; 1; 1; true; 1–1 of 1; 1 of 107",
		"Allowed a mate: the marked moves that lost most, the worst first; 50",
	})
}

// sorts sorts the list of games by accuracy, the lowest first, for one player and for everybody.
const sorts = helpers + `
const input = by(".find input");
for (const name of ["ada", "bob", ""]) {
	input.value = name;
	input.dispatchEvent(new Event("input"));
	do document.querySelectorAll(".games thead button")[4].click(); while (document.querySelectorAll(".games thead th")[5].ariaSort !== "ascending");
	note([...document.querySelectorAll(".games tbody tr")].map((r) => r.cells[0].textContent).join(" "));
}
const widths = [...by(".stats .bar").children].map((part) => [part.classList[0], part.getAttribute("x"), part.getAttribute("width")].join(" "));
note(widths.join(", "));
note(by(".pages").hidden);
`

// TestSortedByPlayer sorts games by the figures of the player who is searched, on either side, or by the means. The parts of a bar
// lie side by side: draws are translucent, and what lies below them shows. There is no pager where there is one page.
func TestSortedByPlayer(t *testing.T) {
	var games []*game.Judgement
	for _, g := range []struct {
		white, black, result string
		lost                 [board.ColorCount]int // by the first move of each player, in centipawns
	}{{"Ada", "Bob", "1-0", [...]int{60, 300}}, {"Bob", "Ada", "1/2-1/2", [...]int{40, 200}}, {"Ada", "Bob", "1/2-1/2", [...]int{100, 20}}, {"Ada", "Bob", "0-1", [...]int{5, 5}}} {
		tags := fmt.Sprintf(`[White "%s"] [Black "%s"] [Result "%s"]`, g.white, g.black, g.result)
		after := g.lost[board.Black] - g.lost[board.White]
		games = append(games, sampleGame(t, tags, "g1f3 g8f6 f3g1 f6g8", 0, -g.lost[board.White], after, after, after))
	}
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(games...), "", sorts), []string{"2 3 1 4", "1 2 3 4", "1 2 3 4", "won 0 25, drawn 25 50, lost 75 25", "true"})
}

// contrast notes texts that are hard to read before what is behind them: an element or, of a number in a chart, the line around it.
const contrast = `
const light = (color) => {
	const [r, g, b] = color.match(/\d+/g).map((v) => v <= 10 ? v / 3295 : ((v / 255 + .055) / 1.055) ** 2.4);
	return .2126 * r + .7152 * g + .0722 * b + .05;
};
const contrast = (text, behind) => {
	const style = getComputedStyle(by(text)), a = light(style.fill === "rgb(0, 0, 0)" ? style.color : style.fill);
	const b = light(behind ? getComputedStyle(by(behind)).backgroundColor : style.stroke), ratio = Math.max(a / b, b / a);
	if (ratio < 4.5) note(text + " " + ratio);
};
`

// TestContrast checks that marks, and the numbers in the course of a game, can be read.
func TestContrast(t *testing.T) {
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(longGame(t)), "", helpers+contrast+`
for (const mark of ["inaccuracy", "mistake", "blunder"]) contrast(".comment ." + mark, ".comment");
contrast(".course text");
note("done");`), []string{"done"})
}

// onePlayer sorts the games of one player, of whom one game is between two of their names, and prints the page.
const onePlayer = helpers + contrast + `
const sort = (head) => {
	[...document.querySelectorAll(".games .sort")].find((b) => b.textContent === head).click();
	note(head + " " + [...document.querySelectorAll(".games tbody tr")].map((r) => r.cells[0].textContent).join(" "));
};
sort("Result");
sort("Points lost");
by(".find input").value = "bob";
by(".find input").dispatchEvent(new Event("input"));
sort("Accuracy");
contrast(".trend text", "body");
for (const rule of document.styleSheets[0].cssRules) if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
note([".games .sort", ".stats .sort", ".stats .link"].map((selector) => getComputedStyle(by(selector)).display).join(" "));
note(["#index > .scroll", ".groups .scroll"].map((selector) => getComputedStyle(by(selector)).maxHeight).join(" "));
`

// TestOnePlayerInBrowser checks that results and figures are sorted as the player's, whoever is searched, and that printing keeps
// names, heads and all rows of the tables.
func TestOnePlayerInBrowser(t *testing.T) {
	play := func(white, black, result string, scores ...int) *game.Judgement {
		tags := fmt.Sprintf(`[White "%s"] [Black "%s"] [Result "%s"]`, white, black, result)
		return sampleGame(t, tags, "g1f3 g8f6 f3g1", scores...)
	}
	page := writeChosen(game.Filters{{Players: game.Players{Person: game.Person{"Ada", "Ann"}}}}, judgeOnly(play("Ada", "Bob", "1-0", 0, -60, -60, -60), board.White),
		judgeOnly(play("Cid", "Ada", "0-1", 0, 0, 200, 200), board.Black), judgeOnly(play("Ada", "Bob", "0-1", 0, -100, -100, -100), board.White),
		play("Ada", "Ann", "1/2-1/2", 0, -30, -30, -30))
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", onePlayer), []string{
		"Result 1 2 4 3", "Points lost 2 3 1 4", "Accuracy 1 3", "inline-block inline-block inline-block", "none none",
	})
}

// visits goes to a move, to the next game, and to the moves of a row while the browser refuses addresses, which it may do silently.
const visits = helpers + `
(async () => {
	for (const refuse of [() => { throw new Error(); }, () => {}]) {
		history.pushState = refuse;
		by(".ply[href='#g1p2']").click();
		note(by(".now .head").textContent);
		for (const [turn, number] of [[1, "2 of 2"], [-1, "1 of 2"]]) {
			by("[data-turn='" + turn + "']").click();
			await wait(() => by("#number").textContent === number);
			note(number);
		}
		[...document.querySelectorAll(".stats .link")].find((b) => b.textContent === "Allowed a mate").click();
		note(document.querySelectorAll(".row-moves li").length + " moves");
	}
})();
`

// TestManyVisits clicks more often than the browser takes addresses.
func TestManyVisits(t *testing.T) {
	page := write(match(t, "Ada", "Bob", "1-0"), match(t, "Cid", "Bob", "0-1"))
	want := []string{"1... e5", "2 of 2", "1 of 2", "2 moves"}
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", visits), append(want, want...))
}

// rowsToMoves opens the moves of a row, one of them, and goes back.
const rowsToMoves = helpers + `
(async () => {
	const listed = () => [...document.querySelectorAll(".row-moves li")].map((li) => li.textContent).join(", ");
	[...document.querySelectorAll(".stats button.link")].find((b) => b.textContent === "Allowed a mate").click();
	note(location.hash.slice(0, 2) + " " + listed());
	by(".row-moves a").click();
	await wait(() => location.hash === "#g2p2" && by("#index").hidden);
	note(by(".step[aria-current], #line .now")?.textContent || "at the position");
	history.back();
	await wait(() => listed());
	note("back: " + listed() + " " + by("#index").hidden);
	history.back();
	await wait(() => !location.hash && !listed() && by("#title").textContent.startsWith("Ada"));
	note("start: " + by("#index").hidden);
})();
`

// TestRowsLeadToMoves lists the marked moves of a row, whose address Back finds again.
func TestRowsLeadToMoves(t *testing.T) {
	page := write(match(t, "Ada", "Bob", "1-0"), match(t, "Cid", "Bob", "0-1"))
	contents, _ := unpack(t, page)
	at := slices.IndexFunc(contents.Summary, func(g *groupTable) bool { return g.Title == "Marked moves" })
	if row := contents.Summary[at].Rows[0]; row.Name != "Allowed a mate" || fmt.Sprint(row.At) != "[[g1p2 2. g4??] [g2p2 2. g4??]]" {
		t.Errorf("%+v", row)
	}
	const both = "2. g4?? Ada – Bob, 2. g4?? Cid – Bob"
	script := strings.Replace(rowsToMoves, `by(".row-moves a")`, `document.querySelectorAll(".row-moves a")[1]`, 1)
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", script), []string{"#t " + both, "", "back: " + both + " false", "start: true"})
}

const hostile = `<img src=x onerror=alert(1)></script></textarea>"'&{{.}}`

// parsed returns a job of the input, without answers.
func parsed(t *testing.T, kind, source, text string) *game.Judgement {
	t.Helper()
	g := game.NewJob(game.Origin{At: 1, Line: 1, Kind: kind, Text: game.RawText(text)}, source, 0).Read()
	must.Do(t, g.Err)
	return g.Unasked().Judge()
}

// beyondMate stands for so many centipawns that the side to move, or the other one, is mated.
const beyondMate = 10_000

// scoreOf returns the score of the side to move at p that is shown as so many centipawns for White.
func scoreOf(p *board.Position, white int) int {
	own := white
	if p.Turn() == board.Black {
		own = -white
	}
	switch {
	case own >= beyondMate:
		return scores.Mate - 3
	case own <= -beyondMate:
		return -scores.Mate + 4
	}
	return int(math.Round(winrate.Current().Score(float64(own), winrate.Material(p))))
}

// sampleGame returns a game with these tags, besides others, and moves in the notation of UCI. Each position is answered with two lines
// of a legal move other than the one that was played, if there is any; White gives its centipawns for White.
func sampleGame(t *testing.T, tags, moves string, white ...int) *game.Judgement {
	t.Helper()
	const usual = `[Event "Cup"] [Date "1999.??.??"] [Round "?"] [White "Ada"] [WhiteElo "2700"] [Black "Bob"] [Result "1/2-1/2"] `
	j := parsed(t, "pgn", "games.pgn", usual+tags+"\n\n"+moves)
	if len(j.Plies) != len(white) {
		t.Fatalf("%d positions, but %d scores", len(j.Plies), len(white))
	}
	for i, p := range j.Plies {
		a := p.Answer
		j.Selection[i], a.Nodes = game.Whole, 5
		var list movegen.List
		movegen.Generate(p.Root(), &list, movegen.All)
		for _, m := range list.Slice() {
			if len(a.Lines) < 2 && (i == len(j.Moves()) || m != p.Move) {
				a.Lines = append(a.Lines, game.Line{Root: p.Root(), Score: scoreOf(p.Root(), white[i]), Depth: 7 - len(a.Lines), Moves: []board.Move{m}})
				a.Best = a.Lines[0].Moves[0]
			}
		}
	}
	return j.Judge()
}

// match returns a short game of two players, in which White blunders at the third half-move.
func match(t *testing.T, white, black, result string) *game.Judgement {
	t.Helper()
	tags := `[White "` + strings.ReplaceAll(white, `"`, `\"`) + `"] [Black "` + black + `"] [Result "` + result + `"]`
	return sampleGame(t, tags, "f2f3 e7e5 g2g4 d8h4", 0, -40, -40, -beyondMate, -beyondMate)
}

// judgeOnly judges only the moves of one side of a game.
func judgeOnly(j *game.Judgement, side board.Color) *game.Judgement {
	for i, p := range j.Plies {
		if j.Selection[i] = game.ForLoss; p.Root().Turn() == side {
			j.Selection[i] = game.Whole
		}
	}
	return j.Judge()
}

// lineOf returns a line from p with a score of +0.10.
func lineOf(t *testing.T, p *board.Position, words string) game.Line {
	t.Helper()
	l := game.Line{Root: p, Score: scoreOf(p, 10), Depth: 7}
	at := *p
	for word := range strings.FieldsSeq(words) {
		m := must.Get(movegen.ParseMove(&at, word))(t)
		l.Moves = append(l.Moves, m)
		at = at.After(m)
	}
	return l
}

// fens returns the FENs of the positions after the moves of lines.
func fens(lines ...game.Line) (list []string) {
	for i := range lines {
		at := lines[i].Positions()
		for n := range at[1:] {
			list = append(list, at[n+1].FEN())
		}
	}
	return list
}

// write returns the report of jobs, whose marks and values are there.
func write(jobs ...*game.Judgement) string {
	var unknown game.Filters
	if err := unknown.UnmarshalText([]byte(hostile)); err != nil {
		panic(err)
	}
	return writeChosen(unknown, jobs...)
}

// writeChosen returns the report of jobs, of whose moves filters have chosen some.
func writeChosen(filters game.Filters, jobs ...*game.Judgement) string {
	r := New(Settings{
		As: "html", Engine: "1 " + hostile, Network: "net " + hostile, Limits: game.Limits{Depth: 7, Filters: filters}, Times: true,
	})
	b := r.Begin(nil)
	for _, j := range jobs {
		b = r.Item(b, j)
	}
	return string(r.End(b))
}

// unpack returns what a page says of all games and positions, and what it shows of each.
func unpack(t *testing.T, page string) (all contents, items []item) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(pagetest.Data(t, page)))
	for range strings.Count(page, `<template class="pack"`) {
		var pack []item
		must.Do(t, d.Decode(&pack))
		items = append(items, pack...)
	}
	must.Do(t, d.Decode(&all))
	if len(items) != len(all.Entries) {
		t.Fatalf("%d games and positions, but %d in the contents", len(items), len(all.Entries))
	}
	return all, items
}
