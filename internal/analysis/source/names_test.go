package source

import (
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
)

// TestMissing checks that the names nearest to one that nobody has begin with those that contain it.
func TestMissing(t *testing.T) {
	for _, test := range []struct{ wanted, names, near string }{ // separated by |
		{"knight", "Bright|Annaknights|dark_knights|Carl", "Annaknights; dark_knights; Bright"},
		{"annaknights", "Knights, A|anna_knights", "anna_knights; Knights, A"},
		{"M Carlsen", "Mamedov|Karlsen, O|Carlsson, Magnus|Xu", "Karlsen, O; Carlsson, Magnus; Mamedov"},
		{"karl", "Anna|Karl", ""},
	} {
		names, want := Names(nil), ""
		for name := range strings.SplitSeq(test.names, "|") {
			j := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText("[White \"" + name + "\"]\n\n1. e4 *")}, "games.pgn", 0)
			j.Parse()
			names.Add([]string{test.wanted}, j)
		}
		if test.near != "" {
			want = "no player is called \"" + test.wanted + "\"; nearest in the input: " + test.near
		}
		must.Equal(t, names.Missing(), want, test.wanted)
	}
}
