package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// settings hold everything that the course of a screening depends on besides its changes.
type settings struct {
	Nodes int // per move
	Games int // per step
	Steps int // in all
	Seed  uint64
}

// player plays the games of a step between sides with the numbers plus and minus.
type player func(ctx context.Context, step int, plus, minus map[string]int) (result, error)

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
	Numbers  []tunable
}

// screening finds out which of several changes are worth something. In each step every change is made on one of the two sides:
// on the first or on the second, as a design says in which each change meets each other as often on its own side as on the
// opposite one (a two-level design from a Hadamard matrix of Sylvester's). So every game tells something about every change,
// and ten changes need no more games than one.
type screening struct {
	*journal[screenHead, result]
}

// openScreening reads the file of an earlier screening of the changes, which must have had the same settings and numbers, or
// begins one.
func openScreening(path string, s settings, texts []string, all []tunable) (*screening, error) {
	h := screenHead{Settings: s}
	if len(texts) == 0 {
		return nil, errors.New("name the changes, like rfpMargin=40 or seeQuietMargin=60,seeCaptureMargin=90")
	}
	seen := map[string]bool{}
	for _, text := range texts {
		c := change{Text: text, Values: map[string]int{}}
		for part := range strings.SplitSeq(text, ",") {
			name, value, ok := strings.Cut(part, "=")
			n, err := strconv.Atoi(value)
			at := slices.IndexFunc(all, func(t tunable) bool { return t.Name == name })
			switch {
			case !ok || err != nil:
				return nil, fmt.Errorf("%q is not of the form name=value", part)
			case at < 0:
				return nil, fmt.Errorf("no number is called %s", name)
			case n < all[at].Least || n > all[at].Greatest:
				return nil, fmt.Errorf("%s=%d lies outside %d..%d", name, n, all[at].Least, all[at].Greatest)
			case seen[name]:
				return nil, fmt.Errorf("%s is changed twice", name)
			}
			seen[name], c.Values[name] = true, n
			h.Numbers = append(h.Numbers, all[at])
		}
		h.Changes = append(h.Changes, c)
	}
	j, err := openJournal[screenHead, result](path, h)
	return &screening{j}, err
}

// side returns 1 if the first side makes the change in the step, -1 if the second does. After a number of steps that is the least
// power of two above the number of changes, every change has met every other equally often on the same and on opposite sides.
func (s *screening) side(change, step int) int {
	return 1 - 2*(bits.OnesCount(uint(step&(change+1)))&1)
}

// sides gives each of the numbers to both sides.
func (s *screening) sides() (plus, minus map[string]int) {
	plus, minus = map[string]int{}, map[string]int{}
	for _, n := range s.head.Numbers {
		plus[n.Name], minus[n.Name] = n.Value, n.Value
	}
	for i, c := range s.head.Changes {
		for name, value := range c.Values {
			if s.side(i, len(s.steps)) > 0 {
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
		plus, minus := s.sides()
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
