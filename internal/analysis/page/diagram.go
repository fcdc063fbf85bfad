package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"
	"sync"

	"vertigo/board"
)

// DiagramStyle is the style sheet of boards, light and dark.
//
//go:embed diagram.css
var DiagramStyle string

// DiagramScript defines Diagram.squares(placement), Diagram.placement(pieces) and Diagram.draw(svg, pieces, view).
//
//go:embed diagram.js
var DiagramScript string

//go:embed symbols.svg
var symbolsText string

//go:embed shapes.txt
var shapesText string

// label is a coordinate on the edge of the board.
type label struct {
	Class, Text string
	X, Y        string
}

// Symbols returns the SVG element with the symbols that the boards of a page refer to. A page contains it once.
var Symbols = sync.OnceValue(func() template.HTML {
	type side struct {
		ID     string
		Labels []label
	}
	symbols := template.Must(template.New("symbols.svg").Funcs(template.FuncMap{
		"shape": shape,
		"color": func(letter string) string {
			if letter == strings.ToLower(letter) {
				return "black"
			}
			return "white"
		},
	}).Parse(symbolsText))
	var b strings.Builder
	err := symbols.Execute(&b, map[string]any{
		"Letters": strings.Split("PNBRQKpnbrqk", ""),
		"Dark":    darkSquares(),
		"Sides":   []side{{"from-white", coordinates(false)}, {"from-black", coordinates(true)}},
	})
	if err != nil {
		panic(err) // cannot happen: template and values are fixed
	}
	return template.HTML(b.String())
})

// shape returns the shape of the piece with that letter, in either case. Every piece contains its shape, since browsers take
// longer for a symbol that refers to another.
func shape(letter string) template.HTML {
	for line := range strings.Lines(shapesText) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), strings.ToLower(letter)+" "); ok {
			return template.HTML(text)
		}
	}
	panic("diagram: no shape for " + letter) // cannot happen: the file is part of the program
}

// darkSquares returns the outline of the dark squares.
func darkSquares() string {
	var b strings.Builder
	for y := range 8 {
		for x := (y + 1) % 2; x < 8; x += 2 {
			fmt.Fprintf(&b, "M%d %dh1v1h-1z", x, y)
		}
	}
	return b.String()
}

// coordinates returns the letters of the files in the bottom row and the numbers of the ranks in the left column.
func coordinates(flipped bool) (labels []label) {
	for i := range 8 {
		file, rank := i, 7-i
		if flipped {
			file, rank = 7-i, i
		}
		onDark := [2]string{"on-light", "on-dark"}
		labels = append(labels,
			label{onDark[(i+1)%2], string(rune('a' + file)), fmt.Sprintf("%.2f", float64(i)+.82), "7.93"},
			label{onDark[i%2], string(rune('1' + rank)), ".06", fmt.Sprintf("%.2f", float64(i)+.22)})
	}
	return labels
}

// Arrow is a move shown on a board.
type Arrow struct {
	Move string // the squares, as Squares returns them
	Kind string // "best", "played" or "other"
}

// Squares returns the squares between which m, legal in p, moves, for example "e2e4"; of castling those of the king, of a pass "".
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

// Placement returns the first field of the FEN of p: what the script draws.
func Placement(p *board.Position) string {
	placement, _, _ := strings.Cut(p.FEN(), " ")
	return placement
}

// Diagram returns the board of p seen from White's side, with the arrows.
func Diagram(p *board.Position, arrows ...Arrow) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 8 8" role="img" aria-label="%s"><use href="#squares"/><use href="#from-white"/>`,
		describePosition(p))
	for s := range p.Occupied().All() {
		fmt.Fprintf(&b, `<use href="#piece-%c" x="%d" y="%d"/>`, p.At(s).Letter(), s.File(), 7-s.Rank())
	}
	for _, a := range arrows {
		writeArrow(&b, a)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// writeArrow draws from near the middle of one square to near the middle of the other.
func writeArrow(b *strings.Builder, a Arrow) {
	if len(a.Move) != 4 || a.Move[:2] == a.Move[2:] { // in Chess960 the king may stay on its square when it castles
		return
	}
	from, _ := board.ParseSquare(a.Move[:2])
	to, _ := board.ParseSquare(a.Move[2:])
	x1, y1 := float64(from.File())+.5, 7.5-float64(from.Rank())
	x2, y2 := float64(to.File())+.5, 7.5-float64(to.Rank())
	length := math.Hypot(x2-x1, y2-y1)
	dx, dy := (x2-x1)/length, (y2-y1)/length
	fmt.Fprintf(b, `<line class="arrow %s" marker-end="url(#head-%[1]s)" x1="%.2f" y1="%.2f" x2="%.2f" y2="%.2f"/>`,
		a.Kind, x1+.2*dx, y1+.2*dy, x2-.25*dx, y2-.25*dy)
}

// describePosition describes the position for screen readers.
func describePosition(p *board.Position) string {
	var sides [board.ColorCount]string
	for c := board.White; c <= board.Black; c++ {
		var pieces []string
		for t := int(board.King); t >= int(board.Pawn); t-- {
			for s := range p.Pieces(c, board.PieceType(t)).All() {
				pieces = append(pieces, board.PieceType(t).String()+" "+s.String())
			}
		}
		sides[c] = strings.Join(pieces, ", ")
	}
	return fmt.Sprintf("White: %s. Black: %s.", sides[board.White], sides[board.Black])
}
