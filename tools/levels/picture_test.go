package main

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/search"
)

var redraw = flag.Bool("redraw", false, "write docs/limited-strength.svg")

// measuredRow finds the rows of the table of games in the documentation: the rating that is set, and the one that was measured
// with its error.
var measuredRow = regexp.MustCompile(`(?m)^\| (\d+) \|.*\| (\d+) \+- (\d+) \|$`)

// match is how strong a level has proved to be.
type match struct{ elo, measured, error float64 }

// readMatches returns the matches of the documentation.
func readMatches(t *testing.T) (matches []match) {
	t.Helper()
	text, err := os.ReadFile("../../docs/limited-strength.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		x, _ := strconv.ParseFloat(s, 64) // digits, by the pattern
		return x
	}
	for _, row := range measuredRow.FindAllStringSubmatch(string(text), -1) {
		matches = append(matches, match{number(row[1]), number(row[2]), number(row[3])})
	}
	return matches
}

// TestPicture checks that docs/limited-strength.svg shows the present levels and the matches of the page. With
// -redraw it draws them.
func TestPicture(t *testing.T) {
	matches := readMatches(t)
	for _, v := range search.Levels() {
		measured := slices.ContainsFunc(matches, func(m match) bool { return m.elo == float64(v.Elo) })
		if !measured && v.Elo <= 2300 { // better ones are too slow
			t.Errorf("%d was not measured", v.Elo)
		}
	}
	const path = "../../docs/limited-strength.svg"
	want := drawLevels(matches)
	if *redraw {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is out of date: go test -run TestPicture ./tools/levels -redraw", path)
	}
}

// The measures of the picture, in its own units.
const (
	plotWidth, plotHeight = 360, 240
	plotLeft, plotTop     = 56, 40
	panelWidth            = plotWidth + 74
)

const pictureStyle = `<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222; color-scheme: light dark; }
.paper { fill: #fff; } .frame { fill: none; stroke: #888; } .grid { stroke: #ddd; } .title { font-weight: 600; }
.line { fill: none; stroke: #1a7f37; stroke-width: 2; } .dot { fill: none; stroke: #c1121f; stroke-width: 1.5; }
.x { text-anchor: middle; } .y { text-anchor: end; }
@media (prefers-color-scheme: dark) {
svg { background: #14171a; fill: #ddd; } .paper { fill: #14171a; } .grid { stroke: #333; }
.line { stroke: #4ac26b; } .dot { stroke: #ff7b72; }
}
</style>
`

// across returns where a rating lies in a plot.
func across(elo float64) float64 {
	return (elo - search.MinElo) / (search.MaxElo - search.MinElo) * plotWidth
}

// drawLevels draws an SVG of two panels: what each rating was measured to be, with the errors, and the nodes of each.
func drawLevels(matches []match) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="%s">`+"\n",
		2*panelWidth, plotHeight+80, "Measured strength and nodes by UCI_Elo")
	b.WriteString(pictureStyle)
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%d"/>`+"\n", 2*panelWidth, plotHeight+80)

	strength := func(elo float64) float64 { return (3200 - elo) / 2800 * plotHeight }
	drawFrame(&b, 0, "Measured, with 95 % intervals", strength, []float64{500, 1000, 1500, 2000, 2500, 3000})
	fmt.Fprintf(&b, `<path class="line" d="M0 %.1fL%d %.1f"/>`+"\n", strength(search.MinElo), plotWidth, strength(search.MaxElo))
	for _, m := range matches {
		fmt.Fprintf(&b, `<path class="dot" d="M%.1f %.1fV%.1f"/><circle class="dot" cx="%.1f" cy="%.1f" r="3"/>`+"\n",
			across(m.elo), strength(m.measured-m.error), strength(m.measured+m.error), across(m.elo), strength(m.measured))
	}
	b.WriteString("</g>\n")

	nodes := func(n float64) float64 { return (7 - math.Log10(n)) / 7 * plotHeight }
	drawFrame(&b, panelWidth, "Nodes after which no iteration begins", nodes, []float64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000})
	var line strings.Builder
	for elo := search.MinElo; elo <= search.MaxElo; elo += 10 {
		fmt.Fprintf(&line, "%.1f %.1f ", across(float64(elo)), nodes(float64(search.LevelOf(elo).Nodes)))
	}
	fmt.Fprintf(&b, `<polyline class="line" points="%s"/>`+"\n</g>\n</svg>\n", strings.TrimSpace(line.String()))
	return b.Bytes()
}

// drawFrame begins a panel: its title, its frame, and a grid with the ratings and the given marks, which up places.
func drawFrame(b *bytes.Buffer, left int, title string, up func(float64) float64, marks []float64) {
	fmt.Fprintf(b, `<g transform="translate(%d %d)"><text class="title" y="-12">%s</text>`+"\n", left+plotLeft, plotTop, title)
	for elo := float64(search.MinElo); elo <= search.MaxElo; elo += 400 {
		fmt.Fprintf(b, `<path class="grid" d="M%.1f 0V%d"/><text class="x" x="%.1f" y="%d">%.0f</text>`+"\n",
			across(elo), plotHeight, across(elo), plotHeight+17, elo)
	}
	for _, mark := range marks {
		fmt.Fprintf(b, `<path class="grid" d="M0 %.1fH%d"/><text class="y" x="-6" y="%.1f">%.0f</text>`+"\n",
			up(mark), plotWidth, up(mark)+4, mark)
	}
	fmt.Fprintf(b, `<rect class="frame" width="%d" height="%d"/>`+"\n", plotWidth, plotHeight)
}
