package main

import (
	"fmt"
	"html"

	"vertigo/lab/stats"
)

// The matches of the curve: each version against the same opponent, with the same limit.
const (
	curveOpponent = "Stockfish 15.1, 2000 nodes"
	curveLimit    = "8000 nodes"
)

// curve draws, as SVG, how strong the versions are, in the order of the rows: a line through their results with their errors.
func curve(matches []logged) []byte {
	const left, top, width, height = 120, 40, 680, 380
	var shown []logged
	low, high := 0, 0
	for _, m := range matches {
		if m.opponent == curveOpponent && m.limit == curveLimit && m.measured {
			shown = append(shown, m)
			low, high = min(low, m.elo-m.err), max(high, m.elo+m.err)
		}
	}
	y := stats.Axis{From: float64((low - 99) / 100 * 100), To: float64((high + 99) / 100 * 100), Step: 100}
	picture := stats.NewPicture(left+width+20, top+height+150, "Strength by version")
	panel := picture.Panel(left, top, width, height, "Elo, with 95 % intervals",
		stats.Axis{From: -0.5, To: float64(len(shown)) - 0.5}, y)
	panel.Line("green", len(shown), func(i int) (float64, float64) { return float64(i), float64(shown[i].elo) })
	for i, m := range shown {
		panel.Dot("red", float64(i), float64(m.elo), float64(m.err))
		fmt.Fprintf(panel, `<text class="y" transform="translate(%.1f %d) rotate(-50)">%s</text>`+"\n",
			panel.X(float64(i))+5, height+16, html.EscapeString(m.change))
	}
	panel.End()
	return picture.End()
}
