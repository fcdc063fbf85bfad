package gamedata

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"vertigo/board"
)

// # Starting positions
//
// A game starts after a few random moves, so most squares are as in the starting position of chess. For each square, from
// a1 up, a choice tells whether it is, and if not a second one what stands there: the code that board.Compact has for the
// piece, or emptySquare. Their weights depend on how far the square is from the edge, and for a square beyond the middle they
// are those of the other colour. The side to move, the number of the move and the plies without capture or pawn move follow.

// emptySquare is the code of a square where nothing stands; board.Compact has no such code.
const emptySquare = 15

// sameWeights are the weights, of 256, of a square as in chess, by its rank, from the nearer edge of the board.
var sameWeights = [4]uint32{192, 174, 197, 208}

// squareWeights are the weights of the codes on other squares, by rank from the nearer edge.
var squareWeights = [4][16]uint32{
	{1, 1, 332, 1, 406, 1, 422, 1, 243, 1, 237, 1, 306, 1, 1, 2141},
	{1, 1, 68, 2, 113, 2, 81, 1, 81, 1, 92, 1, 1, 1, 1, 3649},
	{2744, 8, 997, 2, 154, 28, 51, 1, 94, 4, 8, 1, 1, 1, 1, 1},
	{3336, 252, 132, 125, 69, 67, 2, 1, 70, 32, 1, 1, 1, 1, 5, 1},
}

// squareTotal is the sum of each row.
const squareTotal = 4096

// squareCodes returns the code of each square.
func squareCodes(p *board.Position) (codes [board.SquareCount]byte) {
	c := p.Compact()
	for s := range codes {
		codes[s] = emptySquare
	}
	n := 0
	for occ := board.Bitboard(binary.LittleEndian.Uint64(c[:])); occ != 0; n++ {
		codes[occ.Pop()&63] = c[8+n/2] >> (n % 2 * 4) & 15
	}
	return codes
}

// chessCodes are those of the starting position of chess.
var chessCodes = func() [board.SquareCount]byte {
	p := board.StartPosition()
	return squareCodes(&p)
}()

// otherSide returns the code of the same piece of the other colour.
func otherSide(code byte) byte {
	if code < 14 {
		return code ^ 1
	}
	return code
}

// putStart writes a starting position.
func putStart(e *encoder, p *board.Position) {
	for s, code := range squareCodes(p) {
		r := s >> 3
		edge := min(r, 7-r)
		same := sameWeights[edge]
		if code == chessCodes[s] {
			e.put(0, same, 256)
			continue
		}
		e.put(same, 256-same, 256)
		if r >= 4 {
			code = otherSide(code)
		}
		start := uint32(0)
		for _, w := range squareWeights[edge][:code] {
			start += w
		}
		e.put(start, squareWeights[edge][code], squareTotal)
	}
	e.put(uint32(p.Turn()), 1, 2)
	putNumber(e, uint32(p.FullMove()))
	putNumber(e, uint32(p.Rule50()))
}

// takeStart is the inverse of putStart. The error says why the position is impossible.
func takeStart(d *decoder, p *board.Position) error {
	var c board.Compact
	var occ board.Bitboard
	n := 0
	for s := range board.Square(board.SquareCount) {
		code := takeSquare(d, s)
		if code == emptySquare {
			continue
		}
		if n == 32 {
			return fmt.Errorf("the start has more than 32 pieces")
		}
		occ |= s.Bit()
		c[8+n/2] |= code << (n % 2 * 4)
		n++
	}
	binary.LittleEndian.PutUint64(c[:], uint64(occ))
	c[27] = byte(d.pick(2))
	binary.LittleEndian.PutUint16(c[24:], uint16(takeNumber(d)))
	rule50 := takeNumber(d)
	if rule50 > 255 {
		return fmt.Errorf("the start comes after %d plies without capture or pawn move", rule50)
	}
	c[26] = byte(rule50)
	return c.Unpack(p)
}

// takeSquare reads the code of a square.
func takeSquare(d *decoder, s board.Square) byte {
	edge := min(s.Rank(), 7-s.Rank())
	same := sameWeights[edge]
	d.divide(256)
	if !d.pass(same) {
		d.enter(same)
		return chessCodes[s]
	}
	d.enter(256 - same)
	weights := &squareWeights[edge]
	d.divide(squareTotal)
	code := byte(0)
	for d.pass(weights[code]) {
		code++
	}
	d.enter(weights[code])
	if s.Rank() >= 4 {
		code = otherSide(code)
	}
	return code
}

// putNumber writes a number below 1<<16: how many bits it has, and those after the first.
func putNumber(e *encoder, n uint32) {
	size := bits.Len32(n)
	e.put(uint32(size), 1, 17)
	if size > 1 {
		e.put(n-1<<(size-1), 1, 1<<(size-1))
	}
}

// takeNumber is the inverse of putNumber.
func takeNumber(d *decoder) uint32 {
	size := d.pick(17)
	if size < 2 {
		return size
	}
	return 1<<(size-1) | d.pick(1<<(size-1))
}
