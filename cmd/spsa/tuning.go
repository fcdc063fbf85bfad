package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"text/tabwriter"

	"vertigo/internal/build/tunables"
)

// settings are what the course of a tuning depends on.
type settings struct {
	Numbers string // expression that selects the numbers
	Nodes   int    // per move
	Games   int    // per step
	Steps   int    // in all
	Rate    float64
	Seed    uint64
}

// number is a number in tuning.
type number struct {
	Name            string
	Start           int // its value before the tuning
	Least, Greatest int
	Step            int // the perturbation in the last steps
}

// header is the first line of a state file. Each further line is a point of the course.
type header struct {
	Settings settings
	Numbers  []number
}

// point is what a step has come to: the result of its games, from the view of the side whose numbers were changed in the drawn
// direction, and the numbers after it.
type point struct {
	Result result
	Values []float64
}

// tuning is the state of a run. The file grows by a line with every step.
type tuning struct {
	header
	course []point
	file   *os.File // nil if it is only read
}

// The exponents of the gain and of the perturbation, and the share of the steps that the gain is delayed by, as Spall recommends
// them.
const (
	gainExponent         = 0.602
	perturbationExponent = 0.101
	delay                = 0.1
)

// openTuning reads the file of an earlier run, which must have had the same settings, or begins one.
func openTuning(path string, s settings, all []tunables.Tunable) (*tuning, error) {
	want, err := newHeader(s, all)
	if err != nil {
		return nil, err
	}
	t, err := readTuning(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t = &tuning{header: *want}
	case err != nil:
		return nil, err
	case t.Settings != s || !slices.Equal(t.Numbers, want.Numbers):
		return nil, fmt.Errorf("%s: it belongs to a tuning with other settings or other numbers", path)
	}
	// The file is written anew, without a last line that an interruption has cut.
	if t.file, err = os.Create(path); err != nil {
		return nil, err
	}
	err = t.write(t.header)
	for i := 0; i < len(t.course) && err == nil; i++ {
		err = t.write(t.course[i])
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func newHeader(s settings, all []tunables.Tunable) (*header, error) {
	wanted, err := regexp.Compile("^(?:" + s.Numbers + ")$")
	if err != nil {
		return nil, fmt.Errorf("-numbers: %w", err)
	}
	h := &header{Settings: s}
	for _, t := range all {
		if s.Numbers == "" || wanted.MatchString(t.Name) {
			h.Numbers = append(h.Numbers, number{t.Name, t.Value, t.Least, t.Greatest, t.Step})
		}
	}
	if len(h.Numbers) == 0 {
		return nil, fmt.Errorf("-numbers: no number is called %s", s.Numbers)
	}
	return h, nil
}

// readTuning reads a state file. A last line without an end, which an interruption leaves behind, is ignored.
func readTuning(path string) (*tuning, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t := &tuning{}
	in := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF && n > 1 {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
		if n == 1 {
			err = json.Unmarshal(line, &t.header)
		} else {
			var p point
			if err = json.Unmarshal(line, &p); err == nil && len(p.Values) != len(t.Numbers) {
				err = fmt.Errorf("%d values for %d numbers", len(p.Values), len(t.Numbers))
			}
			t.course = append(t.course, p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
		}
	}
}

func (t *tuning) write(line any) error {
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = t.file.Write(append(text, '\n'))
	return err
}

func (t *tuning) close() { t.file.Close() }

// values returns the numbers after the last step.
func (t *tuning) values() []float64 {
	if n := len(t.course); n > 0 {
		return t.course[n-1].Values
	}
	start := make([]float64, len(t.Numbers))
	for i, n := range t.Numbers {
		start[i] = float64(n.Start)
	}
	return start
}

// direction returns the direction of the next step, 1 or -1 for each number. It depends on the seed and the step alone.
func (t *tuning) direction() []float64 {
	rng := rand.New(rand.NewPCG(t.Settings.Seed, uint64(len(t.course))))
	d := make([]float64, len(t.Numbers))
	for i := range d {
		d[i] = float64(2*rng.IntN(2) - 1)
	}
	return d
}

// perturbation returns by how much number i is changed for the games of the next step.
func (t *tuning) perturbation(i int) float64 {
	done := float64(len(t.course)+1) / float64(t.Settings.Steps)
	return float64(t.Numbers[i].Step) / math.Pow(done, perturbationExponent)
}

// gain returns how far the numbers move in the next step for each game won, as a share of the perturbation.
func (t *tuning) gain() float64 {
	done := float64(len(t.course)+1) / float64(t.Settings.Steps)
	gain := t.Settings.Rate * math.Pow((1+delay)/(done+delay), gainExponent)
	return gain * math.Pow(done, 2*perturbationExponent)
}

// perturbed returns the numbers of the two sides in the next step, by name.
func (t *tuning) perturbed() (plus, minus map[string]int) {
	plus, minus = map[string]int{}, map[string]int{}
	values, direction := t.values(), t.direction()
	for i, n := range t.Numbers {
		change := direction[i] * t.perturbation(i)
		plus[n.Name], minus[n.Name] = n.round(values[i]+change), n.round(values[i]-change)
	}
	return plus, minus
}

// round returns the whole number in the range of n that is nearest to x.
func (n *number) round(x float64) int {
	return max(n.Least, min(int(math.Round(x)), n.Greatest))
}

// player plays the games of a step between sides with the numbers plus and minus.
type player func(ctx context.Context, s *settings, step int, plus, minus map[string]int) (result, error)

// run takes the steps that are missing. The picture is drawn now and then, and at the end.
func (t *tuning) run(ctx context.Context, play player, out io.Writer) error {
	for len(t.course) < t.Settings.Steps {
		plus, minus := t.perturbed()
		r, err := play(ctx, &t.Settings, len(t.course), plus, minus)
		if err != nil {
			return err
		}
		if err := t.step(r); err != nil {
			return err
		}
		n := len(t.course)
		fmt.Fprintf(out, "step %d of %d: %s\n", n, t.Settings.Steps, r)
		if n%20 == 0 || n == t.Settings.Steps {
			if err := os.WriteFile(t.file.Name()+".svg", t.picture(), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// step moves the numbers by what the games of the step have shown.
func (t *tuning) step(r result) error {
	values, direction := slices.Clone(t.values()), t.direction()
	ahead := float64(r.Wins - r.Losses)
	for i, n := range t.Numbers {
		moved := values[i] + t.gain()*t.perturbation(i)*ahead*direction[i]
		values[i] = max(float64(n.Least), min(moved, float64(n.Greatest)))
	}
	t.course = append(t.course, point{r, values})
	return t.write(t.course[len(t.course)-1])
}

// rounded returns the numbers after the last step, by name.
func (t *tuning) rounded() map[string]int {
	m := map[string]int{}
	for i, x := range t.values() {
		m[t.Numbers[i].Name] = t.Numbers[i].round(x)
	}
	return m
}

// print tells where the numbers have come.
func (t *tuning) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "number\tbefore\tafter\t")
	for i, x := range t.values() {
		fmt.Fprintf(w, "%s\t%d\t%.1f\t\n", t.Numbers[i].Name, t.Numbers[i].Start, x)
	}
	w.Flush()
}
