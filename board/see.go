package board

// seeValues are the piece values of static exchange evaluation in centipawns; the king is worth more than everything else.
var seeValues = [...]int{Pawn: 100, Knight: 320, Bishop: 330, Rook: 510, Queen: 970, King: 20000, 6: 0}

// SEEValue returns the value in centipawns that static exchange evaluation gives a piece of type t.
func SEEValue(t PieceType) int { return seeValues[t] }

// SEE reports whether the exchanges that the pseudo-legal move m starts on its target square gain the side to move
// at least threshold centipawns, both sides capturing with their least valuable piece and stopping when that
// is better for them. Pins are ignored, as is usual: the result is an estimate that has to be cheap.
func (p *Position) SEE(m Move, threshold int) bool {
	flag := m.Flag()
	if flag == Castle {
		return threshold <= 0
	}
	from, to := m.From(), m.To()
	gain, risk := 0, seeValues[p.squares[from].Type()]
	if captured := p.Captured(m); captured != NoPiece {
		gain = seeValues[captured.Type()]
	}
	if m.IsPromotion() {
		risk = seeValues[m.Promotion()]
		gain += risk - seeValues[Pawn]
	}
	balance := gain - threshold
	if balance < 0 {
		return false // not even when nothing takes back
	}
	balance -= risk
	if balance >= 0 {
		return true // even when the piece is lost for nothing
	}
	occ := p.Occupied()&^from.Bit() | to.Bit()
	if flag == EnPassant {
		occ &^= (to ^ 8).Bit()
	}
	return p.exchange(to, occ, balance)
}

// exchange plays out the captures on the square to and reports whether the side that moved first reaches the threshold. Balance,
// which is negative, is what that side has beyond the threshold if it loses its piece on the square and nothing follows. Each
// capture turns the balance for the side that makes it, so the side that cannot capture any more has lost.
func (p *Position) exchange(to Square, occ Bitboard, balance int) bool {
	diagonal, straight := p.Sliders()
	attackers := p.AttackersTo(to, occ)
	side, mover := p.turn, p.turn
	for {
		side ^= 1
		attackers &= occ
		ours := attackers & p.byColor[side&1]
		if ours == 0 {
			return side != mover
		}
		t := Pawn
		for t < King && ours&p.byType[t] == 0 {
			t++
		}
		if t == King {
			// The king takes last, and only an unprotected piece.
			return (attackers&p.byColor[(side&1).Other()] == 0) == (side == mover)
		}
		occ ^= (ours & p.byType[t]).First().Bit()
		balance = -balance - 1 - seeValues[t]
		if balance >= 0 {
			return side == mover
		}
		if t == Pawn || t == Bishop || t == Queen {
			attackers |= BishopAttacks(to, occ) & diagonal
		}
		if t == Rook || t == Queen {
			attackers |= RookAttacks(to, occ) & straight
		}
	}
}
