package output

import (
	"fmt"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/annotate"
	"vertigo/internal/analysis/game"
)

// TestShownScores checks that every output shows the same centipawns, those of package search, and keeps mates.
func TestShownScores(t *testing.T) {
	p, err := board.ParseFEN("r4rk1/pp3ppp/8/8/8/8/PP3PPP/R4RK1 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	const score = -150
	shown := winrate.Centipawns(&p, score)
	line := func(score int) *game.Line {
		return &game.Line{Root: &p, Score: score}
	}
	for _, test := range []struct{ what, got, want string }{
		{"table", line(score).Shown().String(), fmt.Sprintf("%+.2f", float64(-shown)/100)},
		{"EPD", fmt.Sprint(epdScore(&p, score)), fmt.Sprint(shown)},
		{"PGN", annotate.Evaluation(line(score).Shown()), fmt.Sprintf("[%%eval %.2f]", float64(-shown)/100)},
		{"table", line(scores.Mate - 3).Shown().String(), "#-2"},
		{"EPD", fmt.Sprint(epdScore(&p, scores.Mate-3)), "32764"},
		{"PGN", annotate.Evaluation(line(scores.Mate - 3).Shown()), "[%eval #-2]"},
		{"mated in two", line(-scores.Mate + 4).Shown().String(), "#2"},
		{"mated", line(-scores.Mate).Shown().String(), "#"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.what, test.got, test.want)
		}
	}
	if out := lineJSON(line(score)); *out.Centipawns != -shown {
		t.Errorf("JSON: %d, want %d", *out.Centipawns, -shown)
	}
}
