package syzygy

import (
	"strings"

	"vertigo/board"
)

// maxPieces is the largest number of pieces that the format provides for.
const maxPieces = 7

// materialKey identifies the pieces of both sides other than the kings: a count of three bits for each kind.
//
//	 29            15 14             0
//	+----------------+----------------+
//	| Black Q R B N P| White Q R B N P|
//	+----------------+----------------+
//
// It is unambiguous for positions of at most seven pieces, kings included.
type materialKey uint32

// sideBits is the width of one side's counts in a materialKey.
const sideBits = 15

// pieceKey is the share of each piece in a materialKey, indexed by board.Piece.
var pieceKey = func() (keys [board.PieceCount + 1]materialKey) {
	for t := board.Pawn; t < board.King; t++ {
		keys[board.NewPiece(board.White, t)] = 1 << (3 * t)
		keys[board.NewPiece(board.Black, t)] = 1 << (3*t + sideBits)
	}
	return keys
}()

// keyOf returns the key of the pieces that p has on the squares occupied, at most seven.
func keyOf(p *board.Position, occupied board.Bitboard) (key materialKey) {
	for occupied != 0 {
		key += pieceKey[p.At(occupied.Pop())]
	}
	return key
}

// swapped returns the key with the colours exchanged.
func (k materialKey) swapped() materialKey {
	return k>>sideBits | k&(1<<sideBits-1)<<sideBits
}

// material is the pieces of both sides in the name of a table. In a table's own terms, White is the side named first.
type material struct {
	key    materialKey
	counts [board.PieceCount]int // how many of each piece, kings included
	count  int
}

// parseMaterial reads a name such as "KRPvKR" and reports whether it is one.
func parseMaterial(name string) (material, bool) {
	var m material
	white, black, found := strings.Cut(name, "v")
	if !found || len(white)+len(black) > maxPieces || len(white)+len(black) < 3 {
		return material{}, false
	}
	for color, side := range [...]string{white, black} {
		if !strings.HasPrefix(side, "K") || strings.Count(side, "K") != 1 {
			return material{}, false
		}
		for _, letter := range []byte(side) {
			t := strings.IndexByte("PNBRQK", letter)
			if t < 0 {
				return material{}, false
			}
			piece := board.NewPiece(board.Color(color), board.PieceType(t))
			m.counts[piece]++
			m.key += pieceKey[piece]
			m.count++
		}
	}
	return m, true
}

// symmetric reports whether both sides have the same pieces.
func (m *material) symmetric() bool { return m.key == m.key.swapped() }

// pawns returns the number of pawns of c.
func (m *material) pawns(c board.Color) int { return m.counts[board.NewPiece(c, board.Pawn)] }

// hasPawns reports whether either side has a pawn.
func (m *material) hasPawns() bool { return m.pawns(board.White)+m.pawns(board.Black) > 0 }

// leader returns the side whose pawns the index begins with: the one with fewer pawns if both have some, which
// compresses better.
func (m *material) leader() board.Color {
	white, black := m.pawns(board.White), m.pawns(board.Black)
	if white == 0 || black != 0 && black < white {
		return board.Black
	}
	return board.White
}

// loners returns how many kinds of pieces, the kings included, are on the board exactly once.
func (m *material) loners() (n int) {
	for _, count := range m.counts {
		if count == 1 {
			n++
		}
	}
	return n
}
