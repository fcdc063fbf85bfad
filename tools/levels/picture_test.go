package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"vertigo/internal/engine/limited"
	"vertigo/internal/testing/testfiles"
	"vertigo/internal/training/stats"
)

var update = flag.Bool("update", false, "write docs/limited-strength.svg")

// measuredRow finds the rows of the table of games in the documentation: the rating that is set, and the one that was measured
// with its error.
var measuredRow = regexp.MustCompile(`(?m)^\| (\d+) \|.*\| (\d+) \+- (\d+) \|$`)

// match is how strong a level has proved to be.
type match struct{ elo, measured, error float64 }

// readMatches returns the matches of the documentation.
func readMatches(t *testing.T) (matches []match) {
	t.Helper()
	text := testfiles.Text(t, "../../docs/limited-strength.md")
	number := func(s string) float64 {
		x, _ := strconv.ParseFloat(s, 64) // digits, by the pattern
		return x
	}
	for _, row := range measuredRow.FindAllStringSubmatch(text, -1) {
		matches = append(matches, match{number(row[1]), number(row[2]), number(row[3])})
	}
	return matches
}

// TestPicture checks that docs/limited-strength.svg shows the present levels and the matches of the page.
func TestPicture(t *testing.T) {
	matches := readMatches(t)
	for _, v := range limited.Levels() {
		measured := slices.ContainsFunc(matches, func(m match) bool { return m.elo == float64(v.Elo) })
		if !measured && v.Elo <= 2300 { // better ones are too slow
			t.Errorf("%d was not measured", v.Elo)
		}
	}
	const path = "../../docs/limited-strength.svg"
	want := drawLevels(matches)
	if *update {
		testfiles.Put(t, path, want)
	}
	got := []byte(testfiles.Text(t, path))
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is out of date: make docs draws it", path)
	}
}

// drawLevels draws an SVG of two panels: what each rating was measured to be, with the errors, and the nodes of each.
func drawLevels(matches []match) []byte {
	const left, top, width, height, panelWidth = 56, 40, 360, 240, 434
	label := func(mark float64) string { return fmt.Sprintf("%.0f", mark) }
	ratings := stats.Axis{From: limited.MinElo, To: limited.MaxElo, Label: label}
	for elo := float64(limited.MinElo); elo <= limited.MaxElo; elo += 400 {
		ratings.Marks = append(ratings.Marks, elo)
	}
	picture := stats.NewPicture(2*panelWidth, height+80, "Measured strength and nodes by UCI_Elo")
	panel := picture.Panel(left, top, width, height, "Measured, with 95 % intervals", ratings,
		stats.Axis{From: 400, To: 3200, Marks: []float64{500, 1000, 1500, 2000, 2500, 3000}, Label: label})
	panel.Line("green", 2, func(i int) (float64, float64) {
		elo := float64([]int{limited.MinElo, limited.MaxElo}[i])
		return elo, elo
	})
	for _, m := range matches {
		panel.Dot("red", m.elo, m.measured, m.error)
	}
	panel.End()
	panel = picture.Panel(panelWidth+left, top, width, height, "Nodes after which no iteration begins", ratings,
		stats.Axis{To: 7, Marks: []float64{0, 1, 2, 3, 4, 5, 6, 7}, Label: func(mark float64) string {
			return label(math.Pow(10, mark))
		}})
	panel.Line("green", (limited.MaxElo-limited.MinElo)/10+1, func(i int) (float64, float64) {
		elo := limited.MinElo + 10*i
		return float64(elo), math.Log10(float64(limited.LevelOf(elo).Nodes))
	})
	panel.End()
	return picture.End()
}
