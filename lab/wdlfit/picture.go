package main

import (
	"fmt"
	"strings"

	"vertigo/eval/winrate"
	"vertigo/lab/stats"
)

// The measures of the picture, in its own units: panels side by side in two columns, each with a plot and the words
// around it.
const (
	plotWidth, plotHeight   = 360, 200
	panelWidth, panelHeight = plotWidth + 70, plotHeight + 80
	marginLeft, marginTop   = 52, 40
	legendHeight            = 44
)

var (
	outcomeNames  = [outcomes]string{win: "win", draw: "draw", loss: "loss"}
	outcomeColors = [outcomes]string{win: "green", draw: "gray", loss: "red"}
)

// picture draws model and games as an SVG: a panel for each group, lines for the model at the mean material of the group,
// circles for the bins of the games.
func picture(groups []group, m winrate.Model) []byte {
	height := (len(groups)+1)/2*panelHeight + legendHeight
	p := stats.NewPicture(2*panelWidth, height,
		"Wins, draws and losses by shown score: the model as lines, games as circles, for four ranges of material")
	for i := range groups {
		drawPanel(p, i%2*panelWidth+marginLeft, i/2*panelHeight+marginTop, &groups[i], m)
	}
	drawLegend(p, height-legendHeight/2)
	return p.End()
}

func drawPanel(picture *stats.Picture, left, top int, g *group, m winrate.Model) {
	positions := 0
	for _, bin := range g.bins {
		positions += bin.positions
	}
	x := stats.Axis{From: -widest, To: widest, Step: 1, Label: func(pawns float64) string {
		return strings.Replace(fmt.Sprintf("%+.0f", pawns), "-", "−", 1)
	}}
	y := stats.Axis{To: 1, Step: 0.25, Label: func(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }}
	p := picture.Panel(left, top, plotWidth, plotHeight, fmt.Sprintf("Material %d to %d", g.least, g.most), x, y)
	fmt.Fprintf(p, `<text class="y" x="%d" y="-12">%d positions</text>`+"\n", plotWidth, positions)
	material := int(g.mean + 0.5)
	for o, color := range outcomeColors {
		p.Line(color, 161, func(i int) (float64, float64) {
			pawns := widest * (float64(i)/80 - 1)
			var chance [outcomes]float64
			chance[win], chance[loss] = m.Chances(m.Score(100*pawns, material), material)
			chance[draw] = 1 - chance[win] - chance[loss]
			return pawns, chance[o]
		})
		for _, bin := range g.bins {
			p.Dot(color, bin.pawns, bin.games[o], 0)
		}
	}
	fmt.Fprintf(p, `<text class="x" x="%d" y="%d">shown score in pawns</text>`+"\n", plotWidth/2, plotHeight+34)
	p.End()
}

func drawLegend(p *stats.Picture, y int) {
	x := marginLeft
	for o, color := range outcomeColors {
		fmt.Fprintf(p, `<path class="line %s" d="M%d %dh24"/><circle class="dot %s" cx="%d" cy="%d" r="3"/>`+
			`<text x="%d" y="%d">%s</text>`+"\n",
			color, x, y, color, x+36, y, x+46, y+4, outcomeNames[o])
		x += 110
	}
	fmt.Fprintf(p, `<text x="%d" y="%d">lines: the model at the mean material; circles: games</text>`+"\n", x, y+4)
}
