package board

// Make plays the legal move m and writes the position that results to *next, which must not be p itself.
func (p *Position) Make(m Move, next *Position) {
	*next = *p
	from, to, flag := m.From()&63, m.To()&63, m.Flag()
	us := p.turn & 1
	them := us.Other()
	piece, captured := p.squares[from], p.squares[to]
	fromBit, toBit := Bitboard(1)<<from, Bitboard(1)<<to

	key := p.key ^ blackKey
	if p.enPassant != NoSquare {
		key ^= enPassantKeys[p.enPassant&7]
		next.enPassant = NoSquare
	}
	if next.rule50 != 255 {
		next.rule50++
	}
	next.fullMove = min(next.fullMove+uint16(us), maxFullMove)
	next.turn = them

	if p.castling != 0 {
		lost := p.castling & (fromBit | toBit)
		if piece>>1 == Piece(King) {
			lost |= p.castling & backRank(us)
		}
		if lost != 0 {
			next.castling ^= lost
			for ; lost != 0; lost &= lost - 1 {
				key ^= castlingKeys[lost.First()&63]
			}
		}
	}

	if flag == Castle {
		next.key = key ^ next.castle(us, from, to)
		next.findChecks()
		return
	}

	if captured != NoPiece {
		k := next.remove(captured, to, toBit)
		key ^= k
		next.rule50 = 0
	}
	k := pieceKeys[piece][from] ^ pieceKeys[piece][to]
	key ^= k
	next.byType[piece>>1] ^= fromBit | toBit
	next.byColor[us] ^= fromBit | toBit
	next.squares[from] = NoPiece
	next.squares[to] = piece
	if piece>>1 != Piece(Pawn) {
		next.nonPawnKey[us] ^= k
	} else {
		next.pawnKey ^= k
		next.rule50 = 0
		if flag != Normal {
			key ^= next.pawnSpecial(us, to, flag)
		}
	}
	next.key = key
	next.findChecks()
}

// LikelyKeyAfter returns the key of the position after m as far as the squares of the move alone decide it. It is wrong for
// castling, en passant and promotions, and for moves that change the right to castle or to capture en passant. It costs far
// less than the move and serves to prefetch what will be asked for.
func (p *Position) LikelyKeyAfter(m Move) uint64 {
	from, to := m.From()&63, m.To()&63
	piece := p.squares[from]
	key := p.key ^ blackKey ^ pieceKeys[piece][from] ^ pieceKeys[piece][to]
	if captured := p.squares[to]; captured != NoPiece {
		key ^= pieceKeys[captured][to]
	}
	if p.enPassant != NoSquare {
		key ^= enPassantKeys[p.enPassant&7]
	}
	return key
}

// After returns the position after the legal move m.
func (p *Position) After(m Move) (next Position) {
	p.Make(m, &next)
	return next
}

// MakeNull passes the move and writes the position that results to *next. The side to move must not be in check.
func (p *Position) MakeNull(next *Position) {
	*next = *p
	next.key ^= blackKey
	if p.enPassant != NoSquare {
		next.key ^= enPassantKeys[p.enPassant&7]
		next.enPassant = NoSquare
	}
	if next.rule50 != 255 {
		next.rule50++
	}
	next.fullMove = min(next.fullMove+uint16(p.turn&1), maxFullMove)
	next.turn = p.turn.Other()
	next.findChecks()
}

func backRank(c Color) Bitboard { return Rank1 << (56 * c) }

// CastlingSquares returns where king and rook of colour c land when the king castles with the rook on rook.
func CastlingSquares(c Color, king, rook Square) (kingTo, rookTo Square) {
	if rook > king {
		return G1.Relative(c), F1.Relative(c)
	}
	return C1.Relative(c), D1.Relative(c)
}

