package page

import (
	"fmt"
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
	all, _ := unpack(t, write(first, second, third))
	var rows []string
	for _, table := range all.Summary {
		for _, r := range table.Rows {
			rows = append(rows, fmt.Sprintf("%s: %d %v %.1f%% %.0f %.1f", r.Name, r.Games, r.Results, r.Accuracy, r.Loss, r.Blunders))
		}
	}
	want := []string{
		"Ada: 3 [0 1 1] 33.1% 105 16.7", "Bob: 2 [1 1 0] 37.4% 0 0.0", // the third game has no result
		"B00: 1 [0 1 0] 37.4% 8 0.0", "Barnes Opening: 1 [0 0 1] 37.4% 150 25.0", // the third one names none
		"Opening: 3 [0 1 1] 34.6% 63 10.0",
		"White: 3 [0 1 1] 27.9% 100 16.7", "Black: 2 [1 1 0] 100.0% 8 0.0",
		"20 to 60 seconds: 1 [0 0 0] 15.9% 0 0.0",
	}
	if got := strings.Join(rows, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("the rows are\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if all, _ := unpack(t, write(first)); all.Summary != nil {
		t.Error("a single game has a summary")
	}
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
			list = append(list, fmt.Sprintf("%.1f", r.Bar))
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
	if rows := s.table().Rows; max(rows[0].Bar, rows[1].Bar) < 41.6 || max(rows[0].Bar, rows[1].Bar) > 41.7 {
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

// lookups searches, sorts and turns the pages, and opens a game of another pack.
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
	input.value = "white 57";
	input.dispatchEvent(new Event("input"));
	listed("searched");
	by(".games tbody a").click();
	await wait(() => by("#title").textContent.startsWith("White 57"));
	press("n");
	note([by(".now .head").textContent, by(".games [aria-current]").cells[0].textContent, by("#number").textContent, by("#index").hidden].join("; "));
	const names = () => by(".stats tbody").rows[0].cells[0].textContent;
	head(".stats", 0);
	note(names().slice(0, 9) + " " + by(".stats [aria-sort]").ariaSort);
	by(".stats tbody button").click();
	listed("of a player");
})();
`

func TestListsInBrowser(t *testing.T) {
	var games []any
	for i := range 107 {
		games = append(games, match(t, fmt.Sprintf("White %d %s", i+1, hostile), "Black", "0-1"))
		games[i].(*Game).Moves[2].Loss.Mark = verdict.Blunder
	}
	page := write(games...)
	wantNotes(t, pagetest.ActIn(t, 1280, 720, page, "", lookups), []string{
		"All 107 games; true; 107 games · Chess analysis", "false", "loaded; 100; 1; false; 1–100 of 107; ", "later; 7; 101; false; 101–107 of 107; ",
		"last first; 100; 107; false; 1–100 of 107; ", "searched; 1; 57; true; 1–1 of 1; 1 of 107", "n; #g57p2; ", "1... e7e5 +0.10 depth 7 ; 57; 57 of 107; true",
		"Black ascending", "of a player; 100; 107; false; 1–100 of 107; 107 of 107",
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
	var games []any
	for _, g := range []struct {
		white, black, result string
		accuracy             [board.ColorCount]float64
	}{{"Ada", "Bob", "1-0", [...]float64{80, 40}}, {"Bob", "Ada", "1/2-1/2", [...]float64{90, 60}}, {"Ada", "Bob", "1/2-1/2", [...]float64{70, 91}}, {"Ada", "Bob", "0-1", [...]float64{95, 95}}} {
		one := match(t, g.white, g.black, g.result)
		for c := range one.Players {
			one.Players[c].Moves, one.Players[c].Accuracy = 2, g.accuracy[c]
		}
		games = append(games, one)
	}
	wantNotes(t, pagetest.ActIn(t, 1280, 720, write(games...), "", sorts), []string{"2 3 1 4", "1 2 3 4", "1 2 3 4", "won 0 25, drawn 25 50, lost 75 25", "true"})
}
