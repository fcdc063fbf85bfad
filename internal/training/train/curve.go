package train

import (
	"bufio"
	"fmt"
	"io"
	"math"
)

// Geometry of the picture of the losses, in pixels.
const (
	pictureWidth  = 900
	pictureHeight = 480
	plotLeft      = 90
	plotRight     = pictureWidth - 30
	plotTop       = 40
	plotBottom    = pictureHeight - 60
)

// plot maps batches and losses to places in the picture.
type plot struct {
	w       *bufio.Writer
	batches int
	low     float64
	high    float64
}

func (p *plot) x(batch int) float64 {
	return plotLeft + float64(batch)/float64(max(p.batches, 1))*(plotRight-plotLeft)
}

func (p *plot) y(loss float64) float64 {
	return plotBottom - (loss-p.low)/(p.high-p.low)*(plotBottom-plotTop)
}

// writeCurve draws the losses over the batches as an SVG picture.
func writeCurve(w io.Writer, batches int, h *History) error {
	p := &plot{w: bufio.NewWriter(w), batches: batches}
	p.low, p.high = lossRange(h)
	fmt.Fprintf(p.w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" `+
		`font-family="sans-serif" font-size="12">`+"\n", pictureWidth, pictureHeight)
	fmt.Fprintf(p.w, `<rect width="%d" height="%d" fill="white"/>`+"\n", pictureWidth, pictureHeight)
	p.grid()
	p.curve("#1f6fb4", "training loss", 0, h.Training)
	p.curve("#c8501e", "validation loss", 1, h.Validation)
	fmt.Fprintln(p.w, "</svg>")
	return p.w.Flush()
}

// lossRange returns the losses that the picture shows: all but the first tenth of the training, where they fall from
// values that would flatten the rest.
func lossRange(h *History) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, points := range [][]Point{h.Training, h.Validation} {
		skip := 0
		if len(points) >= 20 {
			skip = len(points) / 10
		}
		for _, point := range points[skip:] {
			low, high = min(low, point.Loss), max(high, point.Loss)
		}
	}
	if !(low < high) { // no points, equal ones, or not a number
		if math.IsInf(low, 0) || math.IsNaN(low) {
			low = 0
		}
		return low, low + 1e-3
	}
	margin := (high - low) / 20
	return max(low-margin, 0), high + margin
}

// grid draws the axes with round numbers.
func (p *plot) grid() {
	const anchorEnd, anchorMiddle = "end", "middle"
	label := func(x, y float64, anchor, text string) {
		fmt.Fprintf(p.w, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, text)
	}
	line := func(x1, y1, x2, y2 float64) {
		fmt.Fprintf(p.w, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#dddddd"/>`+"\n", x1, y1, x2, y2)
	}
	unit := roundUnit((p.high - p.low) / 8)
	digits := max(0, int(math.Ceil(-math.Log10(unit)-1e-9)))
	for k := math.Ceil(p.low / unit); k*unit <= p.high; k++ {
		y := p.y(k * unit)
		line(plotLeft, y, plotRight, y)
		label(plotLeft-8, y+4, anchorEnd, fmt.Sprintf("%.*f", digits, k*unit))
	}
	unit = max(roundUnit(float64(p.batches)/8), 1)
	for k := 0.0; k*unit <= float64(p.batches); k++ {
		x := p.x(int(k * unit))
		line(x, plotTop, x, plotBottom)
		label(x, plotBottom+20, anchorMiddle, fmt.Sprintf("%.0f", k*unit))
	}
	label((plotLeft+plotRight)/2, plotBottom+42, anchorMiddle, "batches")
	fmt.Fprintf(p.w, `<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#444444"/>`+"\n",
		plotLeft, plotTop, plotRight-plotLeft, plotBottom-plotTop)
}

// roundUnit returns the smallest of 1, 2, 5, 10, 20, … and their decimal fractions that is at least x, which must be
// greater than 0.
func roundUnit(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*unit >= x*(1-1e-9) {
			return factor * unit
		}
	}
	return 10 * unit
}

// curve draws one line and its entry in the legend. What leaves the plot at the top is drawn at its edge.
func (p *plot) curve(colour, name string, entry int, points []Point) {
	if len(points) == 0 {
		return
	}
	fmt.Fprintf(p.w, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="`, colour)
	for _, point := range points {
		fmt.Fprintf(p.w, "%.1f,%.1f ", p.x(point.Batch), min(max(p.y(point.Loss), plotTop), plotBottom))
	}
	fmt.Fprintln(p.w, `"/>`)
	if len(points) <= 50 { // few enough to mark each
		for _, point := range points {
			fmt.Fprintf(p.w, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n",
				p.x(point.Batch), min(max(p.y(point.Loss), plotTop), plotBottom), colour)
		}
	}
	last := points[len(points)-1]
	x, y := plotRight-230, plotTop+22+20*entry
	fmt.Fprintf(p.w, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="3"/>`+"\n", x, y-4, x+24, y-4, colour)
	fmt.Fprintf(p.w, `<text x="%d" y="%d">%s %.6f</text>`+"\n", x+32, y, name, last.Loss)
}
