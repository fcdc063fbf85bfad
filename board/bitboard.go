package board

import (
	"math/bits"
	"strings"
)

// Bitboard is a set of squares: bit i stands for Square(i).
type Bitboard uint64

// Files and ranks as sets.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
	Rank1 Bitboard = 0xff
	Rank2 Bitboard = Rank1 << 8
	Rank3 Bitboard = Rank1 << 16
	Rank4 Bitboard = Rank1 << 24
	Rank5 Bitboard = Rank1 << 32
	Rank6 Bitboard = Rank1 << 40
	Rank7 Bitboard = Rank1 << 48
	Rank8 Bitboard = Rank1 << 56
)

// DarkSquares is the set of the squares of the colour of a1.
const DarkSquares Bitboard = 0xaa55aa55aa55aa55

// FileOf returns the set of the squares on the file 0..7.
func FileOf(file int) Bitboard { return FileA << (file & 7) }

// RankOf returns the set of the squares on the rank 0..7.
func RankOf(rank int) Bitboard { return Rank1 << (8 * (rank & 7)) }

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b, NoSquare if b is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Pop removes and returns the lowest square of *b, which must not be empty.
func (b *Bitboard) Pop() Square {
	s := Square(bits.TrailingZeros64(uint64(*b)))
	*b &= *b - 1
	return s
}

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// MoreThanOne reports whether b holds at least two squares.
func (b Bitboard) MoreThanOne() bool { return b&(b-1) != 0 }

// Up shifts b one rank towards the opponent of c.
func (b Bitboard) Up(c Color) Bitboard {
	if c == White {
		return b << 8
	}
	return b >> 8
}

// All iterates over the squares of b from the lowest up. The hottest loops are written out, so that the set stays in a
// register: for ; b != 0; b &= b - 1 { s := b.First() … }.
func (b Bitboard) All() func(yield func(Square) bool) {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(Square(bits.TrailingZeros64(uint64(b)))) {
				return
			}
		}
	}
}

// String draws b as eight ranks from the eighth down, for tests and debugging.
func (b Bitboard) String() string {
	var sb strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			sb.WriteByte(".x"[b>>(rank*8+file)&1])
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}
