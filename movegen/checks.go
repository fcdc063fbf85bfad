package movegen

import "vertigo/board"

// GenerateQuietChecks replaces the content of l by the legal moves that neither capture nor promote and give check. The side to
// move must not be in check; ci must be p's own.
func GenerateQuietChecks(p *board.Position, ci *board.CheckInfo, l *List) {
	g := generator{p: p, us: p.Turn() & 1, occupied: p.Occupied()}
	g.ours = p.Color(g.us)
	g.king = p.King(g.us) & 63
	empty, pinned, discoverers := ^g.occupied, p.Pinned(), ci.Discoverers
	n := 0
	if discoverers.Has(g.king) {
		n = g.kingMoves(&l.Moves, n, empty&^board.Line(ci.King, g.king))
	}
	if p.Castling()&g.ours != 0 {
		n = g.castlingChecks(&l.Moves, n, ci)
	}
	pawns, quiet := p.Pieces(g.us, board.Pawn), empty&^promotionRanks
	n = g.pawns(&l.Moves, n, pawns&^pinned&^discoverers, quiet&ci.Squares[board.Pawn])
	for b := pawns & (pinned | discoverers); b != 0; {
		from := b.Pop()
		n = g.pawns(&l.Moves, n, from.Bit(), quiet&g.checking(ci, from, board.Pawn))
	}
	for t := board.Knight; t <= board.Queen; t++ {
		for b := p.Pieces(g.us, t); b != 0; {
			from := b.Pop()
			n = add(&l.Moves, n, from, board.Attacks(t, from, g.occupied)&empty&g.checking(ci, from, t))
		}
	}
	l.N = n
}

// checking returns the squares on which a piece of type t from the given square gives check: those from which it attacks the
// enemy king and, for a piece that shields the enemy king from a slider of its own side, all squares off their line. A pinned
// piece stays on the line of its pin.
func (g *generator) checking(ci *board.CheckInfo, from board.Square, t board.PieceType) board.Bitboard {
	squares := ci.Squares[t]
	if ci.Discoverers.Has(from) {
		squares |= ^board.Line(ci.King, from)
	}
	if g.p.Pinned().Has(from) {
		squares &= board.Line(g.king, from)
	}
	return squares
}

// castlingChecks appends castling where it gives check.
func (g *generator) castlingChecks(list *moves, n int, ci *board.CheckInfo) int {
	end := g.castling(list, n)
	for _, m := range list[n:end] {
		if g.p.GivesCheck(m, ci) {
			list[n] = m
			n++
		}
	}
	return n
}
