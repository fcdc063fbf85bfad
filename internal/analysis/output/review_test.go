package output

import (
	"testing"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/page"
)

// gameJob returns the job of a game whose positions have empty answers.
func gameJob(t *testing.T, text string) *answer.Job {
	t.Helper()
	j := answer.NewJob(answer.Origin{At: 3, Line: 1, Kind: "pgn", Text: answer.RawText(text)}, "games.pgn", 0)
	if j.Parse(); j.Err != nil {
		t.Fatal(j.Err)
	}
	for i := range j.Answers {
		j.Answers[i].Scope = answer.Whole
	}
	return j
}

// TestNewGame reads what tags say of a game, where some say nothing.
func TestNewGame(t *testing.T) {
	for _, test := range []struct {
		tags                  string
		white, opening, event string
	}{
		{"", "White", "A00 Barnes Opening", ""},
		{`[White "?"] [ECO "?"] [Opening " ? "] [Event "?"] [Date "????.??.??"] [Round "-"]`, "White", "A00 Barnes Opening", ""},
		{`[White " Ada "] [ECO "A02"] [Opening "Gedult's Opening"] [Event "Cup"] [Site "?"] [Date "1999.??.??"] [Round "2"]`,
			"Ada", "A02 Gedult's Opening", "Cup · round 2 · 1999"},
		{"[White \"M\xfcller\"] [Opening \"?\"] [ECO \"B00\"]", "Müller", "B00 Barnes Opening", ""},
	} {
		j := gameJob(t, test.tags+"\n\n1. f3 *")
		g := newGame(j)
		black := page.Player{Name: "Black"}
		if g.Players[0].Name != test.white || g.Players[1] != black || g.Opening.String() != test.opening || g.Event() != test.event {
			t.Errorf("%s: %+v, %q, %q", test.tags, g.Players, g.Opening, g.Event())
		}
	}
}
