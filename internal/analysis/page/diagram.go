package page

import (
	_ "embed"
	"strings"

	"vertigo/board"
)

// DiagramStyle is the style sheet of boards, light and dark.
//
//go:embed diagram.css
var DiagramStyle string

// DiagramScript draws boards: Diagram.draw(svg, pieces, view) and what it needs.
//
//go:embed diagram.js
var DiagramScript string

// Squares returns the squares between which m, legal in p, moves, for example "e2e4"; of castling those of the king.
func Squares(p *board.Position, m board.Move) string {
	if m == board.NoMove {
		return ""
	}
	to := m.To()
	if m.Flag() == board.Castle {
		to, _ = board.CastlingSquares(p.Turn(), m.From(), to)
	}
	return m.From().String() + to.String()
}

// Placement returns the first field of the FEN of p, which the script draws.
func Placement(p *board.Position) string {
	placement, _, _ := strings.Cut(p.FEN(), " ")
	return placement
}