// castle moves king and rook and returns the change of the key. In Chess960 the squares may overlap, so both are
// lifted before either is put down.
func (p *Position) castle(us Color, kingFrom, rookFrom Square) uint64 {
	kingTo, rookTo := CastlingSquares(us, kingFrom, rookFrom)
	king, rook := NewPiece(us, King), NewPiece(us, Rook)
	kingBits, rookBits := kingFrom.Bit()^kingTo.Bit(), rookFrom.Bit()^rookTo.Bit()
	p.byType[King] ^= kingBits
	p.byType[Rook] ^= rookBits
	p.byColor[us&1] ^= kingBits ^ rookBits
	p.squares[kingFrom&63], p.squares[rookFrom&63] = NoPiece, NoPiece
	p.squares[kingTo&63], p.squares[rookTo&63] = king, rook
	k := pieceKeys[king][kingFrom&63] ^ pieceKeys[king][kingTo&63] ^ pieceKeys[rook][rookFrom&63] ^ pieceKeys[rook][rookTo&63]
	p.nonPawnKey[us&1] ^= k
	return k
}

// remove takes a captured piece off the bitboards and returns the change of the key. The mailbox is the caller's.
func (p *Position) remove(captured Piece, s Square, bit Bitboard) uint64 {
	p.byType[captured>>1] ^= bit
	p.byColor[captured&1] ^= bit
	k := pieceKeys[captured][s&63]
	if captured>>1 == Piece(Pawn) {
		p.pawnKey ^= k
	} else {
		p.nonPawnKey[captured&1] ^= k
	}
	return k
}

// pawnSpecial finishes a pawn move that does more than go from one square to another. The pawn is on to already. It returns the
// change of the key.
func (p *Position) pawnSpecial(us Color, to Square, flag MoveFlag) uint64 {
	behind := to ^ 8
	switch flag {
	case DoublePush:
		if !p.canTakeEnPassant(us, to, behind) {
			return 0
		}
		p.enPassant = behind
		return enPassantKeys[behind&7]
	case EnPassant:
		p.squares[behind&63] = NoPiece
		return p.remove(NewPiece(us.Other(), Pawn), behind, behind.Bit())
	}
	t := Knight + PieceType(flag-PromoteKnight)
	pawn, promoted := NewPiece(us, Pawn), NewPiece(us, t)
	p.byType[Pawn] ^= to.Bit()
	p.byType[t] ^= to.Bit()
	p.squares[to&63] = promoted
	p.pawnKey ^= pieceKeys[pawn][to&63]
	p.nonPawnKey[us&1] ^= pieceKeys[promoted][to&63]
	return pieceKeys[pawn][to&63] ^ pieceKeys[promoted][to&63]
}

// canTakeEnPassant reports whether the opponent of us can legally capture the pawn of us on to by moving to
// behind. The square enters the key only then, so that positions with the same legal moves have the same key.
func (p *Position) canTakeEnPassant(us Color, to, behind Square) bool {
	takers := PawnAttacks(us, behind) & p.Pieces(us.Other(), Pawn)
	for takers != 0 {
		if p.enPassantIsSafe(us.Other(), takers.Pop(), behind, to) {
			return true
		}
	}
	return false
}

// EnPassantIsSafe reports whether the pawn of the side to move on from, which attacks the en-passant square, may
// capture there without leaving its king in check.
func (p *Position) EnPassantIsSafe(from Square) bool {
	return p.enPassantIsSafe(p.turn, from, p.enPassant, p.enPassant^8)
}

// enPassantIsSafe reports whether a pawn of us on from may capture the pawn on victim by moving to to: with both
// pawns gone from their squares no slider attacks the king, and no other piece checks it already.
func (p *Position) enPassantIsSafe(us Color, from, to, victim Square) bool {
	king := p.King(us)
	theirs := p.byColor[(us&1).Other()] &^ victim.Bit()
	occ := p.Occupied()&^(from.Bit()|victim.Bit()) | to.Bit()
	diagonal, straight := p.Sliders()
	return (BishopAttacks(king, occ)&diagonal|RookAttacks(king, occ)&straight|
		KnightAttacks(king)&p.byType[Knight]|PawnAttacks(us, king)&p.byType[Pawn])&theirs == 0
}
