package main

import (
	"encoding/binary"
	"math/bits"

	"vertigo/board"
	"vertigo/eval/nnue"
)

// A sample is a position with what is known about it, seen from the side to move: for Black the ranks are mirrored and
// the colours exchanged, so that the side to move is always White. Numbers are little-endian:
//
//	bytes   content
//	 0.. 7  occupied squares, bit i for Square(i)
//	 8..23  the board.Piece on each occupied square, 4 bits each, from the lowest square up: the low half of byte 8, its
//	        high half, the low half of byte 9, …; unused codes are 0
//	24..25  score of the search in centipawns for the side to move, signed
//	26      what the side to move scored in the game, in halves: 0, 1, 2
//	27      where the kings stand: bit 0 is set if the side to move's is on the files e to h, bit 1 if its opponent's is
//	28..43  the traits of the pieces: four sets as in nnue.Traits, 4 bytes each, in which bit i is for the i-th piece, in the
//	        order of bytes 8..23
const sampleSize = 44

// maxPieces is the most pieces that a position can have.
const maxPieces = 32

// sample is a position as the file of samples holds it.
type sample [sampleSize]byte

// newSample returns the sample for p, a score in centipawns for the side to move and White's half points.
func newSample(p *board.Position, score int16, whiteResult int) sample {
	var s sample
	turn := p.Turn()
	occupied := uint64(p.Occupied())
	if turn == board.Black {
		occupied = bits.ReverseBytes64(occupied)
		whiteResult = 2 - whiteResult
	}
	binary.LittleEndian.PutUint64(s[:], occupied)
	traits := nnue.TraitsOf(p)
	var classes [len(traits)]uint32
	n := 0
	for left := board.Bitboard(occupied); left != 0; n++ {
		sq := left.Pop().Relative(turn)
		s[8+n/2] |= byte(p.At(sq)^board.Piece(turn)) << (n % 2 * 4)
		for bit, pieces := range traits {
			classes[bit] |= uint32(pieces>>sq&1) << n
		}
	}
	binary.LittleEndian.PutUint16(s[24:], uint16(score))
	s[26] = byte(whiteResult)
	s[27] = byte(p.King(turn)>>2&1 | p.King(turn.Other())>>2&1<<1)
	for bit, pieces := range classes {
		binary.LittleEndian.PutUint32(s[28+4*bit:], pieces)
	}
	return s
}

// featureTable gives the packed features of both perspectives for a piece on a square, at class<<10 | piece<<6 | square. Codes
// that are no pieces and classes that a piece does not have get harmless features.
type featureTable [16 * 16 << 6]uint32

// featureTables are the tables for the four ways in which the two kings can stand on the halves of the board: the
// index has bit 0 set when the side to move's king is on the files e to h, and bit 1 for its opponent's.
type featureTables [4]featureTable

func newFeatureTables() *featureTables {
	var tables featureTables
	for kings := range tables {
		ours, theirs := board.NewSquare(kings&1*7, 0), board.NewSquare(kings>>1*7, 7)
		for piece := board.Piece(0); piece < board.PieceCount; piece++ {
			for sq := board.Square(0); sq < board.SquareCount; sq++ {
				for class := range nnue.ClassCount(piece.Type()) {
					us := nnue.Feature(board.White, ours, piece, sq, class)
					them := nnue.Feature(board.Black, theirs, piece, sq, class)
					tables[kings][class<<10|int(piece)<<6|int(sq)] = packFeatures(us, them)
				}
			}
		}
	}
	return &tables
}

// features writes the packed features of a sample, which has len(out) pieces, to out.
func (t *featureTables) features(s *sample, out []uint32) {
	occupied := binary.LittleEndian.Uint64(s[0:])
	low, high := binary.LittleEndian.Uint64(s[8:]), binary.LittleEndian.Uint64(s[16:])
	traits := [...]uint32{binary.LittleEndian.Uint32(s[28:]), binary.LittleEndian.Uint32(s[32:]),
		binary.LittleEndian.Uint32(s[36:]), binary.LittleEndian.Uint32(s[40:])}
	table := &t[s[27]&3]
	for i := range out {
		square := bits.TrailingZeros64(occupied) & 63
		occupied &= occupied - 1
		class := traits[0]&1 | traits[1]&1<<1 | traits[2]&1<<2 | traits[3]&1<<3
		out[i] = table[uint64(class)<<10|low&15<<6|uint64(square)]
		low = low>>4 | high<<60
		high >>= 4
		traits = [...]uint32{traits[0] >> 1, traits[1] >> 1, traits[2] >> 1, traits[3] >> 1}
	}
}

// pieces returns the number of pieces, which is at most 64 whatever the sample holds.
func (s *sample) pieces() int { return bits.OnesCount64(binary.LittleEndian.Uint64(s[:])) }

// score returns the score of the search in centipawns for the side to move.
func (s *sample) score() int { return int(int16(binary.LittleEndian.Uint16(s[24:]))) }

// result returns the points of the side to move in the game: 0, 0.5 or 1.
func (s *sample) result() float64 { return float64(s[26]) / 2 }
