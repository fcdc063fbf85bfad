package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/tools/client"
)

// set is a file with one position for each of the expected scores.
func set(expected ...float64) string {
	text := "source,quiet,expected,cp,best,fen\n"
	for i, e := range expected {
		text += fmt.Sprintf("%s,%d,%.6f,0,e2e4,%s\n", []string{"match", "selfplay"}[i%2], i%2, e, board.StartFEN)
	}
	return text
}

func read(t *testing.T, text string) []judged {
	t.Helper()
	return must.Get(readSet(strings.NewReader(text)))(t)
}

// TestGroupError finds the scale that scores are in, and the error that is left.
func TestGroupError(t *testing.T) {
	scores := []int{-500, -120, -30, 0, 15, 80, 300, 700}
	var expected []float64
	want := 0.0
	for _, s := range scores {
		e := 1 / (1 + math.Exp(-float64(s)/110))
		expected = append(expected, e)
		want += (e - 0.5) * (e - 0.5) / float64(len(scores))
	}
	positions := read(t, set(expected...))
	all := groups(positions)[0]
	for factor, scale := range []float64{1: 110, 2: 220} {
		other := slices.Clone(scores)
		for i := range other {
			other[i] *= factor
		}
		e, k := all.error(positions, other)
		if factor == 0 && math.Abs(e-math.Sqrt(want)) > 1e-6 || factor > 0 && (e > 0.003 || math.Abs(k-scale) > 0.02*scale) {
			t.Errorf("%d times the scores: error %.4f, scale %.1f, want a scale of %.0f", factor, e, k, scale)
		}
	}
}

func TestGroups(t *testing.T) {
	positions := read(t, set(0.1, 0.96, 0.5, 0.9))
	positions[1].Position = playout.Parse(t, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
	got, all := "", groups(positions)
	for _, g := range all {
		got += fmt.Sprintf("%s %v; ", g.name, g.members)
	}
	want := "all [0 1 2 3]; quiet [1 3]; quiet, contested [3]; match [0 2]; selfplay [1 3]; " +
		"quiet, 2-8 pieces [1]; quiet, 25-32 pieces [3]; "
	must.Equal(t, got, want, "groups")
	// A score of 100 and one of 145 fit at the scale at which they expect 0.9 and 0.96; one alone would fit at any score.
	if e, scale := all[2].error(positions, []int{0, 145, 0, 100}); e > 0.01 || math.Abs(scale-45.5) > 1 {
		t.Errorf("error of the contested position: %.4f, scale %.1f", e, scale)
	}
	if e, _ := all[2].error(positions, []int{0, 40, 0, 100}); e < 0.02 {
		t.Errorf("the contested position is measured with a scale of its own: %.4f", e)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "names of the columns"},
		{"fen,cp\n", `no column "expected"`},
		{"expected,fen\n", "no positions"},
		{"expected,fen\n0.5," + board.StartFEN + "\n1.5," + board.StartFEN + "\n", `line 3: expected score "1.5"`},
		{"expected,fen\n0.5,rubbish\n", "line 2: "},
		{"expected,quiet,fen\n0.5,maybe," + board.StartFEN + "\n", `line 2: quiet is "maybe"`},
		{"expected,fen\n0.5\n", "wrong number of fields"},
	} {
		_, err := readSet(strings.NewReader(c.text))
		must.Fail(t, err, c.want)
	}
}

// TestTake checks what becomes of an engine's answer.
func TestTake(t *testing.T) {
	position := judged{Position: playout.Parse(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")}
	answer := func(move string, odds ...int) client.Answer {
		a := client.Answer{Move: move, Scored: true}
		if len(odds) > 0 {
			a.Odds, a.HasOdds = [3]int(odds), true
		}
		return a
	}
	for _, test := range []struct {
		answer   client.Answer
		expected string
		quiet    bool
		err      string
	}{
		{answer("e1d2", 300, 500, 200), "0.5500", true, ""},
		{answer("e4d5", 0, 1, 999), "0.0005", false, ""},
		{answer("e4d5"), "", false, "UCI_ShowWDL"},
		{answer("e4e6", 0, 0, 1000), "", false, "e4e6"},
		{client.Answer{Move: "e4e5"}, "", false, "without an exact score"},
	} {
		p := position
		err := p.take(test.answer)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%+v: error %v, want %q", test.answer, err, test.err)
			}
			continue
		}
		if err != nil || fmt.Sprintf("%.4f", p.expected) != test.expected || p.quiet != test.quiet {
			t.Errorf("%+v: %+v, %v", test.answer, p, err)
		}
	}
}

// TestWrite reads what is written.
func TestWrite(t *testing.T) {
	var positions []judged
	for _, source := range []string{"a", `b, "c"`} {
		positions = append(positions, judged{Position: board.StartPosition(), source: source, expected: 0.55, quiet: true})
	}
	var text strings.Builder
	must.Do(t, writeSet(&text, positions))
	const line = ",1,0.5500," + board.StartFEN + "\n"
	must.Equal(t, text.String(), "source,quiet,expected,fen\na"+line+`"b, ""c"""`+line, "wrote")
	must.Equal(t, read(t, text.String()), positions)
}
