package stats

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Picture is a picture of measurements that is being drawn, for light and for dark surroundings. The colours are green, gray and
// red. What is written to it must be SVG.
type Picture struct{ strings.Builder }

const style = `<style>
svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222; color-scheme: light dark; }
.paper { fill: #fff; } .frame { fill: none; stroke: #888; } .grid { stroke: #ddd; } .title { font-weight: 600; }
.green { stroke: #1a7f37; } .gray { stroke: #6e7781; } .red { stroke: #c1121f; }
.line { fill: none; stroke-width: 2; } .dot { fill: none; stroke-width: 1.3; }
.x { text-anchor: middle; } .y { text-anchor: end; }
@media (prefers-color-scheme: dark) {
svg { background: #14171a; fill: #ddd; } .paper { fill: #14171a; } .grid { stroke: #333; }
.green { stroke: #4ac26b; } .gray { stroke: #9aa4af; } .red { stroke: #ff7b72; }
}
</style>
`

// NewPicture begins a picture of a size in pixels. The label describes it to those who cannot see it.
func NewPicture(width, height int, label string) *Picture {
	p := &Picture{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" `+
		`aria-label="%s">`+"\n%s"+`<rect class="paper" width="%[1]d" height="%[2]d"/>`+"\n",
		width, height, html.EscapeString(label), style)
	return p
}

// End ends the picture and returns it.
func (p *Picture) End() []byte {
	p.WriteString("</svg>\n")
	return []byte(p.String())
}

// Axis is an axis of a panel, from its left or lower end to the other, with marks at the multiples of a step; none if it is 0.
type Axis struct {
	From, To, Step float64
	Label          func(mark float64) string // nil for whole numbers
}

// marks calls draw for each mark.
func (a Axis) marks(draw func(mark float64, label string)) {
	label := a.Label
	if label == nil {
		label = func(mark float64) string { return fmt.Sprintf("%.0f", mark) }
	}
	for mark := math.Ceil(a.From/a.Step) * a.Step; mark <= a.To; mark += a.Step {
		draw(mark, label(mark))
	}
}

// place returns where a value lies on an axis of some length.
func (a Axis) place(value float64, length int) float64 {
	return (value - a.From) / (a.To - a.From) * float64(length)
}

// Panel is a part of a picture with axes. What is written to it has its origin at the panel's upper left corner.
type Panel struct {
	*Picture
	width, height int
	x, y          Axis
}

// Panel begins a panel whose plot has a size and a place in the picture, in pixels.
func (p *Picture) Panel(left, top, width, height int, title string, x, y Axis) *Panel {
	panel := &Panel{p, width, height, x, y}
	fmt.Fprintf(p, `<g transform="translate(%d %d)"><text class="title" y="-12">%s</text>`+"\n", left, top, html.EscapeString(title))
	x.marks(func(mark float64, label string) {
		at := panel.X(mark)
		fmt.Fprintf(p, `<path class="grid" d="M%.1f 0V%d"/><text class="x" x="%.1f" y="%d">%s</text>`+"\n", at, height, at, height+17,
			label)
	})
	y.marks(func(mark float64, label string) {
		at := panel.Y(mark)
		fmt.Fprintf(p, `<path class="grid" d="M0 %.1fH%d"/><text class="y" x="-6" y="%.1f">%s</text>`+"\n", at, width, at+4, label)
	})
	fmt.Fprintf(p, `<rect class="frame" width="%d" height="%d"/>`+"\n", width, height)
	return panel
}

// X and Y return where a value lies in the panel, in pixels.
func (p *Panel) X(value float64) float64 { return p.x.place(value, p.width) }
func (p *Panel) Y(value float64) float64 { return float64(p.height) - p.y.place(value, p.height) }

// Line draws a line through n points.
func (p *Panel) Line(color string, n int, point func(i int) (x, y float64)) {
	var points strings.Builder
	for i := range n {
		x, y := point(i)
		fmt.Fprintf(&points, " %.1f,%.1f", p.X(x), p.Y(y))
	}
	fmt.Fprintf(p, `<polyline class="line %s" points="%s"/>`+"\n", color, strings.TrimSpace(points.String()))
}

// Dot draws a measurement with half the width of its interval, 0 for none.
func (p *Panel) Dot(color string, x, y, margin float64) {
	if margin > 0 {
		fmt.Fprintf(p, `<path class="dot %s" d="M%.1f %.1fV%.1f"/>`, color, p.X(x), p.Y(y-margin), p.Y(y+margin))
	}
	fmt.Fprintf(p, `<circle class="dot %s" cx="%.1f" cy="%.1f" r="3"/>`+"\n", color, p.X(x), p.Y(y))
}

// End ends the panel.
func (p *Panel) End() { p.WriteString("</g>\n") }
