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
		a := client.Answer{Move: move, Scored: true, Evaluation: client.Evaluation{Score: score}}
		if len(odds) > 0 {
			a.Odds, a.HasOdds = [3]int(odds), true
		}
		return a
	}
	for _, test := range []struct {
		answer   client.Answer
		expected string
		cp       int
		quiet    bool
		err      string
	}{
		{answer("e1d2", 30, 300, 500, 200), "0.5500", 30, true, ""},
		{answer("e4d5", -30, 0, 1, 999), "0.0005", -30, false, ""},
		{answer("e4d5", scores.Mate-3, 1000, 0, 0), "1.0000", 10000, false, ""},
		{answer("e4d5", 3-scores.Mate, 0, 0, 1000), "0.0000", -10000, false, ""},
		{answer("e4d5", 100), "", 0, false, "UCI_ShowWDL"},
		{answer("e4e6", 0, 0, 0, 1000), "", 0, false, "e4e6"},
		{client.Answer{Move: "e4e5"}, "", 0, false, "without an exact score"},
	} {
		j, err := Ruler{Engine: "sf"}.judged(p, test.answer)
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

// TestWrite reads what is written.
func TestWrite(t *testing.T) {
	var text strings.Builder
	if err := Write(&text, []Judged{start("a"), start(`b, "c"`)}); err != nil {
		t.Fatal(err)
	}
	const line = ",1,0.5500,30,e2e4," + board.StartFEN + "\n"
	if want := "source,quiet,expected,cp,best,fen\na" + line + `"b, ""c"""` + line; text.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", text.String(), want)
	}
	for i, p := range read(t, text.String()) {
		if want := start([]string{"a", `b, "c"`}[i]).Position; p != want {
			t.Errorf("read %+v, want %+v", p, want)
		}
	}
}
