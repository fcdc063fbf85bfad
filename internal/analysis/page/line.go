package page

import (
	"strings"

	"vertigo/board"
)

// steps returns moves from p as the script makes them, which knows no rules. A move is two squares, "e2e4", a pass is "--". After them stand, if
// there are any, the piece that a pawn becomes, "a7a8Q"; the square of a pawn taken en passant, "e5d6d5"; or of castling the
// squares between which the rook moves, "e1g1h1f1". If castling rights change, or if the next move may take en passant, these
// fields of the FEN follow: "e1g1h1f1,kq,-".
func steps(p *board.Position, moves []board.Move) string {
	var b strings.Builder
	current := *p
	var next board.Position
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		if m == board.NoMove {
			b.WriteString("--")
			current.MakeNull(&next)
			current = next
			continue
		}
		b.WriteString(Squares(&current, m))
		switch {
		case m.Flag() == board.Castle:
			_, rook := board.CastlingSquares(current.Turn(), m.From(), m.To())
			b.WriteString(m.To().String() + rook.String())
		case m.Flag() == board.EnPassant:
			b.WriteString((m.To()&7 | m.From()&^7).String())
		}
		current.Make(m, &next)
		if m.IsPromotion() {
			b.WriteByte(next.At(m.To()).Letter())
		}
		if next.Castling() != current.Castling() || next.EnPassant() != board.NoSquare {
			fields := strings.Fields(next.FEN())
			b.WriteString("," + fields[2] + "," + fields[3])
		}
		current = next
	}
	return b.String()
}

// threatSteps returns the moves of the opponent's threat at p as steps has them; the first, "--", is the pass.
func threatSteps(p *board.Position, threat *Line) string {
	var passed board.Position
	p.MakeNull(&passed)
	return "-- " + steps(&passed, threat.Moves)
}
