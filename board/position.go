// Package board holds the chess board: squares, bitboards, moves, positions, FEN, making moves, attacks, Zobrist
// keys and static exchange evaluation. Chess960 is the general case and needs no switch.
package board

import (
	"strings"
	"unsafe"
)

// Position is a chess position as a plain value of 192 bytes. It is copied, not changed, when a move is made, so
// no code is needed to take a move back. The zero Position is not usable; see ParseFEN.
type Position struct {
	byType  [PieceTypeCount]Bitboard
	byColor [ColorCount]Bitboard
	squares [SquareCount]Piece

	key        uint64 // Zobrist key of the whole position
	pawnKey    uint64 // the part of key that comes from the pawns
	nonPawnKey [ColorCount]uint64

	checkers Bitboard // enemy pieces that give check to the side to move
	pinned   Bitboard // pieces of the side to move that are pinned to its king
	castling Bitboard // rooks that may still castle, both sides

	turn      Color
	enPassant Square // square behind a pawn that can legally be captured en passant, else NoSquare
	rule50    uint8  // plies since the last capture or pawn move, at most 255
	fullMove  uint16 // number of the move, from 1
}

// This line does not compile if Position has another size than its comment says.
var _ [192]byte = [unsafe.Sizeof(Position{})]byte{}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Key returns the Zobrist key. Positions that differ only in their move counters share it.
func (p *Position) Key() uint64 { return p.key }

// PawnKey returns the part of the key that the pawns of both sides make.
func (p *Position) PawnKey() uint64 { return p.pawnKey }

// NonPawnKey returns the part of the key that the pieces of c other than pawns make.
func (p *Position) NonPawnKey(c Color) uint64 { return p.nonPawnKey[c&1] }

// Rule50 returns the number of plies since the last capture or pawn move.
func (p *Position) Rule50() int { return int(p.rule50) }

// ResetRule50 makes p the position that it would be if the last move had been a capture or a pawn's.
func (p *Position) ResetRule50() { p.rule50 = 0 }

// FullMove returns the number of the move, from 1.
func (p *Position) FullMove() int { return int(p.fullMove) }

// EnPassant returns the square on which a pawn can legally be captured en passant, else NoSquare.
func (p *Position) EnPassant() Square { return p.enPassant }

// Castling returns the rooks of both sides that may still castle.
func (p *Position) Castling() Bitboard { return p.castling }

// StandardCastling reports whether every castling right is one of standard chess (see Move.IsChess960Castling).
func (p *Position) StandardCastling() bool {
	for rook := range p.castling.All() {
		if NewMove(p.King(p.At(rook).Color()), rook, Castle).IsChess960Castling() {
			return false
		}
	}
	return true
}

// Checkers returns the enemy pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// Pinned returns the pieces of the side to move that are pinned to its own king.
func (p *Position) Pinned() Bitboard { return p.pinned }

// At returns the piece on s, or NoPiece.
func (p *Position) At(s Square) Piece { return p.squares[s&63] }

// Occupied returns all occupied squares.
func (p *Position) Occupied() Bitboard { return p.byColor[White] | p.byColor[Black] }

// Color returns all pieces of c.
func (p *Position) Color(c Color) Bitboard { return p.byColor[c&1] }

// Type returns all pieces of type t of both sides.
func (p *Position) Type(t PieceType) Bitboard { return p.byType[t] }

// Pieces returns the pieces of colour c and type t.
func (p *Position) Pieces(c Color, t PieceType) Bitboard { return p.byType[t] & p.byColor[c&1] }

// Changed returns the squares on which p and q have different pieces.
func (p *Position) Changed(q *Position) Bitboard {
	return (p.byColor[White] ^ q.byColor[White]) | (p.byColor[Black] ^ q.byColor[Black]) |
		(p.byType[Pawn] ^ q.byType[Pawn]) | (p.byType[Knight] ^ q.byType[Knight]) | (p.byType[Bishop] ^ q.byType[Bishop]) |
		(p.byType[Rook] ^ q.byType[Rook]) | (p.byType[Queen] ^ q.byType[Queen]) | (p.byType[King] ^ q.byType[King])
}

// Sliders returns the pieces of both sides that move like a bishop and those that move like a rook; queens are in
// both sets.
func (p *Position) Sliders() (diagonal, straight Bitboard) {
	q := p.byType[Queen]
	return p.byType[Bishop] | q, p.byType[Rook] | q
}

