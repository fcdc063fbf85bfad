package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

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
