package nnue

import "vertigo/board"

// Traits are the properties of pieces that the inputs encode beside piece and square. The set of squares with index i has the
// pieces in whose variant bit i is set:
//
//   - 0: pieces under threat, those that a piece of lesser value attacks, or that any attacks and none of their own side defends;
//     kings and attacks on them do not count;
//   - 1: passed pawns, knights and bishops behind a pawn of their own, rooks on half-open files, which have pawns
//     of the enemy only;
//   - 2: blocked pawns, which have a piece in front of them, knights and bishops in front of an enemy pawn, rooks on open files.
//
// A king's variant is the number of files, of its own and those beside it, that have no pawn of its own.
//
// All but the threats change seldom, so that they cost little when a move is made.
type Traits [3]board.Bitboard

// variantCounts are the numbers of inputs that a piece on a square may be, by its type: it is one of them, depending on its
// traits.
var variantCounts = [...]int{board.Pawn: 8, board.Knight: 6, board.Bishop: 6, board.Rook: 6, board.Queen: 2, board.King: 4}

// VariantCount returns how many inputs a piece of type pt on a square may be.
func VariantCount(pt board.PieceType) int { return variantCounts[pt] }

// TraitsOf returns the traits of the pieces of p.
func TraitsOf(p *board.Position) Traits {
	t := threats(p)
	white, black := p.Color(board.White), p.Color(board.Black)
	pawns, minors, rooks := p.Type(board.Pawn), p.Type(board.Knight)|p.Type(board.Bishop), p.Type(board.Rook)
	above, below := fillUp(pawns&white), fillDown(pawns&black) // the pawns and what is in front of them
	whiteFiles, blackFiles := above|fillDown(pawns&white), below|fillUp(pawns&black)

	passed := pawns&white&^widen(below>>8) | pawns&black&^widen(above<<8)
	blocked := pawns & (white&((white|black)>>8) | black&((white|black)<<8))
	behindOwn := minors & (white&(pawns&white>>8) | black&(pawns&black<<8))
	beforeEnemy := minors & (white&(pawns&black>>8) | black&(pawns&white<<8))
	open := rooks &^ (whiteFiles | blackFiles)
	halfOpen := rooks &^ (white&whiteFiles | black&blackFiles) &^ open

	t[1] |= passed | behindOwn | halfOpen
	t[2] |= blocked | beforeEnemy | open
	t.addKing(p.King(board.White), whiteFiles)
	t.addKing(p.King(board.Black), blackFiles)
	return t
}

// threats returns the traits with the pieces under threat alone.
func threats(p *board.Position) Traits {
	white, black := p.Threats(board.White), p.Threats(board.Black)
	return Traits{p.Color(board.White)&underThreat(p, &black, white.All) | p.Color(board.Black)&underThreat(p, &white, black.All)}
}

// addKing adds how many of the files near a king have no pawn of its own, whose files are given.
func (t *Traits) addKing(king board.Square, pawnFiles board.Bitboard) {
	file := board.Bitboard(1) << (king & 7)
	n := board.Bitboard((widen(file) & board.Rank1 &^ pawnFiles).Count())
	t[0] |= n & 1 << (king & 63)
	t[1] |= n >> 1 << (king & 63)
}

// Variant returns which of the inputs for its piece and square the piece on sq is: the bits of the traits that it has.
func (t *Traits) Variant(sq board.Square) int {
	return int(t[0]>>(sq&63)&1 | t[1]>>(sq&63)&1<<1 | t[2]>>(sq&63)&1<<2)
}

// differing returns the squares whose pieces have other traits.
func (t *Traits) differing(u *Traits) board.Bitboard {
	return (t[0] ^ u[0]) | (t[1] ^ u[1]) | (t[2] ^ u[2])
}

// underThreat returns the squares where the attacks of one side threaten pieces of the other, which defends the given squares.
func underThreat(p *board.Position, attacks *board.Threats, defended board.Bitboard) board.Bitboard {
	return attacks.ByPawn&(p.Type(board.Knight)|p.Type(board.Bishop)) |
		attacks.ByMinor&p.Type(board.Rook) |
		attacks.ByRook&p.Type(board.Queen) |
		attacks.All&^(defended|p.Type(board.King))
}

// fillUp returns b with all squares above them, seen from White.
func fillUp(b board.Bitboard) board.Bitboard {
	b |= b << 8
	b |= b << 16
	return b | b<<32
}

// fillDown returns b with all squares below them, seen from White.
func fillDown(b board.Bitboard) board.Bitboard {
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// widen returns b with the squares beside them on their ranks.
func widen(b board.Bitboard) board.Bitboard { return b | b&^board.FileA>>1 | b&^board.FileH<<1 }