// King returns the square of the king of c.
func (p *Position) King(c Color) Square { return (p.byType[King] & p.byColor[c&1]).First() }

// HasNonPawns reports whether c has a piece other than king and pawns. Where it has none, zugzwang is common.
func (p *Position) HasNonPawns(c Color) bool {
	return p.byColor[c&1]&^(p.byType[Pawn]|p.byType[King]) != 0
}

// AttackersTo returns the pieces of both sides that attack s when occ is occupied. Pieces outside occ are still
// looked at, so the caller masks the result when it has removed some.
func (p *Position) AttackersTo(s Square, occ Bitboard) Bitboard {
	diagonal, straight := p.Sliders()
	return PawnAttacks(White, s)&p.Pieces(Black, Pawn) |
		PawnAttacks(Black, s)&p.Pieces(White, Pawn) |
		KnightAttacks(s)&p.byType[Knight] |
		KingAttacks(s)&p.byType[King] |
		BishopAttacks(s, occ)&diagonal |
		RookAttacks(s, occ)&straight
}

// Attacked reports whether a piece of c attacks s when occ is occupied.
func (p *Position) Attacked(c Color, s Square, occ Bitboard) bool {
	diagonal, straight := p.Sliders()
	near := PawnAttacks(c.Other(), s)&p.byType[Pawn] | KnightAttacks(s)&p.byType[Knight] | KingAttacks(s)&p.byType[King]
	if near&p.byColor[c&1] != 0 {
		return true
	}
	return (BishopAttacks(s, occ)&diagonal|RookAttacks(s, occ)&straight)&p.byColor[c&1] != 0
}

// Unattacked returns those of the squares that no piece of c attacks when occ is occupied.
func (p *Position) Unattacked(c Color, squares, occ Bitboard) Bitboard {
	theirs := p.byColor[c&1]
	squares &^= PawnSetAttacks(c, p.byType[Pawn]&theirs) | KingAttacks(p.King(c))
	diagonal, straight := p.Sliders()
	knights, diagonal, straight := p.byType[Knight]&theirs, diagonal&theirs, straight&theirs
	for b := squares; b != 0; b &= b - 1 {
		s := b.First()
		if KnightAttacks(s)&knights|BishopAttacks(s, occ)&diagonal|RookAttacks(s, occ)&straight != 0 {
			squares &^= s.Bit()
		}
	}
	return squares
}

// Threats are the squares that the pieces of one side attack, own pieces and squares behind the enemy king included.
type Threats struct {
	ByPawn, ByKnight, ByBishop, ByRook, ByQueen Bitboard

	All Bitboard // by the king as well
}

// Threats returns the attacks of the pieces of c.
func (p *Position) Threats(c Color) (t Threats) {
	ours := p.byColor[c&1]
	occ := p.Occupied() &^ p.Pieces(c.Other(), King) // the king does not shield the squares behind it
	t.ByPawn = PawnSetAttacks(c, p.byType[Pawn]&ours)
	for b := p.byType[Knight] & ours; b != 0; {
		t.ByKnight |= KnightAttacks(b.Pop())
	}
	for b := p.byType[Bishop] & ours; b != 0; {
		t.ByBishop |= BishopAttacks(b.Pop(), occ)
	}
	for b := p.byType[Rook] & ours; b != 0; {
		t.ByRook |= RookAttacks(b.Pop(), occ)
	}
	for b := p.byType[Queen] & ours; b != 0; {
		t.ByQueen |= QueenAttacks(b.Pop(), occ)
	}
	t.All = t.ByPawn | t.ByKnight | t.ByBishop | t.ByRook | t.ByQueen | KingAttacks(p.King(c))
	return t
}

// IsCapture reports whether m, which must be pseudo-legal, takes a piece.
func (p *Position) IsCapture(m Move) bool {
	return p.squares[m.To()] != NoPiece && m.Flag() != Castle || m.Flag() == EnPassant
}

// IsQuiet reports whether m, which must be pseudo-legal, neither captures nor promotes.
func (p *Position) IsQuiet(m Move) bool { return !p.IsCapture(m) && !m.IsPromotion() }

