package main

import (
	"bytes"
	"fmt"
	"strings"

	"vertigo/eval/winrate"
)

// The measures of the picture, in its own units: panels side by side in two columns, each with a plot and the words
// around it.
const (
	plotWidth, plotHeight   = 360, 200
	panelWidth, panelHeight = plotWidth + 70, plotHeight + 80
	marginLeft, marginTop   = 52, 40
	legendHeight            = 44
)

// style colours the picture for light and for dark surroundings.
const style = `<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222; color-scheme: light dark; }
.paper { fill: #fff; } .frame { fill: none; stroke: #888; } .grid { stroke: #ddd; } .title { font-weight: 600; }
.win { stroke: #1a7f37; } .draw { stroke: #6e7781; } .loss { stroke: #c1121f; }
.line { fill: none; stroke-width: 2; } .dot { fill: none; stroke-width: 1.3; }
.x { text-anchor: middle; } .y { text-anchor: end; }
@media (prefers-color-scheme: dark) {
svg { background: #14171a; fill: #ddd; } .paper { fill: #14171a; } .grid { stroke: #333; }
.win { stroke: #4ac26b; } .draw { stroke: #9aa4af; } .loss { stroke: #ff7b72; }
}
</style>
`

var outcomeNames = [outcomes]string{win: "win", draw: "draw", loss: "loss"}

// picture draws model and games as an SVG: a panel for each group, lines for the model at the mean material of the group,
// circles for the bins of the games.
func picture(groups []group, m winrate.Model) []byte {
	var b bytes.Buffer
	rows := (len(groups) + 1) / 2
	width, height := 2*panelWidth, rows*panelHeight+legendHeight
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n",
		width, height, width, height, "Wins, draws and losses by shown score: the model as lines, games as circles, for four ranges of material")
	b.WriteString(style)
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%d"/>`+"\n", width, height)
	for i := range groups {
		fmt.Fprintf(&b, `<g transform="translate(%d %d)">`+"\n", i%2*panelWidth+marginLeft, i/2*panelHeight+marginTop)
		drawPanel(&b, &groups[i], m)
		b.WriteString("</g>\n")
	}
	drawLegend(&b, height-legendHeight/2)
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// across and up place a score in pawns and a share of the games in a plot.
func across(pawns float64) float64 { return (pawns + widest) / (2 * widest) * plotWidth }
func up(share float64) float64     { return (1 - share) * plotHeight }

func drawPanel(b *bytes.Buffer, g *group, m winrate.Model) {
	positions := 0
	for _, bin := range g.bins {
		positions += bin.positions
	}
	fmt.Fprintf(b, `<text class="title" y="-12">Material %d to %d</text><text class="y" x="%d" y="-12">%d positions</text>`+"\n",
		g.least, g.most, plotWidth, positions)
	for pawns := -widest; pawns <= widest; pawns++ {
		x := across(pawns)
		fmt.Fprintf(b, `<path class="grid" d="M%.1f 0V%d"/><text class="x" x="%.1f" y="%d">%s</text>`+"\n",
			x, plotHeight, x, plotHeight+17, strings.Replace(fmt.Sprintf("%+.0f", pawns), "-", "−", 1))
	}
	for _, share := range [...]float64{0, 0.25, 0.5, 0.75, 1} {
		fmt.Fprintf(b, `<path class="grid" d="M0 %.1fH%d"/><text class="y" x="-6" y="%.1f">%.0f %%</text>`+"\n",
			up(share), plotWidth, up(share)+4, 100*share)
	}
	fmt.Fprintf(b, `<rect class="frame" width="%d" height="%d"/>`+"\n", plotWidth, plotHeight)
	material := int(g.mean + 0.5)
	for o, name := range outcomeNames {
		var line strings.Builder
		for i := 0; i <= 160; i++ {
			pawns := widest * (float64(i)/80 - 1)
			var p [outcomes]float64
			p[win], p[loss] = m.Chances(m.Score(100*pawns, material), material)
			p[draw] = 1 - p[win] - p[loss]
			fmt.Fprintf(&line, " %.1f,%.1f", across(pawns), up(p[o]))
		}
		fmt.Fprintf(b, `<polyline class="line %s" points="%s"/>`+"\n", name, line.String()[1:])
		for _, bin := range g.bins {
			fmt.Fprintf(b, `<circle class="dot %s" cx="%.1f" cy="%.1f" r="3"/>`+"\n", name, across(bin.pawns), up(bin.games[o]))
		}
	}
	fmt.Fprintf(b, `<text class="x" x="%d" y="%d">shown score in pawns</text>`+"\n", plotWidth/2, plotHeight+34)
}

func drawLegend(b *bytes.Buffer, y int) {
	x := marginLeft
	for _, name := range outcomeNames {
		fmt.Fprintf(b, `<path class="line %s" d="M%d %dh24"/><circle class="dot %s" cx="%d" cy="%d" r="3"/><text x="%d" y="%d">%s</text>`+"\n",
			name, x, y, name, x+36, y, x+46, y+4, name)
		x += 110
	}
	fmt.Fprintf(b, `<text x="%d" y="%d">lines: the model at the mean material; circles: games</text>`+"\n", x, y+4)
}
