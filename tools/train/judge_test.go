package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
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

// TestMain lets the test binary be an engine when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, serve) }

// serve is an engine that plays the first legal move, and expects what the position's key says. If how is a number, it dies
// when it is asked once more than so many times.
func serve(how string) {
	answers, mortal := strconv.Atoi(how)
	var p board.Position
	wdl := false
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); words[0] {
		case "uci":
			if how != "old" {
				fmt.Println("option name UCI_ShowWDL type check default false")
			}
			fmt.Println("uciok")
		case "setoption":
			wdl = wdl || strings.Join(words, " ") == "setoption name UCI_ShowWDL value true"
		case "isready":
			fmt.Println("readyok")
		case "position":
			p, _ = board.ParseFEN(strings.Join(words[2:], " "))
		case "go":
			if answers--; mortal == nil && answers < 0 {
				os.Exit(3)
			}
			odds := ""
			if win := p.Key() % 1001; wdl {
				odds = fmt.Sprintf("wdl %d %d 0 ", win, 1000-win)
			}
			fmt.Printf("info depth 1 score cp %s %spv x\nbestmove %s\n", words[2], odds, movegen.FormatMove(&p, playout.Legal(&p)[0], false))
		}
	}
}

// rule runs train ruler on a game that is in testdata, with the test binary as the engine.
func rule(t *testing.T, how, set string, flags ...string) (out, errOut string, code int) {
	t.Helper()
	t.Setenv(testfiles.As, how)
	self := testfiles.Self(t)
	args := append([]string{"ruler", "--set", set, "--engine", self, "--per-game", "12", "--nodes", "50"}, flags...)
	return command(context.Background(), append(args, testfiles.Path(t, "pgn", "nepomniachtchi-liren-game1.pgn"))...)
}

// TestRuler makes a set and measures a network with it. An engine that dies leaves no set.
func TestRuler(t *testing.T) {
	set := filepath.Join(t.TempDir(), "set.csv")
	_, errOut, code := rule(t, "5", set, "--engines", "1")
	if code != 1 || !strings.Contains(errOut, `waiting for "bestmove"`) || !strings.Contains(errOut, "exit status 3") {
		t.Errorf("an engine that dies: exit code %d, %s", code, errOut)
	}
	if _, err := os.Stat(set); err == nil {
		t.Errorf("an engine that dies leaves a set")
	}
	out, errOut, code := rule(t, "live", set)
	if code != 0 || !strings.Contains(out, "12/12 positions") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	want := testfiles.Text(t, set)
	must.Equal(t, strings.Count(want, "\nnepomniachtchi-liren-game1,"), 12, want)
	if _, errOut, code = rule(t, "live", set); code != 1 || !strings.Contains(errOut, "exists") || testfiles.Text(t, set) != want {
		t.Errorf("a set that exists: exit code %d, %s", code, errOut)
	}
	if out := succeed(t, "judge", "--set", set, "../../eval/default.nnue"); !strings.Contains(out,
		"\nall                       12  0.") {
		t.Errorf("train judge prints\n%s", out)
	}
}

// TestRulerWithoutOdds refuses an engine without expected scores.
func TestRulerWithoutOdds(t *testing.T) {
	if _, errOut, code := rule(t, "old", filepath.Join(t.TempDir(), "set.csv")); code != 1 ||
		!strings.Contains(errOut, "UCI_ShowWDL") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
}

// TestRulerInterrupted interrupts the program.
func TestRulerInterrupted(t *testing.T) {
	t.Setenv(testfiles.As, "live")
	self := testfiles.Self(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	set := filepath.Join(t.TempDir(), "set.csv")
	_, errOut, code := command(ctx, "ruler", "--set", set, "--engine", self,
		testfiles.Path(t, "pgn", "nepomniachtchi-liren-game1.pgn"))
	if code != 130 || !strings.Contains(errOut, "interrupted") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
}
