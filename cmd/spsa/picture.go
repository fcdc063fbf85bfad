package main

import (
	"bytes"
	"fmt"
	"strings"
)

// The measures of the picture in its own units: a panel for each number, in four columns.
const (
	columns                   = 4
	plotWidth, plotHeight     = 210, 70
	panelWidth, panelHeight   = plotWidth + 30, plotHeight + 50
	marginLeft, marginTop     = 15, 30
	perturbationsUp, mostDots = 3, 200
)

// style colours the picture for light and for dark surroundings.
const style = `<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222; color-scheme: light dark; }
.frame { fill: none; stroke: #888; } .start { stroke: #ccc; } .course { fill: none; stroke: #1a7f37; stroke-width: 1.5; }
.title { font-weight: 600; } .values { text-anchor: end; }
@media (prefers-color-scheme: dark) {
svg { background: #14171a; fill: #ddd; } .start { stroke: #444; } .course { stroke: #4ac26b; }
}
</style>
`

// picture draws the course of every number as an SVG. A panel reaches from three final perturbations below the start to three
// above, or as far as the number went.
func (t *tuning) picture() []byte {
	var b bytes.Buffer
	rows := (len(t.head.Numbers) + columns - 1) / columns
	width, height := columns*panelWidth, rows*panelHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="The course of %d numbers over %d steps">`+"\n",
		width, height, width, height, len(t.head.Numbers), len(t.steps))
	b.WriteString(style)
	for i, n := range t.head.Numbers {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", i%columns*panelWidth+marginLeft, i/columns*panelHeight+marginTop)
		fmt.Fprintf(&b, `<text class="title" y="-6">%s</text><text class="values" x="%d" y="%d">%d → %.1f</text>`+"\n",
			n.Name, plotWidth, plotHeight+15, n.Start, t.values()[i])
		fmt.Fprintf(&b, `<path class="start" d="M0 %.1fH%d"/><path class="course" d="%s"/><rect class="frame" width="%d" height="%d"/>`+"\n</g>\n",
			plotHeight/2.0, plotWidth, t.path(i), plotWidth, plotHeight)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// path returns the course of number i as the data of an SVG path.
func (t *tuning) path(i int) string {
	start := float64(t.head.Numbers[i].Start)
	reach := float64(perturbationsUp * t.head.Numbers[i].Step)
	for _, p := range t.steps {
		reach = max(reach, p.Values[i]-start, start-p.Values[i])
	}
	var b strings.Builder
	fmt.Fprintf(&b, "M0 %.1f", plotHeight/2.0)
	every := max(len(t.steps)/mostDots, 1)
	for k := every - 1; k < len(t.steps); k += every {
		x := float64(k+1) / float64(t.head.Settings.Steps) * plotWidth
		fmt.Fprintf(&b, "L%.1f %.1f", x, (1-(t.steps[k].Values[i]-start)/reach)*plotHeight/2)
	}
	return b.String()
}