// Captured returns the piece that the pseudo-legal move m takes, or NoPiece.
func (p *Position) Captured(m Move) Piece {
	switch m.Flag() {
	case Castle:
		return NoPiece
	case EnPassant:
		return NewPiece(p.turn.Other(), Pawn)
	}
	return p.squares[m.To()]
}

// FullMaterial is the material of the starting position.
const FullMaterial = 78

// Material returns the material of both sides together: 1 for a pawn, 3 for a knight or bishop, 5 for a rook and 9 for a queen.
func (p *Position) Material() int {
	minors := p.byType[Knight] | p.byType[Bishop]
	return p.byType[Pawn].Count() + 3*minors.Count() + 5*p.byType[Rook].Count() + 9*p.byType[Queen].Count()
}

// IsZeroing reports whether the legal move m sets the fifty-move count to zero: a pawn's move or a capture.
func (p *Position) IsZeroing(m Move) bool {
	return p.squares[m.From()&63].Type() == Pawn || p.IsCapture(m)
}

// InsufficientMaterial reports whether no sequence of legal moves can end in mate: lone kings, one minor piece,
// or only bishops that all stand on squares of one colour.
func (p *Position) InsufficientMaterial() bool {
	if p.byType[Pawn]|p.byType[Rook]|p.byType[Queen] != 0 {
		return false
	}
	minors := p.byType[Knight] | p.byType[Bishop]
	if !minors.MoreThanOne() {
		return true
	}
	return p.byType[Knight] == 0 && (minors&DarkSquares == 0 || minors&^DarkSquares == 0)
}

// put places a piece on an empty square; used to set a position up.
func (p *Position) put(pc Piece, s Square) {
	p.byType[pc.Type()] |= s.Bit()
	p.byColor[pc.Color()] |= s.Bit()
	p.squares[s] = pc
}

// refresh computes everything that follows from the pieces and the game state: the keys, checkers and pins.
func (p *Position) refresh() {
	p.key, p.pawnKey, p.nonPawnKey = 0, 0, [ColorCount]uint64{}
	for s := range p.Occupied().All() {
		pc := p.squares[s]
		k := pieceKeys[pc][s]
		p.key ^= k
		if pc.Type() == Pawn {
			p.pawnKey ^= k
		} else {
			p.nonPawnKey[pc.Color()] ^= k
		}
	}
	for s := range p.castling.All() {
		p.key ^= castlingKeys[s]
	}
	if p.enPassant != NoSquare {
		p.key ^= enPassantKeys[p.enPassant.File()]
	}
	if p.turn == Black {
		p.key ^= blackKey
	}
	p.findChecks()
}

// findChecks sets checkers and pinned. It looks from the king along the rays of an empty board, so that only the
// few sliders that could matter are visited.
func (p *Position) findChecks() {
	us := p.turn & 1
	them := us.Other()
	ours, theirs := p.byColor[us], p.byColor[them]
	king := (p.byType[King] & ours).First() & 63
	queens := p.byType[Queen]
	checkers := (knightAttacks[king]&p.byType[Knight] | pawnAttacks[us][king]&p.byType[Pawn]) & theirs
	snipers := (bishopRays[king]&(p.byType[Bishop]|queens) | rookRays[king]&(p.byType[Rook]|queens)) & theirs
	pinned := Bitboard(0)
	for ; snipers != 0; snipers &= snipers - 1 {
		s := snipers.First() & 63
		blockers := between[king][s] & (ours | theirs)
		if blockers == 0 {
			checkers |= s.Bit()
		} else if blockers&(blockers-1) == 0 {
			pinned |= blockers & ours
		}
	}
	p.checkers, p.pinned = checkers, pinned
}

// String draws the board from White's side, followed by the FEN.
func (p *Position) String() string {
	var sb strings.Builder
	const bar = "  +---+---+---+---+---+---+---+---+\n"
	for rank := 7; rank >= 0; rank-- {
		sb.WriteString(bar)
		sb.WriteByte('1' + byte(rank))
		for file := range 8 {
			letter := p.squares[NewSquare(file, rank)].Letter()
			if letter == '.' {
				letter = ' '
			}
			sb.WriteString(" | ")
			sb.WriteByte(letter)
		}
		sb.WriteString(" |\n")
	}
	sb.WriteString(bar + "    a   b   c   d   e   f   g   h\n\n" + p.FEN())
	return sb.String()
}
