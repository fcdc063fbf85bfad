package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"text/tabwriter"

	"vertigo/internal/build/tunables"
)

// change is one or more numbers that get another value together.
type change struct {
	Text   string // as it was given: name=value,name=value
	Values map[string]int
}

// screenHead holds everything that a screening depends on. The numbers of the engine are part of it, since changes are relative
// to them.
type screenHead struct {
	Settings settings
	Changes  []change
	Numbers  []tunables.Tunable
}

// screening finds out which of several changes are worth something. In each step every change is made on one of the two sides:
// on the first or on the second, as a design says in which each change meets each other as often on its own side as on the
// opposite one (a two-level design from a Hadamard matrix of Sylvester's). So every game tells something about every change,
// and ten changes need no more games than one.
type screening struct {
	*journal[screenHead, result]
}

// newScreenHead reads the changes.
func newScreenHead(s settings, texts []string, all []tunables.Tunable) (*screenHead, error) {
	h := &screenHead{Settings: s}
	if len(texts) == 0 {
		return nil, fmt.Errorf("screen: name the changes, like rfpMargin=40 or seeQuietMargin=60,seeCaptureMargin=90")
	}
	known := map[string]tunables.Tunable{}
	for _, t := range all {
		known[t.Name] = t
	}
	seen := map[string]bool{}
	for _, text := range texts {
		c := change{Text: text, Values: map[string]int{}}
		for part := range strings.SplitSeq(text, ",") {
			name, value, ok := strings.Cut(part, "=")
			n, err := strconv.Atoi(value)
			t, exists := known[name]
			switch {
			case !ok || err != nil:
				return nil, fmt.Errorf("screen: %q is not of the form name=value", part)
			case !exists:
				return nil, fmt.Errorf("screen: no number is called %s", name)
			case n < t.Least || n > t.Greatest:
				return nil, fmt.Errorf("screen: %s=%d lies outside %d..%d", name, n, t.Least, t.Greatest)
			case seen[name]:
				return nil, fmt.Errorf("screen: %s is changed twice", name)
			}
			seen[name], c.Values[name] = true, n
			h.Numbers = append(h.Numbers, t)
		}
		h.Changes = append(h.Changes, c)
	}
	return h, nil
}

// openScreening reads the file of an earlier screening, which must have had the same head, or begins one.
func openScreening(path string, h *screenHead) (*screening, error) {
	j, err := openJournal[screenHead, result](path, *h)
	return &screening{j}, err
}

// cycle returns after how many steps every change has met every other equally often on the same and on opposite sides: the least
// power of two above the number of changes.
func (s *screening) cycle() int { return 1 << bits.Len(uint(len(s.head.Changes))) }

// side returns 1 if the first side makes the change in the step, -1 if the second does.
func (s *screening) side(change, step int) int {
	return 1 - 2*(bits.OnesCount(uint(step%s.cycle())&uint(change+1))&1)
}

// sides returns the numbers of both sides in the step, by name. Each of the numbers is given to both.
func (s *screening) sides(step int) (plus, minus map[string]int) {
	plus, minus = map[string]int{}, map[string]int{}
	for _, n := range s.head.Numbers {
		plus[n.Name], minus[n.Name] = n.Value, n.Value
	}
	for i, c := range s.head.Changes {
		for name, value := range c.Values {
			if s.side(i, step) > 0 {
				plus[name] = value
			} else {
				minus[name] = value
			}
		}
	}
	return plus, minus
}

// run takes the steps that are missing.
func (s *screening) run(ctx context.Context, play player, out io.Writer) error {
	for len(s.steps) < s.head.Settings.Steps {
		plus, minus := s.sides(len(s.steps))
		r, err := play(ctx, len(s.steps), plus, minus)
		if err != nil {
			return err
		}
		if err := s.add(r); err != nil {
			return err
		}
		fmt.Fprintf(out, "step %d of %d: %s\n", len(s.steps), s.head.Settings.Steps, r)
	}
	return nil
}

// effect returns how many Elo the change has brought in all steps so far, and half the width of the 95 % interval. It takes the
// expected score as linear in Elo, as it nearly is between two versions of one engine.
func (s *screening) effect(change int) (elo, margin float64) {
	const eloPerScore = 4 * 400 / math.Ln10 // the slope at an expected score of 1/2, inverted
	sum, squares, games := 0.0, 0.0, 0.0
	for step, r := range s.steps {
		sum += float64(s.side(change, step)) * float64(r.Wins-r.Losses) / 2
		squares += float64(r.Wins+r.Losses) / 4
		games += float64(r.Wins + r.Losses + r.Draws)
	}
	if games == 0 {
		return 0, math.Inf(1)
	}
	return sum / games * eloPerScore, 1.96 * math.Sqrt(squares) / games * eloPerScore
}

// print prints the worth of each change.
func (s *screening) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "Elo\t\tchange")
	for i, c := range s.head.Changes {
		elo, margin := s.effect(i)
		fmt.Fprintf(w, "%+.1f\t+- %.1f\t%s\n", elo, margin, c.Text)
	}
	w.Flush()
}
