package page

import (
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
)

// step returns a move from p to next as the script makes it, which knows no rules. A move is two squares, "e2e4". After them stand, if
// there are any, the piece that a pawn becomes, "a7a8Q"; the square of a pawn taken en passant, "e5d6d5"; or of castling the
// squares between which the rook moves, "e1g1h1f1". A pass is "--". If castling rights change, or if the next move may take en passant, these
// fields of the FEN follow: "e1g1h1f1,kq,-".
func step(p, next *board.Position, m board.Move) string {
	if m == board.NoMove {
		return "--"
	}
	text := Squares(p, m)
	switch {
	case m.Flag() == board.Castle:
		_, rook := board.CastlingSquares(p.Turn(), m.From(), m.To())
		text += m.To().String() + rook.String()
	case m.Flag() == board.EnPassant:
		text += (m.To()&7 | m.From()&^7).String()
	case m.IsPromotion():
		text += string(next.At(m.To()).Letter())
	}
	if next.Castling() != p.Castling() || next.EnPassant() != board.NoSquare {
		fields := strings.Fields(next.FEN())
		text += "," + fields[2] + "," + fields[3]
	}
	return text
}

// line is a line as the script reads it.
type line struct {
	Score string `json:"score"`
	Depth int    `json:"depth"` // plies
	SAN   string `json:"san"`   // with the numbers of the moves
	Steps string `json:"steps"` // as step has them, separated by blanks
}

func newLine(l *answer.Line) line {
	at, steps := l.Positions(), make([]string, len(l.Moves))
	for i, m := range l.Moves {
		steps[i] = step(&at[i], &at[i+1], m)
	}
	return line{shown(l), l.Depth, l.Numbered(), strings.Join(steps, " ")}
}

// shown returns the score of a line as the report writes it: "+0.35", "≥ +0.35", "#−3".
func shown(l *answer.Line) string {
	return strings.NewReplacer("-", "−", ">", "≥ ", "<", "≤ ").Replace(l.Shown().String())
}
