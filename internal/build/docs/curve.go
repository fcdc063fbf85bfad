package docs

import (
	"fmt"
	"html"
	"strings"
)

// The matches of the curve: each version against the same opponent, with the same limit.
const (
	CurveOpponent = "Stockfish 15.1, 2000 nodes"
	CurveLimit    = "8000 nodes"
)

// curve draws, as SVG, how strong the versions are, in the order of the rows: a line through their results, and a bar for the
// error of each.
func curve(matches []match) string {
	const (
		width, height              = 820, 550
		left, right, top, baseline = 120, width - 20, 20, 400
	)
	var shown []match
	low, high := 0, 0
	for _, m := range matches {
		if m.opponent == CurveOpponent && m.limit == CurveLimit && m.measured {
			shown = append(shown, m)
			low, high = min(low, m.elo-m.err), max(high, m.elo+m.err)
		}
	}
	low, high = (low-99)/100*100, (high+99)/100*100 // whole hundreds
	y := func(elo int) float64 {
		return baseline - float64(elo-low)/float64(max(1, high-low))*(baseline-top)
	}
	var lines, points, names, path strings.Builder
	for elo := low; elo <= high; elo += 100 {
		fmt.Fprintf(&lines, `<path class="grid" d="M%d %.1fH%d"/><text class="y" x="%d" y="%.1f">%d</text>`+"\n",
			left, y(elo), right, left-8, y(elo)+4, elo)
	}
	for i, m := range shown {
		x := left + 10 + i*(right-left-20)/max(1, len(shown)-1)
		if i > 0 {
			path.WriteByte('L')
		}
		fmt.Fprintf(&path, "%d %.1f", x, y(m.elo))
		fmt.Fprintf(&points, `<path class="error" d="M%d %.1fV%.1f"/><circle cx="%d" cy="%.1f" r="4"/>`+"\n",
			x, y(m.elo-m.err), y(m.elo+m.err), x, y(m.elo))
		fmt.Fprintf(&names, `<text class="y" transform="translate(%d %d) rotate(-50)">%s</text>`+"\n",
			x+5, baseline+16, html.EscapeString(m.change))
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="Strength by version">
<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222; color-scheme: light dark; }
.paper { fill: #fff; } .grid { stroke: #ddd; } .error { stroke: #9bb8d3; stroke-width: 3; }
.line { fill: none; stroke: #1f5f99; stroke-width: 1.5; } .y { text-anchor: end; } circle { fill: #1f5f99; }
@media (prefers-color-scheme: dark) {
svg { background: #14171a; fill: #ddd; } .paper { fill: #14171a; } .grid { stroke: #333; } .error { stroke: #3a5a78; }
.line { stroke: #7db7ea; } circle { fill: #7db7ea; }
}
</style>
<rect class="paper" width="%[1]d" height="%[2]d"/>
%[3]s%[4]s<path class="line" d="M%[5]s"/>
%[6]s</svg>
`, width, height, &lines, &points, &path, &names)
}
