package nnue

import "vertigo/board"

// Traits are the properties of pieces that the inputs encode beside piece and square. The set of squares with index i has the
// pieces that have property i:
//
//   - 0: pieces under threat: those attacked by a piece of lesser value, and those attacked by any piece and not defended; kings
//     are never under threat;
//   - 1: passed pawns, knights and bishops behind a pawn of their own, rooks on half-open files, which have pawns
//     of the enemy only;
//   - 2: blocked pawns, which have a piece in front of them, knights and bishops in front of an enemy pawn, rooks on open files.
//
// For a king, the sets hold two binary numbers, with the lower bit in the lower set. Sets 0 and 1 count the files, among its own
// and those beside it, without a pawn of its side. Sets 2 and 3 count the kinds of enemy pieces (knights, bishops, rooks and
// queens) that can give it a safe check, up to three. A check is safe on a square that the king's side, the king included, does
// not attack.
//
// All but the threats and the checks change seldom, so that they cost little when a move is made.
type Traits [4]board.Bitboard

// classCounts are the numbers of inputs that a piece on a square may be, by its type: it is one of them, depending on its
// traits.
var classCounts = [...]int{board.Pawn: 8, board.Knight: 6, board.Bishop: 6, board.Rook: 6, board.Queen: 2, board.King: 16}

// ClassCount returns how many inputs a piece of type pt on a square may be.
func ClassCount(pt board.PieceType) int { return classCounts[pt] }

// TraitsOf returns the traits of the pieces of p.
func TraitsOf(p *board.Position) (t Traits) {
	byWhite, byBlack := p.Threats(board.White), p.Threats(board.Black)
	t[0] = p.Color(board.White)&underThreat(p, &byBlack, byWhite.All) | p.Color(board.Black)&underThreat(p, &byWhite, byBlack.All)
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
	t.addChecks(p, p.King(board.White), &byBlack, black|byWhite.All)
	t.addChecks(p, p.King(board.Black), &byWhite, white|byBlack.All)
	return t
}

// addKing adds the number of files near a king without a pawn of its own side; pawnFiles are the files that have one.
func (t *Traits) addKing(king board.Square, pawnFiles board.Bitboard) {
	file := board.Bitboard(1) << (king & 7)
	n := board.Bitboard((widen(file) & board.Rank1 &^ pawnFiles).Count())
	t[0] |= n & 1 << (king & 63)
	t[1] |= n >> 1 << (king & 63)
}

// addChecks adds the number of kinds of enemy pieces that can check the king from a safe square. Attacks are those of the enemy;
// unsafe are the squares with an enemy piece and those that the king's side attacks.
func (t *Traits) addChecks(p *board.Position, king board.Square, attacks *board.Threats, unsafe board.Bitboard) {
	diagonal, straight := board.BishopAttacks(king, p.Occupied())&^unsafe, board.RookAttacks(king, p.Occupied())&^unsafe
	kinds := one(attacks.ByKnight&board.KnightAttacks(king)&^unsafe) + one(attacks.ByBishop&diagonal) +
		one(attacks.ByRook&straight) + one(attacks.ByQueen&(diagonal|straight))
	kinds = min(kinds, 3)
	t[2] |= kinds & 1 << (king & 63)
	t[3] |= kinds >> 1 << (king & 63)
}

// one returns 1 if b has any square, without a branch, which would often be mispredicted.
func one(b board.Bitboard) board.Bitboard { return (b | -b) >> 63 }

// Class returns which of the inputs for its piece and square the piece on sq is: the bits of the traits that it has.
func (t *Traits) Class(sq board.Square) int {
	sq &= 63
	return int(t[0]>>sq&1 | t[1]>>sq&1<<1 | t[2]>>sq&1<<2 | t[3]>>sq&1<<3)
}

// differing returns the squares whose pieces have other traits.
func (t *Traits) differing(u *Traits) board.Bitboard {
	return (t[0] ^ u[0]) | (t[1] ^ u[1]) | (t[2] ^ u[2]) | (t[3] ^ u[3])
}

// underThreat returns the squares where the attacks of one side threaten pieces of the other, which defends the given squares.
func underThreat(p *board.Position, attacks *board.Threats, defended board.Bitboard) board.Bitboard {
	minor := attacks.ByPawn | attacks.ByKnight | attacks.ByBishop
	return attacks.ByPawn&(p.Type(board.Knight)|p.Type(board.Bishop)) | minor&p.Type(board.Rook) |
		(minor|attacks.ByRook)&p.Type(board.Queen) | attacks.All&^(defended|p.Type(board.King))
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
