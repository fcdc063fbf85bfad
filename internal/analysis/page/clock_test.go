package page

import (
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/pgn"
)

// TestClocks checks that the report draws the clocks of a game that has them, and nothing for one that has none.
func TestClocks(t *testing.T) {
	g := sampleGame(t, board.StartFEN, "f2f3 e7e5 g2g4 d8h4", .5, .4, .4, 0, 0)
	without := write(g)
	if strings.Contains(without, `class="clocks"`) || strings.Contains(without, "data-clock") {
		t.Error("clocks are drawn of a game that tells none")
	}
	const s = time.Second
	for i, left := range []time.Duration{180 * s, 60 * s, 90 * s, 4500 * time.Millisecond} {
		g.Moves[i].Clock = pgn.Clock{Left: left, HasLeft: true}
	}
	g.Moves[2].Clock.Spent, g.Moves[2].Clock.HasSpent = 3725*s, true
	g.Moves[3].Clock.Spent, g.Moves[3].Clock.HasSpent = 0, true
	page := write(g)
	pagetest.Check(t, page)
	has(t, page,
		`aria-label="Time over the game: White has 1:30 at the end, Black has 4.5 s at the end, longest thought 1:02:05."`,
		`<path class="clock-line white" d="M1 3.0L3 50.0"/>`, `<path class="clock-line black" d="M2 65.7L4 94.7"/>`,
		`<path class="clock-bars" d="M2.1 50v-47.0h.8V50Z"/>`, `data-clock="3:00 left"`, `data-clock="1:30 left, 1:02:05 for the move"`,
		"Lines: what the clocks show, up to 3:00. Bars: the time for each move, up to 1:02:05")
	has(t, page, `class="key-line white"`)
	for i := range g.Moves {
		g.Moves[i].Clock.HasLeft = false
	}
	if page := write(g); strings.Contains(page, `class="key-line`) || !strings.Contains(page, "Bars: the time") {
		t.Error("there is a key to the lines of clocks that nobody knows")
	}
}
