package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/internal/build/tunables"
)

const table = `[search]
near    50   0 100   4   a number that is right
far     20   0 100   4   a number that should be 60
other    3   1   9   1   a number that is not tuned
`

// TestMain lets the test binary be fastchess when a test starts it as such.
func TestMain(m *testing.M) {
	if os.Getenv("SPSA_FASTCHESS") != "" {
		os.Exit(fastchess(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// fastchess plays games in which the numbers near = 50 and far = 60 are best: the closer a side is to them, the more it wins.
func fastchess(args []string) int {
	if os.Getenv("SPSA_FASTCHESS") == "fail" {
		fmt.Println("Warning; the engine has gone")
		return 1
	}
	var sides [2]float64
	games, seed, side := 0, uint64(0), -1
	for i, arg := range args {
		name, value, _ := strings.Cut(strings.TrimPrefix(arg, "option."), "=")
		n, _ := strconv.Atoi(value)
		switch {
		case arg == "-engine":
			side++
		case name == "near":
			sides[side] -= math.Abs(float64(n-50)) / 20
		case name == "far":
			sides[side] -= math.Abs(float64(n-60)) / 20
		case arg == "-rounds":
			games, _ = strconv.Atoi(args[i+1])
			games *= 2
		case arg == "-srand":
			seed, _ = strconv.ParseUint(args[i+1], 10, 64)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	wins := 0
	for range games {
		if rng.Float64() < 1/(1+math.Exp(sides[1]-sides[0])) {
			wins++
		}
	}
	fmt.Printf("Games: 2, Wins: 1, Losses: 1, Draws: 0, Points: 1.0 (50.00 %%)\nGames: %d, Wins: %d, Losses: %d, Draws: 0, Points: %d\n",
		games, wins, games-wins, wins)
	return 0
}

// arguments returns those of a tuning in a new folder with the fake fastchess, and the path of its table.
func arguments(t *testing.T, more ...string) (args []string, tablePath, statePath string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("SPSA_FASTCHESS", "play")
	dir := t.TempDir()
	tablePath, statePath = filepath.Join(dir, "tunables.txt"), filepath.Join(dir, "state")
	if err := os.WriteFile(tablePath, []byte(table), 0o644); err != nil {
		t.Fatal(err)
	}
	return append([]string{"run", "-fastchess", self, "-engine", "vertigo", "-book", "book.epd", "-table", tablePath, "-state", statePath,
		"-numbers", "near|far", "-games", "16", "-rate", "0.05", "-steps", "60"}, more...), tablePath, statePath
}

// TestTuning tunes two numbers, of which one is far from its best value, and applies what was found.
func TestTuning(t *testing.T) {
	args, tablePath, statePath := arguments(t)
	var out bytes.Buffer
	if err := run(context.Background(), args, &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "step "); n != 60 {
		t.Errorf("%d steps, want 60", n)
	}
	if err := run(context.Background(), []string{"apply", "-table", tablePath, "-state", statePath}, &out); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(tablePath)
	if err != nil {
		t.Fatal(err)
	}
	all, err := tunables.Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if near, far := all[0].Value, all[1].Value; near < 40 || near > 60 || far < 50 || far > 70 {
		t.Errorf("near is %d, want about 50; far is %d, want about 60", near, far)
	}
	if all[2].Value != 3 {
		t.Errorf("a number that was not tuned is %d, not 3", all[2].Value)
	}
	picture, err := os.ReadFile(statePath + ".svg")
	if err != nil || bytes.Count(picture, []byte("<g ")) != 2 || !bytes.Contains(picture, []byte(">far<")) {
		t.Errorf("the picture does not show two numbers: %v", err)
	}
}

// TestResume interrupts a tuning in the middle of a line of its state. What goes on from there ends as if nothing had happened.
func TestResume(t *testing.T) {
	args, _, statePath := arguments(t)
	if err := run(context.Background(), args, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(statePath)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(statePath, whole[:len(whole)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(context.Background(), args, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	again, err := os.ReadFile(statePath)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, whole) {
		t.Error("the course is another after an interruption")
	}
	if err := run(context.Background(), slices.Concat(args, []string{"-nodes", "7"}), new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("a tuning with other settings goes on: %v", err)
	}
	if left, err := os.ReadFile(statePath); err != nil || !bytes.Equal(left, whole) {
		t.Errorf("a refused state is not left as it was: %v", err)
	}
}

// TestRefusals gives what cannot be used.
func TestRefusals(t *testing.T) {
	args, _, statePath := arguments(t)
	damaged := filepath.Join(t.TempDir(), "damaged")
	if err := os.WriteFile(damaged, []byte("{}\nnothing\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "run or apply"},
		{[]string{"walk"}, "neither run nor apply"},
		{[]string{"run"}, "-engine and -book"},
		{slices.Concat(args, []string{"-games", "15"}), "even"},
		{slices.Concat(args, []string{"-rate", "NaN"}), "positive"},
		{slices.Concat(args, []string{"-numbers", "none"}), "no number"},
		{slices.Concat(args, []string{"-numbers", "("}), "-numbers"},
		{slices.Concat(args, []string{"-fastchess", "/missing/fastchess"}), "missing"},
		{slices.Concat(args, []string{"-state", damaged}), "line 2"},
		{[]string{"apply", "-state", "/missing/state"}, "missing"},
	} {
		os.Remove(statePath)
		if err := run(context.Background(), test.args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.args, err, test.want)
		}
	}
	t.Setenv("SPSA_FASTCHESS", "fail")
	os.Remove(statePath)
	if err := run(context.Background(), args, new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "the engine has gone") {
		t.Errorf("fastchess fails: error %v", err)
	}
}
