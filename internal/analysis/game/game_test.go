package game

import (
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// TestGame reads what tags say of a game, where some say nothing.
func TestGame(t *testing.T) {
	for _, test := range []struct{ tags, white, elo, opening string }{
		{"", "White", "", "A00 Barnes Opening"},
		{`[White "?"] [WhiteElo "-"] [ECO "?"] [Opening " ? "]`, "White", "", "A00 Barnes Opening"},
		{`[White " Ada "] [WhiteElo "2700"] [ECO "A02"] [Opening "Gedult's Opening"]`, "Ada", "2700", "A02 Gedult's Opening"},
		{"[White \"\x8aaric \x96 \x8ean\"] [ECO \"B00\"]", "Šaric – Žan", "", "B00 Barnes Opening"},
		{"[White \"M\xfcller\"] [Opening \"?\"] [ECO \"B00\"]", "Müller", "", "B00 Barnes Opening"},
	} {
		j := NewJob(Origin{Kind: "pgn", Text: RawText(test.tags + "\n\n1. f3 *")}, "games.pgn", 0)
		j.Parse()
		must.Do(t, j.Err)
		_, elo := j.Player(board.White)
		if names := j.Names(); names != [...]string{test.white, "Black"} || elo != test.elo || j.Opening().String() != test.opening {
			t.Errorf("%s: %q, %q, %q", test.tags, names, elo, j.Opening())
		}
	}
}

// TestEvent reads tags that say where, in which round and when a game was played.
func TestEvent(t *testing.T) {
	for _, c := range []struct{ event, site, round, date, want string }{
		{"", "", "", "", ""},
		{"?", "?", "-", "????.??.??", ""},
		{"Cup", "Wien", "1", "1999.05.03", "Cup · Wien · round 1 · 3 May 1999"},
		{"Cup", "Cup", "1", "?", "Cup · round 1"},
		{"Cup", "01", "3.2", "1999.05.??", "Cup · round 3.2 · May 1999"},
		{"Cup", "", "Final", "1999.??.??", "Cup · Final · 1999"},
		{"Cup", "", "", "1999.02.31", "Cup · 1999.02.31"},
		{"", "", "", "spring", "spring"},
	} {
		j := Job{tags: map[string]string{"Event": c.event, "Site": c.site, "Round": c.round, "Date": c.date}}
		must.Equal(t, j.Event(), c.want, c)
	}
}

// TestHasWords finds names however their accents are written and their words are joined.
func TestHasWords(t *testing.T) {
	for _, test := range []struct{ names, wanted string }{ // separated by |; each has each
		{"M\u00fcller, Jos\u00e9|Mu\u0308ller, Jose\u0301|M\xfcller, Jos\xe9|MULLER, Jose", "M\u00fcller|mu\u0308ller jose|jos\u00c9 muller"},
		{"Vachier-Lagrave, Maxime|Vachier Lagrave,M|vachier_lagrave", "Vachier-Lagrave|lagrave vachier|Vachier_Lagrave"},
		{"anna_knights|Anna-Knights", "anna|knights"},
		{"S\u00f8ren \u0141ukasz \u0110uro Strau\u00df I\u015f\u0131k|SOREN Lukasz Duro STRAUSS isik", "soren|s\u00f8ren|lukasz|\u0141UKASZ|duro|\u0111uro|strauss|STRAU\u1e9e|isik|I\u015eIK"},
	} {
		for name := range strings.SplitSeq(test.names, "|") {
			for wanted := range strings.SplitSeq(test.wanted, "|") {
				if !HasWords(name, wanted) || HasWords(name, wanted+" miller") {
					t.Errorf("%q has %q: %v, with miller %v", name, wanted, HasWords(name, wanted), HasWords(name, wanted+" miller"))
				}
			}
		}
	}
	for name, wanted := range map[string]string{"anna_knights": "ann", "Annaknights": "anna knights"} {
		if HasWords(name, wanted) {
			t.Errorf("%q has %q", name, wanted)
		}
	}
}

func TestThemes(t *testing.T) {
	for id, want := range map[string]string{
		"WAC.001": "WAC", "LCTII.POS.12": "LCTII POS", "E_E_T 010 - B vs S": "E_E_T - B vs S", "LCTPOS01 (d6!)": "LCTPOS", "17": "",
	} {
		must.Equal(t, theme(id), want, id)
	}
}
