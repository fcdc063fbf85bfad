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
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

const asEngine = "TRAIN_TEST_ENGINE"

// TestMain lets the test binary be an engine when a test starts it as such.
func TestMain(m *testing.M) {
	if how := os.Getenv(asEngine); how != "" {
		serve(how)
		return
	}
	os.Exit(m.Run())
}

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
			var list movegen.List
			movegen.Generate(&p, &list, movegen.All)
			fmt.Printf("info depth 1 score cp %s %spv x\nbestmove %s\n", words[2], odds, movegen.FormatMove(&p, list.Moves[0], false))
		}
	}
}

// rule runs train ruler on a game that is in testdata, with the test binary as the engine.
func rule(t *testing.T, how, set string, flags ...string) (out, errOut string, code int) {
	t.Helper()
	t.Setenv(asEngine, how)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"ruler", "-set", set, "-engine", self, "-per-game", "12", "-nodes", "50"}, flags...)
	return command(context.Background(), append(args, testfiles.Path(t, "pgn", "nepomniachtchi-liren-game1.pgn"))...)
}

func content(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRuler makes a set in one go, and in several by engines that die, and measures a network with it.
func TestRuler(t *testing.T) {
	whole, parts := filepath.Join(t.TempDir(), "whole.csv"), filepath.Join(t.TempDir(), "parts.csv")
	out, errOut, code := rule(t, "live", whole)
	if code != 0 || !strings.Contains(out, "12 positions are drawn, 0 of them are judged\n12/12 positions") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	want := content(t, whole)
	if lines := strings.Count(want, "\nnepomniachtchi-liren-game1,"); lines != 12 || !strings.Contains(want, ",50,") {
		t.Errorf("%d positions, want 12:\n%s", lines, want)
	}
	for done := 5; done < 12; done += 5 {
		_, errOut, code = rule(t, "5", parts, "-engines", "1")
		if code != 1 || !strings.Contains(errOut, `waiting for "bestmove"`) || !strings.Contains(errOut, "exit status 3") {
			t.Errorf("an engine that dies: exit code %d, %s", code, errOut)
		}
		if got := content(t, parts); strings.Count(got, "\n") != 1+done || !strings.HasPrefix(want, got) {
			t.Errorf("after %d positions:\n%s", done, got)
		}
	}
	if out, errOut, code = rule(t, "live", parts); code != 0 || !strings.Contains(out, "12 positions are drawn, 10 of them are judged\n12/12") {
		t.Errorf("continued: exit code %d\n%s%s", code, out, errOut)
	}
	if got := content(t, parts); got != want {
		t.Errorf("in parts:\n%s\nin one go:\n%s", got, want)
	}
	if _, errOut, code = rule(t, "live", parts, "-seed", "2"); code != 1 || !strings.Contains(errOut, "another draw") {
		t.Errorf("another seed: exit code %d, %s", code, errOut)
	}
	if got := content(t, parts); got != want {
		t.Errorf("another seed has changed the file:\n%s", got)
	}
	if out := succeed(t, "judge", "-set", parts, "../../eval/default.nnue"); !strings.Contains(out, "\nall                       12  0.") {
		t.Errorf("train judge prints\n%s", out)
	}
}

// TestRulerWithoutOdds checks what is done with an engine that does not say what it expects.
func TestRulerWithoutOdds(t *testing.T) {
	set := filepath.Join(t.TempDir(), "set.csv")
	if _, errOut, code := rule(t, "old", set); code != 1 || !strings.Contains(errOut, "UCI_ShowWDL") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	if _, errOut, code := rule(t, "old", set, "-scale", "50"); code != 0 || strings.Count(content(t, set), ",0.7311,50,") != 12 {
		t.Errorf("exit code %d, %s\n%s", code, errOut, content(t, set))
	}
}

// TestRulerInterrupted checks that what was judged stays when the program is interrupted.
func TestRulerInterrupted(t *testing.T) {
	t.Setenv(asEngine, "live")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	set := filepath.Join(t.TempDir(), "set.csv")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, errOut, code := command(ctx, "ruler", "-set", set, "-engine", self, testfiles.Path(t, "pgn", "nepomniachtchi-liren-game1.pgn"))
	if code != 130 || !strings.Contains(errOut, "context canceled") {
		t.Errorf("exit code %d, %s", code, errOut)
	}
	if _, errOut, code := rule(t, "live", set); code != 0 {
		t.Errorf("continued: exit code %d, %s", code, errOut)
	}
}
