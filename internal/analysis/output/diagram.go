package output

import (
	_ "embed"
	"strings"

	"vertigo/board"
)

// DiagramStyle is the style sheet of boards, light and dark.
//
//go:embed diagram.css
var DiagramStyle string

// DiagramScript draws boards as SVG, with Diagram.draw(svg, pieces, view), from symbols that it puts into a page once. The shapes
// of the pieces are the project's own.
//
//go:embed diagram.js
var DiagramScript string

// Placement returns the first field of the FEN of p, which the script draws.
func Placement(p *board.Position) string {
	placement, _, _ := strings.Cut(p.EPD(), " ")
	return placement
}
