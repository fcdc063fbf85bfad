package board

// Color is the side a piece belongs to, and the side to move.
type Color uint8

// The two sides, and how many there are.
const (
	White Color = iota
	Black
	ColorCount = 2
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// PieceType is a kind of piece without a colour.
type PieceType uint8

// The piece types, from least to most valuable, and how many there are.
const (
	Pawn PieceType = iota
	Knight
	Bishop
	Rook
	Queen
	King
	PieceTypeCount = 6
)

// String returns the English name in lower case, for example "knight".
func (t PieceType) String() string {
	return [...]string{"pawn", "knight", "bishop", "rook", "queen", "king", "none"}[min(t, 6)]
}

// Piece is a coloured piece, numbered 2*type + colour, so that a dense table of PieceCount rows serves every
// piece. NoPiece marks an empty square.
type Piece uint8

// The number of coloured pieces, and the mark of an empty square, one past the last of them.
const (
	PieceCount       = 12
	NoPiece    Piece = 12
)

// NewPiece returns the piece of type t and colour c.
func NewPiece(c Color, t PieceType) Piece { return Piece(t)<<1 | Piece(c) }

// Type returns the type of p, PieceTypeCount for NoPiece.
func (p Piece) Type() PieceType { return PieceType(p >> 1) }

// Color returns the colour of p; it is meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p & 1) }

const pieceLetters = "PpNnBbRrQqKk."

// Letter returns the FEN letter of p, upper case for White, or '.' for NoPiece.
func (p Piece) Letter() byte { return pieceLetters[min(p, NoPiece)] }

// Square is one of the 64 squares, a1 = 0, b1 = 1, … h8 = 63. NoSquare stands for "none".
type Square uint8

// The number of squares, the mark for "no square", and the squares that castling names.
const (
	SquareCount        = 64
	NoSquare    Square = 64

	A1, C1, D1, E1, F1, G1, H1 Square = 0, 2, 3, 4, 5, 6, 7
)

// NewSquare returns the square on the file 0..7 (a..h) and the rank 0..7 (1..8).
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Relative returns s as c sees it: itself for White, flipped for Black.
func (s Square) Relative(c Color) Square { return s ^ Square(c)*56 }

// Bit returns the bitboard that holds s alone.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// Distance returns how many moves a king needs from s to t on an empty board.
func (s Square) Distance(t Square) int {
	files, ranks := s.File()-t.File(), s.Rank()-t.Rank()
	return max(files, -files, ranks, -ranks)
}

// String returns the algebraic name, for example "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= SquareCount {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads an algebraic name such as "e4" and reports whether it is one.
func ParseSquare(name string) (Square, bool) {
	if len(name) != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8' {
		return NoSquare, false
	}
	return NewSquare(int(name[0]-'a'), int(name[1]-'1')), true
}
