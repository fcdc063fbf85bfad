package nnue

import "vertigo/board"

// classFeatures is the number of inputs for the pieces of one type and class: one for each square and owner.
const classFeatures = 2 * 64

// owner is the bit of an input's number that the opponent's pieces have.
const owner = int(board.SquareCount)

// firstFeature has, for each piece as White sees it, the number of the first input for it: that of a1, if it is of class 0.
var firstFeature = func() (first [16]int) { // room for every code, so that no bounds are checked
	next := 0
	for pt := board.Pawn; pt <= board.King; pt++ {
		first[board.NewPiece(board.White, pt)] = next
		first[board.NewPiece(board.Black, pt)] = next + owner
		next += classCounts[pt] * classFeatures
	}
	return first
}()

// Feature returns the number 0..FeatureCount-1 of the input that a piece pc on sq is from the given perspective, whose
// king stands on king. The inputs for pawns come first, then those for knights, bishops, rooks, queens and kings. For each type
// those of its class 0 come first (see Traits), and for each class the perspective's own pieces, a1 first, then its
// opponent's. Black sees the ranks from its own side, and with the king on the files e to h the files are mirrored.
func Feature(perspective board.Color, king board.Square, pc board.Piece, sq board.Square, class int) int {
	return pieceFeature(pc, sq, class) ^ orientation(perspective, king)
}

// orientation returns what pieceFeature must be combined with by exclusive or to become the input from the perspective with the
// given king: it turns the ranks over and exchanges the owners for Black, and mirrors the files for a king on the files e to h.
func orientation(perspective board.Color, king board.Square) int {
	return int(perspective)*(owner|56) ^ int(king>>2&1*7)
}

// pieceFeature returns the input that a piece is from the perspective of White with a king on the files a to d.
func pieceFeature(pc board.Piece, sq board.Square, class int) int {
	return firstFeature[pc&15] + class*classFeatures + int(sq)
}

// Bucket returns the output bucket 0..buckets-1 for a position with the given number of pieces, kings included: the 31
// possible numbers 2..32 are divided among the buckets as evenly as whole numbers allow, the fewest pieces first.
func Bucket(pieces, buckets int) int {
	return min(max(pieces-2, 0), maxPieces-2) * buckets / (maxPieces - 1)
}
