package judge

import (
	"fmt"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/engine/client"
	"vertigo/movegen"
)

// TestJudged checks what becomes of an engine's answer.
func TestJudged(t *testing.T) {
	p := Position{Position: parsed(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")}
	answer := func(move string, score int, odds ...int) client.Answer {
		a := client.Answer{Move: move, Scored: true, Opinion: client.Opinion{Score: score}}
		if len(odds) > 0 {
			a.Odds, a.HasOdds = [3]int(odds), true
		}
		return a
	}
	for _, test := range []struct {
		answer   client.Answer
		scale    float64
		expected string
		cp       int
		quiet    bool
		err      string
	}{
		{answer("e1d2", 30, 300, 500, 200), 0, "0.5500", 30, true, ""},
		{answer("e4d5", -30, 0, 1, 999), 0, "0.0005", -30, false, ""},
		{answer("e4d5", -30, 0, 1, 999), 50, "0.0005", -30, false, ""},
		{answer("e4d5", 100), 100, "0.7311", 100, false, ""},
		{answer("e4d5", scores.Mate-3), 100, "1.0000", 10000, false, ""},
		{answer("e4d5", 3-scores.Mate, 0, 0, 1000), 0, "0.0000", -10000, false, ""},
		{answer("e4d5", 100), 0, "", 0, false, "UCI_ShowWDL"},
		{answer("e4e6", 0, 0, 0, 1000), 0, "", 0, false, "e4e6"},
		{client.Answer{Move: "e4e5"}, 0, "", 0, false, "without an exact score"},
	} {
		j, err := Ruler{Engine: "sf", Scale: test.scale}.judged(p, test.answer)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) || !strings.Contains(err.Error(), "sf: ") {
				t.Errorf("%+v: error %v, want %q", test.answer, err, test.err)
			}
			continue
		}
		if err != nil || fmt.Sprintf("%.4f", j.Expected) != test.expected || j.Centipawns != test.cp || j.Quiet != test.quiet ||
			movegen.FormatMove(&p.Position, j.Best, false) != test.answer.Move {
			t.Errorf("%+v: %+v, %v", test.answer, j, err)
		}
	}
}

// start is a judged position for the tests of files.
func start(source string) Judged {
	p := board.StartPosition()
	m, _ := movegen.ParseMove(&p, "e2e4")
	return Judged{Position: Position{Position: p, Source: source, Expected: 0.55, Quiet: true}, Centipawns: 30, Best: m}
}
