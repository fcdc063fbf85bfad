package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"text/tabwriter"
)

// settings hold everything that the course of a tuning depends on.
type settings struct {
	Numbers string // expression that selects the numbers
	Nodes   int    // per move
	Games   int    // per step
	Steps   int    // in all
	Rate    float64
	Seed    uint64
}

// header is the first line of a state file. Each further line is a point of the course.
type header struct {
	Settings settings
	Numbers  []tunable // as they were before the tuning
}

// point is the outcome of a step: the result of its games, from the view of the side whose numbers were changed in the drawn
// direction, and the numbers after it.
type point struct {
	Result result
	Values []float64
}

// tuning is the state of a run.
type tuning struct {
	*journal[header, point]
}

// The exponents of the gain and of the perturbation, and the share of the steps that the gain is delayed by, as Spall recommends
// them.
const (
	gainExponent         = 0.602
	perturbationExponent = 0.101
	delay                = 0.1
)

// openTuning reads the file of an earlier run, which must have had the same settings, or begins one.
func openTuning(path string, s settings, all []tunable) (*tuning, error) {
	wanted, err := regexp.Compile("^(?:" + s.Numbers + ")$")
	if err != nil {
		return nil, fmt.Errorf("-numbers: %w", err)
	}
	h := header{Settings: s}
	for _, t := range all {
		if s.Numbers == "" || wanted.MatchString(t.Name) {
			h.Numbers = append(h.Numbers, t)
		}
	}
	if len(h.Numbers) == 0 {
		return nil, fmt.Errorf("-numbers: no number is called %s", s.Numbers)
	}
	j, err := openJournal[header, point](path, h)
	return &tuning{j}, err
}

// values returns the numbers after the last step.
func (t *tuning) values() []float64 {
	if n := len(t.steps); n > 0 {
		return t.steps[n-1].Values
	}
	start := make([]float64, len(t.head.Numbers))
	for i, n := range t.head.Numbers {
		start[i] = float64(n.Value)
	}
	return start
}

// direction returns the direction of the next step, 1 or -1 for each number. It depends on the seed and the step alone.
func (t *tuning) direction() []float64 {
	rng := rand.New(rand.NewPCG(t.head.Settings.Seed, uint64(len(t.steps))))
	d := make([]float64, len(t.head.Numbers))
	for i := range d {
		d[i] = float64(2*rng.IntN(2) - 1)
	}
	return d
}

// perturbation returns by how much number i is changed for the games of the next step.
func (t *tuning) perturbation(i int) float64 {
	done := float64(len(t.steps)+1) / float64(t.head.Settings.Steps)
	return float64(t.head.Numbers[i].Step) / math.Pow(done, perturbationExponent)
}

// gain returns how far the numbers move in the next step for each game won, as a share of the perturbation.
func (t *tuning) gain() float64 {
	done := float64(len(t.steps)+1) / float64(t.head.Settings.Steps)
	gain := t.head.Settings.Rate * math.Pow((1+delay)/(done+delay), gainExponent)
	return gain * math.Pow(done, 2*perturbationExponent)
}

func (t *tuning) sides() (plus, minus map[string]int) {
	plus, minus = map[string]int{}, map[string]int{}
	values, direction := t.values(), t.direction()
	for i, n := range t.head.Numbers {
		change := direction[i] * t.perturbation(i)
		plus[n.Name], minus[n.Name] = round(n, values[i]+change), round(n, values[i]-change)
	}
	return plus, minus
}

// round returns the whole number in the range of n that is nearest to x.
func round(n tunable, x float64) int {
	return max(n.Least, min(int(math.Round(x)), n.Greatest))
}

// take moves the numbers by the result of the step's games.
func (t *tuning) take(r result) error {
	values, direction := slices.Clone(t.values()), t.direction()
	ahead := float64(r.Wins - r.Losses)
	for i, n := range t.head.Numbers {
		moved := values[i] + t.gain()*t.perturbation(i)*ahead*direction[i]
		values[i] = max(float64(n.Least), min(moved, float64(n.Greatest)))
	}
	return t.add(point{r, values})
}

// rounded returns the numbers after the last step, by name.
func (t *tuning) rounded() map[string]int {
	m := map[string]int{}
	for i, x := range t.values() {
		m[t.head.Numbers[i].Name] = round(t.head.Numbers[i], x)
	}
	return m
}

// print prints the numbers before and after.
func (t *tuning) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "number\tbefore\tafter\t")
	for i, x := range t.values() {
		fmt.Fprintf(w, "%s\t%d\t%.1f\t\n", t.head.Numbers[i].Name, t.head.Numbers[i].Value, x)
	}
	w.Flush()
}
