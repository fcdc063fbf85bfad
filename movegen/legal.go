package movegen

import "vertigo/board"

// IsLegal reports whether m, which may be any 16 bits at all, is a legal move in p. It agrees with Generate and is
// much faster, for moves from the transposition table, killers and the like.
func IsLegal(p *board.Position, m board.Move) bool {
	if m>>15 != 0 || m == board.NoMove {
		return false
	}
	us := p.Turn()
	from, to := m.From(), m.To()
	if !p.Color(us).Has(from) {
		return false
	}
	switch m.Flag() {
	case board.Castle:
		return p.At(from) == board.NewPiece(us, board.King) && (p.Castling() & p.Color(us)).Has(to) &&
			!p.InCheck() && canCastle(p, to)
	case board.EnPassant:
		return to == p.EnPassant() && p.At(from) == board.NewPiece(us, board.Pawn) &&
			board.PawnAttacks(us, from).Has(to) && p.EnPassantIsSafe(from)
	}
	if p.Color(us).Has(to) {
		return false
	}
	switch t := p.At(from).Type(); t {
	case board.Pawn:
		if !pawnReaches(p, m) {
			return false
		}
	case board.King:
		return m.Flag() == board.Normal && board.KingAttacks(from).Has(to) &&
			!p.Attacked(us.Other(), to, p.Occupied()&^from.Bit())
	default:
		if m.Flag() != board.Normal || !board.Attacks(t, from, p.Occupied()).Has(to) {
			return false
		}
	}
	return keepsKingSafe(p, from, to)
}

// pawnReaches reports whether the flag and squares of m fit a push, double push, capture or promotion.
func pawnReaches(p *board.Position, m board.Move) bool {
	us := p.Turn()
	from, to := m.From(), m.To()
	if promotionRanks.Has(to) != m.IsPromotion() {
		return false
	}
	if board.PawnAttacks(us, from).Has(to) {
		return m.Flag() != board.DoublePush && p.At(to) != board.NoPiece
	}
	empty := ^p.Occupied()
	one := from.Bit().Up(us) & empty
	if m.Flag() != board.DoublePush {
		return one.Has(to)
	}
	return from.Relative(us).Rank() == 1 && (one.Up(us) & empty).Has(to)
}

// keepsKingSafe reports whether a piece other than the king may go from from to to: it answers a check if there is
// one, and does not leave the line of a pin.
func keepsKingSafe(p *board.Position, from, to board.Square) bool {
	king := p.King(p.Turn())
	if checkers := p.Checkers(); checkers != 0 {
		if checkers.MoreThanOne() || !(board.Between(king, checkers.First()) | checkers).Has(to) {
			return false
		}
	}
	return !p.Pinned().Has(from) || board.Line(king, from).Has(to)
}
