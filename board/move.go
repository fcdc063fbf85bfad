package board

import (
	"fmt"
	"strings"
)

// Move is a move in 16 bits:
//
//	 15  14    12 11       6 5        0
//	+---+--------+----------+----------+
//	| 0 |  flag  |    to    |   from   |
//	+---+--------+----------+----------+
//
// Castling is written as the king taking its own rook (to is the rook's square), so that Chess960 needs no
// special case. Whether a move captures is a question for the position. The zero Move is NoMove.
type Move uint16

// NoMove is the absence of a move; it is a1a1, which is never legal.
const NoMove Move = 0

// MoveFlag distinguishes moves that from and to alone do not describe.
type MoveFlag uint8

// The kinds of moves.
const (
	Normal MoveFlag = iota
	DoublePush
	EnPassant
	Castle
	PromoteKnight
	PromoteBishop
	PromoteRook
	PromoteQueen
)

// NewMove packs a move.
func NewMove(from, to Square, flag MoveFlag) Move {
	return Move(from) | Move(to)<<6 | Move(flag)<<12
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece reaches; when castling, the square of the rook.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Follows reports whether m goes where last went, as a recapture does. Nothing follows NoMove.
func (m Move) Follows(last Move) bool { return m.To() == last.To() && last != NoMove }

// Flag returns the kind of the move.
func (m Move) Flag() MoveFlag { return MoveFlag(m >> 12 & 7) }

// IsPromotion reports whether a pawn becomes a piece.
func (m Move) IsPromotion() bool { return m&(4<<12) != 0 }

// Promotion returns the type a pawn becomes; it is meaningful only if IsPromotion.
func (m Move) Promotion() PieceType { return Knight + PieceType(m>>12&3) }

// IsChess960Castling reports whether m castles as standard chess does not: with a king that is not on the e-file, or a rook
// that is not in a corner. Such a move cannot be written as a king's move of two squares.
func (m Move) IsChess960Castling() bool {
	return m.Flag() == Castle && (m.From().File() != 4 || m.To().File()%7 != 0)
}

// FromTo returns from and to alone as an index 0..4095, for history tables.
func (m Move) FromTo() int { return int(m & 0xfff) }

// String returns the move in long algebraic notation as in UCI, for example "e2e4" or "e7e8q", with castling as king takes rook;
// "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	s := m.From().String() + m.To().String()
	if m.IsPromotion() {
		s += string("nbrq"[m.Promotion()-Knight])
	}
	return s
}

// IsLongAlgebraic reports whether s has the form of a move in long algebraic notation: two squares, and
// perhaps a character for the piece of a promotion.
func IsLongAlgebraic(s string) bool {
	if len(s) != 4 && len(s) != 5 {
		return false
	}
	_, from := ParseSquare(s[:2])
	_, to := ParseSquare(s[2:4])
	return from && to
}

// MarshalText returns the move as String does.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText writes. Only a position knows which flag the move has, unless it is that of a promotion;
// see movegen.Legal.
func (m *Move) UnmarshalText(text []byte) error {
	if len(text) == 4 || len(text) == 5 {
		from, known := ParseSquare(string(text[:2]))
		to, alsoKnown := ParseSquare(string(text[2:4]))
		*m = NewMove(from, to, Normal)
		if len(text) == 5 {
			piece := strings.IndexByte("nbrq", text[4])
			*m, known = NewMove(from, to, PromoteKnight+MoveFlag(piece)), known && piece >= 0
		}
		if known && alsoKnown && from != to {
			return nil
		}
	}
	return fmt.Errorf("%q is not a move in long algebraic notation", text)
}
