package nnue

import "vertigo/board"

// manFeatures is the number of inputs for the men that are not under threat; those under threat have as many.
const manFeatures = 768

// Feature returns the number 0..FeatureCount-1 of the input that a piece pc on sq is from the given perspective, whose
// king stands on king. The first half of the inputs is for men that are not under threat (see board.Position.Threatened), the
// second for those that are. In each half the perspective's own pieces come first, with 64 inputs for each of pawn, knight,
// bishop, rook, queen and king, in this order, a1 first; then its opponent's. Black sees the ranks from its own side, and with
// the king on the files e to h the files are mirrored.
func Feature(perspective board.Color, king board.Square, pc board.Piece, sq board.Square, threatened bool) int {
	f := manFeature(perspective, pc, sq)
	if threatened {
		f += manFeatures
	}
	return f ^ int(orientation(perspective, king))
}

// orientation returns what a square must be combined with by exclusive or to become the square that the perspective
// with the given king sees: it turns the ranks over for Black and mirrors the files for a king on the files e to h.
func orientation(perspective board.Color, king board.Square) board.Square {
	return board.Square(perspective)*56 ^ king>>2&1*7
}

// manFeature returns the feature of a piece that is not under threat, before orientation: what orientation returns changes the
// square alone, which is in the lowest bits.
func manFeature(perspective board.Color, pc board.Piece, sq board.Square) int {
	enemy := (int(pc) ^ int(perspective)) & 1
	return enemy*(manFeatures/2) + int(pc>>1)<<6 + int(sq)
}

// Bucket returns the output bucket 0..buckets-1 for a position with the given number of men, kings included: the 31
// possible numbers 2..32 are divided among the buckets as evenly as whole numbers allow, the fewest men first.
func Bucket(men, buckets int) int {
	return min(max(men-2, 0), maxMen-2) * buckets / (maxMen - 1)
}
