package output

import (
	"fmt"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/answer"
	"vertigo/tt"
)

// TestShownScores checks that every output shows the same centipawns, those of package search, and keeps mates.
func TestShownScores(t *testing.T) {
	p, err := board.ParseFEN("r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	const score = -150
	shown := winrate.Centipawns(&p, score)
	for _, test := range []struct{ what, got, want string }{
		{"table", ForWhite(&p, score, tt.Lower).String(), fmt.Sprintf("<%+.2f", float64(-shown)/100)},
		{"EPD", fmt.Sprint(epdScore(&p, score)), fmt.Sprint(shown)},
		{"PGN", evaluation(&p, score), fmt.Sprintf("[%%eval %.2f]", float64(-shown)/100)},
		{"report", reportScore(&p, score, tt.Lower), fmt.Sprintf("≤ %+.2f", float64(-shown)/100)},
		{"table", ForWhite(&p, scores.Mate-3, tt.Exact).String(), "#-2"},
		{"EPD", fmt.Sprint(epdScore(&p, scores.Mate-3)), "32764"},
		{"PGN", evaluation(&p, scores.Mate-3), "[%eval #-2]"},
		{"report", reportScore(&p, scores.Mate-3, tt.Exact), "#−2"},
		{"mated in two", ForWhite(&p, -scores.Mate+4, tt.Exact).String(), "#2"},
		{"mated", ForWhite(&p, -scores.Mate, tt.Exact).String(), "#"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.what, test.got, test.want)
		}
	}
	l := answer.Line{Score: score}
	if out := lineJSON(&l, &p, false); *out.Centipawns != -shown {
		t.Errorf("JSON: %d, want %d", *out.Centipawns, -shown)
	}
}

func TestThemes(t *testing.T) {
	for id, want := range map[string]string{
		"WAC.001": "WAC", "LCTII.POS.12": "LCTII POS", "E_E_T 010 - B vs S": "E_E_T - B vs S", "LCTPOS01 (d6!)": "LCTPOS", "17": "",
	} {
		if got := theme(id); got != want {
			t.Errorf("theme(%q) is %q, want %q", id, got, want)
		}
	}
}
