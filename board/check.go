package board

// CheckInfo helps to find out quickly which moves of a position give check. It is computed once per position and then serves
// every move.
type CheckInfo struct {
	Squares     [PieceTypeCount]Bitboard // a piece of each type would attack the enemy king from there; none for a king
	Discoverers Bitboard                 // pieces of the side to move that shield the enemy king from a slider of their own
	King        Square                   // the enemy king
}

// CheckInfo returns the check information for the moves of the side to move.
func (p *Position) CheckInfo() CheckInfo {
	us := p.turn & 1
	king := p.King(us.Other())
	occ := p.Occupied()
	bishop, rook := BishopAttacks(king, occ), RookAttacks(king, occ)
	ci := CheckInfo{King: king}
	ci.Squares = [...]Bitboard{Pawn: PawnAttacks(us.Other(), king), Knight: KnightAttacks(king), Bishop: bishop, Rook: rook,
		Queen: bishop | rook, King: 0}
	diagonal, straight := p.Sliders()
	snipers := (bishopRays[king&63]&diagonal | rookRays[king&63]&straight) & p.byColor[us]
	for ; snipers != 0; snipers &= snipers - 1 {
		if b := Between(king, snipers.First()) & occ; !b.MoreThanOne() {
			ci.Discoverers |= b & p.byColor[us]
		}
	}
	return ci
}

// MayCheck reports whether the move m of a piece of type t may check the opponent. Most moves cannot, and this is quicker to see
// than whether one does.
func (ci *CheckInfo) MayCheck(t PieceType, m Move) bool {
	return ci.Squares[t].Has(m.To()) || ci.Discoverers.Has(m.From()) || m.Flag() > DoublePush
}

// GivesCheck reports whether the legal move m checks the opponent. Ci must be p's own.
func (p *Position) GivesCheck(m Move, ci *CheckInfo) bool {
	from, to := m.From(), m.To()
	t := p.squares[from].Type()
	if t >= PieceTypeCount {
		return false // never: a legal move begins on no empty square; it spares a check of bounds
	}
	if flag := m.Flag(); flag > DoublePush {
		return p.givesCheckSpecial(m, ci)
	}
	return ci.Squares[t].Has(to) || ci.Discoverers.Has(from) && !Line(ci.King, from).Has(to)
}

// givesCheckSpecial answers for castling, en passant and promotion, which move or remove more than one piece or
// change one. They are rare, so the occupancy after the move is simply looked at.
func (p *Position) givesCheckSpecial(m Move, ci *CheckInfo) bool {
	us := p.turn & 1
	from, to := m.From(), m.To()
	diagonal, straight := p.Sliders()
	occ := p.Occupied() &^ from.Bit()
	ours := p.byColor[us] &^ from.Bit()
	switch flag := m.Flag(); flag {
	case Castle:
		kingTo, rookTo := CastlingSquares(us, from, to)
		occ = occ&^to.Bit() | kingTo.Bit() | rookTo.Bit()
		ours = ours&^to.Bit() | rookTo.Bit()
		straight = straight&^to.Bit() | rookTo.Bit()
	case EnPassant:
		if ci.Squares[Pawn].Has(to) {
			return true
		}
		occ = occ&^(to^8).Bit() | to.Bit()
	default:
		occ |= to.Bit()
		if Attacks(m.Promotion(), to, occ).Has(ci.King) {
			return true
		}
	}
	return (BishopAttacks(ci.King, occ)&diagonal|RookAttacks(ci.King, occ)&straight)&ours != 0
}
