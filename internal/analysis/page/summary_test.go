package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/eco"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/verdict"
	"vertigo/internal/pgn"
)

// match returns a short game of two players.
func match(t *testing.T, white, black, result string) *Game {
	t.Helper()
	g := sampleGame(t, board.StartFEN, "f2f3 e7e5 g2g4 d8h4", .5, .4, .4, 0, 0)
	g.Players[board.White].Name, g.Players[board.Black].Name, g.Result = white, black, result
	return g
}

// TestSummary counts three games by player, opening, phase, colour and time.
func TestSummary(t *testing.T) {
	first, second, third := match(t, "Ada", "Bob", "0-1"), match(t, "Bob", "Ada", "1/2-1/2"), match(t, "Ada", "Cy", "*")
	first.Opening, second.Opening = eco.Opening{ECO: "A00", Name: "Barnes Opening: Fool's Mate"}, eco.Opening{ECO: "B00"}
	first.Moves[2].Loss = verdict.Loss{Win: 40, Centipawns: 600, Mark: verdict.Blunder}
	second.Moves[1].Loss = verdict.Loss{Win: 10, Centipawns: 30}
	for i := range third.Moves {
		third.Moves[i].LeftOut = i%2 == 1 // only White's moves are judged
	}
	third.Moves[0].Clock = pgn.Clock{Left: 59 * time.Second, HasLeft: true}
	page := write(first, second, third)
	pagetest.Check(t, page)
	var rows []string
	for _, m := range regexp.MustCompile(`(?s)<tr><th scope="row"><bdi class="label">(.*?)</bdi></th>(.*?)</tr>`).FindAllStringSubmatch(page, -1) {
		var cells []string
		for _, c := range regexp.MustCompile(`data-value="[^"]*">([^<]*)<`).FindAllStringSubmatch(m[2], -1) {
			cells = append(cells, c[1])
		}
		rows = append(rows, m[1]+": "+strings.Join(cells, " "))
	}
	want := []string{
		"Ada: 3 25.0% 33.1% 105 16.7", "Bob: 2 75.0% 37.4% 0 0.0", // the third game has no result
		"B00: 1 50.0% 37.4% 8 0.0", "Barnes Opening: 1 0.0% 37.4% 150 25.0", // the third one names none
		"Opening: 3 34.6% 63 10.0",
		"White: 3 25.0% 27.9% 100 16.7", "Black: 2 75.0% 100.0% 8 0.0",
		"20 to 60 seconds: 1 – 15.9% 0 0.0",
	}
	if got := strings.Join(rows, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the rows are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if page := write(first); strings.Contains(page, `class="stats`) {
		t.Error("a single game has a summary")
	}
}

// TestScoreBar checks that the parts of a bar lie side by side: draws are translucent, and what lies below them shows.
func TestScoreBar(t *testing.T) {
	page := write(match(t, "Ada", "Bob", "1-0"), match(t, "Ada", "Bob", "1/2-1/2"), match(t, "Bob", "Ada", "1/2-1/2"), match(t, "Ada", "Bob", "0-1"))
	has(t, page, `<rect class="won" width="25.0" height="10"/><rect class="drawn" x="25.0" width="50.0" height="10"/><rect class="lost" x="75.0" width="25.0" height="10"/>`)
}

// TestLoneBlunder checks that one blunder in a few moves is no full bar, and that many are.
func TestLoneBlunder(t *testing.T) {
	bars := func(blunders int) (list []string) {
		g := match(t, "Ada", "Bob", "0-1")
		for i := range 2 * blunders {
			g.Moves[i%4].Loss.Mark = verdict.Blunder
		}
		s := newSummary()[0]
		for range 1 + 20*blunders {
			s.add(g)
		}
		for _, r := range s.table().Rows {
			list = append(list, r.Bar)
		}
		return list
	}
	if got := bars(0); got[0] != "0.0" {
		t.Errorf("no blunders: %v", got)
	}
	if got := bars(2); got[0] != "100.0" {
		t.Errorf("many: %v", got)
	}
	g := match(t, "Ada", "Bob", "0-1")
	g.Moves[0].Loss.Mark = verdict.Blunder
	s := newSummary()[0]
	s.add(g)
	if rows := s.table().Rows; rows[0].Bar != "41.7" && rows[1].Bar != "41.7" {
		t.Errorf("a lone blunder in two moves: %+v", rows)
	}
}

// TestManyRows checks that a table of many players is cut.
func TestManyRows(t *testing.T) {
	s := newSummary()[0]
	for i := range mostRows + 5 {
		s.add(match(t, fmt.Sprintf("p%03d", i), "often there", "*"))
	}
	if table := s.table(); len(table.Rows) != mostRows || table.More != 6 || table.Rows[0].Name != "often there" {
		t.Errorf("%d rows, first %v, %d more", len(table.Rows), table.Rows[0], table.More)
	}
}

func TestPhase(t *testing.T) {
	for fen, want := range map[string]string{
		board.StartFEN: "Opening",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13": "Middlegame",
		"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 12": "Opening",
		"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 12": "Middlegame",
		"r1bqk3/pppppppp/8/8/8/8/PPPPPPPP/R1BQK3 w Qq - 0 5":        "Endgame",
		"r1bqk3/pppppppp/8/8/8/8/PPPPPPPP/R1BQK2R w KQq - 0 5":      "Middlegame",
	} {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := phase(&Game{Positions: []Position{{Board: p}}}, 0); got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
	}
}

// manyGames returns a page of n games.
func manyGames(t *testing.T, n int) string {
	t.Helper()
	var games []any
	for i := range n {
		g := match(t, fmt.Sprintf("White %d %s", i+1, hostile), "Black", "0-1")
		g.Moves[2].Loss.Mark = verdict.Blunder
		if i == 2 || i == 44 {
			g.Opening = eco.Opening{ECO: "A00", Name: "Barnes Opening: Fool's Mate"}
		}
		games = append(games, g)
	}
	return write(games...)
}

// unpack returns what a template with these attributes packs.
func unpack(t *testing.T, page, attributes string) string {
	t.Helper()
	_, text, found := strings.Cut(page, "<template "+attributes+">")
	text, _, _ = strings.Cut(text, "</template>")
	packed, err := base64.StdEncoding.DecodeString(text)
	if !found || err != nil {
		t.Fatalf("no template %s, %v", attributes, err)
	}
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPacked unpacks the games after the first ones, and the list of all.
func TestPacked(t *testing.T) {
	n := plainGames + packSize + 3
	page := manyGames(t, n)
	pagetest.Check(t, page)
	if got := strings.Count(page, `<section class="game"`); got != plainGames {
		t.Errorf("%d games are not packed, want %d", got, plainGames)
	}
	first, second := plainGames+1, plainGames+packSize+1
	for _, pack := range []struct{ from, to int }{{first, second - 1}, {second, n}} {
		text := unpack(t, page, fmt.Sprintf(`class="pack" data-first="%d" data-last="%d"`, pack.from, pack.to))
		for i := pack.from; i <= pack.to; i++ {
			if strings.Count(text, fmt.Sprintf(`<section class="game" id="g%d"`, i)) != 1 {
				t.Errorf("game %d is not in its pack", i)
			}
		}
		if strings.Contains(text, "<img") {
			t.Error("a name is markup of the page")
		}
	}
	var list [][]any
	if err := json.Unmarshal([]byte(unpack(t, page, `id="contents"`)), &list); err != nil || len(list) != n || len(list[n-1]) != 14 || list[n-1][0] != float64(n) {
		t.Errorf("%v, %d games are listed, want %d; the last is %v", err, len(list), n, list[len(list)-1])
	}
	if page := manyGames(t, plainGames); strings.Contains(page, "<template") {
		t.Errorf("%d games are packed", plainGames)
	}
}

// lookups waits for the packed list, then searches, sorts and turns the pages, and opens a packed game.
const lookups = `
const log = document.body.appendChild(document.createElement("pre"));
const note = (what) => {
	const rows = [...document.querySelectorAll(".games tbody tr")];
	log.append([what, rows.length, rows[0].cells[0].textContent, document.querySelector(".pages .page").textContent].join("; ") + "\n");
};
const head = (selector, n) => document.querySelectorAll(selector + " thead button")[n].click();
const wait = (done) => new Promise((resolve) => { const look = () => done() ? resolve() : setTimeout(look, 5); look(); });
(async () => {
	await wait(() => !document.querySelector(".pages").hidden);
	note("loaded");
	document.querySelector("[data-page=on]").click();
	note("on");
	head(".games", 0);
	note("last first");
	const input = document.querySelector(".find input");
	input.value = "white 57";
	input.dispatchEvent(new Event("input"));
	note(document.querySelector(".found").textContent);
	document.querySelector(".games tbody a").click();
	await wait(() => document.querySelector("#g57:not([hidden])"));
	document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "n", bubbles: true}));
	log.append(document.querySelector("#g57 .now .head").textContent + " " + location.hash + " " + document.querySelector(".games [aria-current]").cells[0].textContent + "\n");
	const names = () => document.querySelector(".stats tbody").rows[0].cells[0].textContent;
	head(".stats", 0);
	log.append(names().slice(0, 9) + " " + document.querySelector(".stats [aria-sort]").ariaSort + "\n");
	document.querySelector(".stats tbody button").click();
	note(document.querySelector(".found").textContent);
})();
`

func TestPackedInBrowser(t *testing.T) {
	page := manyGames(t, 60)
	dom := pagetest.DOM(t, page, "#g45p3")
	const opening = "A00 Barnes Opening: Fool's Mate"
	if n := strings.Count(dom, `<br><bdi class="small">`+opening+`</bdi><br><bdi class="soft small">Cup`); n != 2 { // both are among the first fifty
		t.Errorf("the list of games names the opening of %d games", n)
	}
	if n := strings.Count(dom, `<p class="opening"><bdi>`+opening); n != 2 {
		t.Errorf("the games name %d openings", n)
	}
	for _, want := range []string{"<title>60 games", `<section class="game" id="g45" aria-labelledby="g45-number g45-title" tabindex="-1">`, `After <span class="strong blunder">`} {
		if !strings.Contains(dom, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
	_, log, _ := strings.Cut(pagetest.Act(t, page, "", lookups), "<pre>")
	lines := strings.Split(log, "\n")
	for i, want := range []string{
		"loaded; 50; 1; 1–50 of 60", "on; 10; 51; 51–60 of 60", "last first; 50; 60; 1–50 of 60", "1 of 60; 1; 57; 1–1 of 1",
		"After 1... e7e5 +0.10 #g57p2 57", "Black ascending", "60 of 60; 50; 60; 1–50 of 60",
	} {
		if i >= len(lines) || !strings.HasPrefix(lines[i], want) {
			t.Fatalf("step %d is not %q:\n%s", i, want, log)
		}
	}
}

// sorts sorts the list of games by accuracy, the lowest first, for one player and for everybody.
const sorts = `
const log = document.body.appendChild(document.createElement("pre"));
const input = document.querySelector(".find input");
const note = () => log.append([...document.querySelectorAll(".games tbody tr")].map((r) => r.cells[0].textContent).join(" ") + "\n");
const sort = () => document.querySelectorAll(".games thead button")[5].click();
for (const name of ["ada", "bob", ""]) {
	input.value = name;
	input.dispatchEvent(new Event("input"));
	do sort(); while (document.querySelectorAll(".games thead th")[5].ariaSort !== "ascending");
	note();
}
`

// TestSortedByPlayer sorts games by the figures of the player who is searched, on either side, or by the means.
func TestSortedByPlayer(t *testing.T) {
	var games []any
	for _, g := range []struct {
		white, black string
		accuracy     [board.ColorCount]float64
	}{{"Ada", "Bob", [...]float64{80, 40}}, {"Bob", "Ada", [...]float64{90, 60}}, {"Ada", "Bob", [...]float64{70, 91}}} {
		one := match(t, g.white, g.black, "*")
		for c := range one.Players {
			one.Players[c].Moves, one.Players[c].Accuracy = 2, g.accuracy[c]
		}
		games = append(games, one)
	}
	_, log, _ := strings.Cut(pagetest.Act(t, write(games...), "", sorts), "<pre>")
	if want := "2 3 1\n1 2 3\n1 2 3\n"; !strings.HasPrefix(log, want) {
		t.Errorf("sorted for Ada, Bob and everybody:\n%.20s\nwant\n%s", log, want)
	}
}
