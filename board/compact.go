package board

import (
	"encoding/binary"
	"fmt"
)

// CompactSize is the number of bytes of a Compact position.
const CompactSize = 28

// Compact is a position in 28 bytes, for files with very many of them. It keeps everything that FEN holds. Numbers are
// little-endian:
//
//	bytes   content
//	 0.. 7  occupied squares, bit i for Square(i)
//	 8..23  one code of 4 bits for each occupied square, from the lowest square up: the low half of byte 8, its high
//	        half, the low half of byte 9, …; unused codes are 0
//	24..25  number of the move, from 1
//	26      plies since the last capture or pawn move, at most 255
//	27      side to move: 0 White, 1 Black
//
// The codes:
//
//	 0..11  the Piece of that number
//	12, 13  a rook of White, of Black that may still castle
//	14      the pawn, of the side not to move, that can legally be captured en passant
//
// Each position has exactly one Compact.
type Compact [CompactSize]byte

const (
	codeCastlingRook = byte(NoPiece) // of White; of Black one more
	codeEnPassant    = codeCastlingRook + 2
)

// Compact returns the position in 28 bytes.
func (p *Position) Compact() Compact {
	var c Compact
	binary.LittleEndian.PutUint64(c[:], uint64(p.Occupied()))
	n := 0
	for occ := p.Occupied(); occ != 0; n++ {
		s := occ.Pop()
		code := byte(p.squares[s])
		if p.castling.Has(s) {
			code = codeCastlingRook + code&1
		} else if p.enPassant != NoSquare && s == p.enPassant^8 {
			code = codeEnPassant
		}
		c[8+n/2] |= code << (n % 2 * 4)
	}
	binary.LittleEndian.PutUint16(c[24:], p.fullMove)
	c[26], c[27] = p.rule50, byte(p.turn)
	return c
}

// Unpack writes the position that c holds to *p. It accepts exactly what Position.Compact returns for the positions that
// ParseFEN accepts. The error says what is wrong; *p is then not usable.
func (c *Compact) Unpack(p *Position) error {
	*p = Position{enPassant: NoSquare, fullMove: binary.LittleEndian.Uint16(c[24:]), rule50: c[26], turn: Color(c[27])}
	if err := c.unpack(p); err != nil {
		return fmt.Errorf("compact position: %w", err)
	}
	p.refresh()
	return nil
}

// unpack is Unpack for a position that has its counters and its side to move, and gets no keys.
func (c *Compact) unpack(p *Position) error {
	if p.turn > Black {
		return fmt.Errorf("side to move %d", p.turn)
	}
	if p.fullMove == 0 || p.fullMove > maxFullMove {
		return fmt.Errorf("move number %d", p.fullMove)
	}
	pawn, err := c.unpackPieces(p)
	if err != nil {
		return err
	}
	if err := p.validate(); err != nil {
		return err
	}
	if err := p.checkCastling(); err != nil {
		return err
	}
	if pawn == NoSquare {
		return nil
	}
	if p.enPassant = pawn ^ 8; !p.justPushed(p.enPassant) || !p.canTakeEnPassant(p.turn.Other(), pawn, p.enPassant) {
		return fmt.Errorf("the pawn on %v cannot be captured en passant", pawn)
	}
	return nil
}

// unpackPieces puts the pieces on the empty board p and notes the castling rooks. It returns the square of the pawn
// that is marked for en passant, or NoSquare.
func (c *Compact) unpackPieces(p *Position) (pawn Square, err error) {
	for s := range p.squares {
		p.squares[s] = NoPiece
	}
	pawn = NoSquare
	occ := Bitboard(binary.LittleEndian.Uint64(c[:]))
	if n := occ.Count(); n > 32 {
		return pawn, fmt.Errorf("%d pieces, at most 32 are possible", n)
	}
	n := 0
	for ; occ != 0; n++ {
		s := occ.Pop()
		switch code := c[8+n/2] >> (n % 2 * 4) & 15; code {
		case codeCastlingRook, codeCastlingRook + 1:
			p.put(NewPiece(Color(code&1), Rook), s)
			p.castling |= s.Bit()
		case codeEnPassant:
			if pawn != NoSquare {
				return pawn, fmt.Errorf("both pawns on %v and %v are marked for en passant", pawn, s)
			}
			pawn = s
			p.put(NewPiece(p.turn.Other(), Pawn), s)
		case 15:
			return pawn, fmt.Errorf("%v has no piece's code", s)
		default:
			p.put(Piece(code), s)
		}
	}
	for ; n < 32; n++ {
		if c[8+n/2]>>(n%2*4)&15 != 0 {
			return pawn, fmt.Errorf("a code without a piece")
		}
	}
	return pawn, nil
}

// checkCastling makes sure that castling rooks and their kings stand on their back ranks, a rook at most on each side.
func (p *Position) checkCastling() error {
	for c := White; c <= Black; c++ {
		rooks := p.castling & p.byColor[c]
		if rooks != 0 && (rooks|p.King(c).Bit())&^backRank(c) != 0 {
			return fmt.Errorf("%v may castle with a king or rook that is not on its back rank", c)
		}
	}
	if inner := p.innerCastlingRooks(); inner != 0 {
		return fmt.Errorf("the rooks on %v and further out may castle on the same side", inner.First())
	}
	return nil
}
