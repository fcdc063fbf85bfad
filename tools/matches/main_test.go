package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/testfiles"
)

// beEngine answers as an engine with those options.
func beEngine(options string) {
	for in := bufio.NewScanner(os.Stdin); in.Scan() && in.Text() != "quit"; {
		for name := range strings.FieldsSeq(options) {
			fmt.Printf("option name %s type spin default 1 min 0 max 100\n", name)
		}
		fmt.Println("uciok")
	}
}

// TestMain lets the test binary be fastchess when a test starts it as such, and the engine if it has no arguments.
func TestMain(m *testing.M) {
	if len(os.Args) == 1 && os.Getenv("MATCHES_ENGINE") != "" {
		beEngine(os.Getenv("MATCHES_ENGINE"))
		return
	}
	switch os.Getenv("MATCHES_FASTCHESS") {
	case "play":
		fmt.Println("Games: 2, Wins: 1, Losses: 1, Draws: 0, Points: 1.0 (50.00 %)")
		fmt.Println("Games: 4, Wins: 2, Losses: 1, Draws: 1, Points: 2.5 (62.50 %)")
	case "fail":
		fmt.Println("Warning; the engine has gone")
		os.Exit(1)
	case "table":
		playTable()
	default:
		os.Exit(m.Run())
	}
}

// execute runs the program. The error has the exit code, if it is not 0, and the messages.
func execute(ctx context.Context, args []string, out io.Writer) error {
	var messages bytes.Buffer
	if code := run(ctx, args, out, &messages); code != commandline.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

// TestResume interrupts a screening in the middle of a line of its state. What goes on from there ends as if nothing had happened.
func TestResume(t *testing.T) {
	statePath := filepath.Join(t.TempDir(), "state")
	run := func() {
		t.Helper()
		s := beginScreening(t, statePath)
		defer s.close()
		if err := s.run(context.Background(), simulateChanges, io.Discard); err != nil {
			t.Fatal(err)
		}
		if _, err := openJournal[screenHead, result](statePath, s.head); !errors.Is(err, files.ErrHeld) {
			t.Errorf("two at a time: %v", err)
		}
	}
	run()
	whole := testfiles.Text(t, statePath)
	testfiles.Put(t, statePath, whole[:len(whole)/2])
	run()
	again := testfiles.Text(t, statePath)
	if again != whole {
		t.Error("the course is another after an interruption")
	}
}

// arguments returns those of a screening of two steps in a new folder with the test binary as fastchess, and the path of its state.
func arguments(t *testing.T) (args []string, statePath string) {
	t.Helper()
	self := testfiles.Self(t)
	dir := t.TempDir()
	tablePath, statePath := filepath.Join(dir, "tunables.txt"), filepath.Join(dir, "state")
	testfiles.Put(t, tablePath, screenTable)
	t.Setenv("MATCHES_ENGINE", "good bad idle")
	return []string{"screen", "-fastchess", self, "-engine", self, "-book", "book.epd", "-table", tablePath, "-state", statePath,
		"-games", "4", "-steps", "2"}, statePath
}

// TestRun starts fastchess. A second run with other settings is refused and leaves the state as it is.
func TestRun(t *testing.T) {
	t.Setenv("MATCHES_FASTCHESS", "play")
	args, statePath := arguments(t)
	var out bytes.Buffer
	t.Setenv("MATCHES_ENGINE", "good Hash")
	changes := []string{"good=60", "bad=20"}
	if err := execute(context.Background(), append(args, changes...), &out); err == nil || !strings.Contains(err.Error(), "has no option bad: a build") {
		t.Errorf("an engine without an option: %v, output %q", err, &out)
	}
	t.Setenv("MATCHES_ENGINE", "good bad idle")
	if err := execute(context.Background(), append(args, changes...), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "step 1 of 2: 2 won, 1 lost, 1 drawn\nstep 2 of 2: ") {
		t.Errorf("output %q", out.String())
	}
	whole := testfiles.Text(t, statePath)
	if err := execute(context.Background(), slices.Concat(args, []string{"-nodes", "7"}, changes), &out); err == nil ||
		!strings.Contains(err.Error(), "other settings") {
		t.Errorf("a screening with other settings goes on: %v", err)
	}
	if testfiles.Text(t, statePath) != whole {
		t.Error("a refused state is not left as it was")
	}
}

// TestArguments checks the arguments of fastchess.
func TestArguments(t *testing.T) {
	f := fastchess{book: "/book.epd", concurrency: 3}
	args, err := f.arguments(match{sides: [2]side{{"plus", "/vertigo", numbers(map[string]int{"near": 51, "far": 9})},
		{"minus", "/other", nil}},
		each: []string{"tc=inf", "nodes=500"}, seed: 7, first: 11, games: 8})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Join(args, " ")
	for _, want := range []string{
		"-engine cmd=/vertigo name=plus option.far=9 option.near=51 -engine cmd=/other name=minus -each tc=inf nodes=500 -openings",
		"file=/book.epd format=epd order=random start=11 -srand 7 -rounds 4 -repeat -concurrency 3 ",
	} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is not among the arguments: %s", want, line)
		}
	}
}

// TestRefusals gives what cannot be used.
func TestRefusals(t *testing.T) {
	t.Setenv("MATCHES_FASTCHESS", "play")
	args, statePath := arguments(t)
	damaged := filepath.Join(t.TempDir(), "damaged")
	testfiles.Put(t, damaged, "{}\nnothing\n")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "matches screen -engine"},
		{[]string{"walk"}, `unknown command "walk"`},
		{[]string{"screen"}, "-engine and -book"},
		{slices.Concat(args, []string{"-games", "15"}), "even"},
		{slices.Concat(args, []string{"-fastchess", "/missing/fastchess", "good=60"}), "missing"},
		{slices.Concat(args, []string{"-state", damaged, "good=60"}), "line 2"},
		{[]string{"draw", "-root", "/missing/root"}, "missing"},
	} {
		os.Remove(statePath)
		if err := execute(context.Background(), test.args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.args, err, test.want)
		}
	}
	if err := execute(context.Background(), []string{"screen", "-bok"}, io.Discard); err == nil ||
		!strings.Contains(err.Error(), "exit code 2") {
		t.Errorf("an unknown flag: %v", err)
	}
	t.Setenv("MATCHES_FASTCHESS", "fail")
	os.Remove(statePath)
	if err := execute(context.Background(), append(args, "good=60"), new(bytes.Buffer)); err == nil ||
		!strings.Contains(err.Error(), "the engine has gone") {
		t.Errorf("fastchess fails: error %v", err)
	}
}
