package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
)

// screenTable has three numbers, of which changes of the first and the third are worth something in simulateChanges.
const screenTable = `[search]
good    50   0 100   4   a number that should be greater
idle    20   0 100   4   a number that does not matter
bad     30   0 100   4   a number that should not be smaller
`

// simulateChanges stands for games in which 10 more of good are worth 40 Elo and 10 less of bad cost 80.
func simulateChanges(_ context.Context, step int, plus, minus map[string]int) (r result, err error) {
	elo := func(side map[string]int) float64 { return 4*float64(side["good"]) + 8*float64(side["bad"]) }
	rng := rand.New(rand.NewPCG(3, uint64(step)))
	for range 200 {
		if rng.Float64() < 1/(1+math.Pow(10, (elo(minus)-elo(plus))/400)) {
			r.Wins++
		} else {
			r.Losses++
		}
	}
	return r, nil
}

// beginScreening returns a screening of a change of each number, begun in the file or continued there.
func beginScreening(t *testing.T, path string) *screening {
	t.Helper()
	all, err := parseTable(screenTable)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openScreening(path, settings{Nodes: 1, Games: 200, Steps: 40, Seed: 3}, []string{"good=60", "idle=30", "bad=20"}, all)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// TestScreening measures three changes with the same games.
func TestScreening(t *testing.T) {
	s := beginScreening(t, filepath.Join(t.TempDir(), "state"))
	if err := s.run(context.Background(), simulateChanges, io.Discard); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{40, 0, -80} {
		elo, margin := s.effect(i)
		if margin < 3 || margin > 12 {
			t.Errorf("%s: the error is %.1f, want some 7", s.head.Changes[i].Text, margin)
		}
		if math.Abs(elo-want) > 2*margin {
			t.Errorf("%s is worth %.1f +- %.1f, want %.0f", s.head.Changes[i].Text, elo, margin, want)
		}
	}
	var out bytes.Buffer
	s.print(&out)
	if lines := strings.Split(out.String(), "\n"); len(lines) != 5 || !strings.HasSuffix(lines[3], "bad=20") ||
		!strings.HasPrefix(lines[3], "-") {
		t.Errorf("printed:\n%s", out.String())
	}
}

// TestDesign looks at the sides of a whole cycle: every change meets every other as often on its own side as on the opposite one,
// and each number has its value of the table on the side that does not make the change.
func TestDesign(t *testing.T) {
	s := beginScreening(t, filepath.Join(t.TempDir(), "state"))
	for a := range s.head.Changes {
		for b := range a {
			sum := 0
			for step := range 4 {
				sum += s.side(a, step) * s.side(b, step)
			}
			if sum != 0 {
				t.Errorf("changes %d and %d meet %+d times more on one side", a, b, sum)
			}
		}
	}
	if err := s.add(result{}); err != nil {
		t.Fatal(err)
	}
	plus, minus := s.sides() // the first change and the third are made on the second side
	for name, want := range map[string][2]int{"good": {50, 60}, "idle": {30, 20}, "bad": {30, 20}} {
		if plus[name] != want[0] || minus[name] != want[1] {
			t.Errorf("%s is %d and %d, want %d", name, plus[name], minus[name], want)
		}
	}
}

// TestScreen starts fastchess, and gives what cannot be used.
func TestScreen(t *testing.T) {
	t.Setenv("MATCHES_FASTCHESS", "play")
	self := testfiles.Self(t)
	dir := t.TempDir()
	table := filepath.Join(dir, "tunables.txt")
	testfiles.Put(t, table, screenTable)
	args := func(changes ...string) []string {
		return append([]string{"screen", "-fastchess", self, "-engine", self, "-book", "book.epd", "-table", table,
			"-state", filepath.Join(dir, "state"), "-games", "4", "-steps", "2"}, changes...)
	}
	var out bytes.Buffer
	t.Setenv("MATCHES_ENGINE", "good bad idle")
	if err := execute(context.Background(), args("good=60,idle=30", "bad=20"), &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.HasPrefix(text, "step 1 of 2: 2 won, 1 lost, 1 drawn\n") ||
		!strings.Contains(text, "good=60,idle=30\n") {
		t.Errorf("output %q", text)
	}
	for _, test := range []struct {
		changes []string
		want    string
	}{
		{nil, "name the changes"},
		{[]string{"good"}, "name=value"},
		{[]string{"good=ten"}, "name=value"},
		{[]string{"none=1"}, "no number"},
		{[]string{"good=101"}, "outside 0..100"},
		{[]string{"good=60", "idle=1,good=61"}, "twice"},
		{[]string{"-games", "3", "good=60"}, "even"},
	} {
		if err := execute(context.Background(), args(test.changes...), io.Discard); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want one with %q", test.changes, err, test.want)
		}
	}
}
