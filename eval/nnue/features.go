package nnue

import "vertigo/board"

// Feature returns the number 0..FeatureCount-1 of the input that a piece pc on sq is from the given perspective, whose
// king stands on king. The perspective's own pieces are the first half, each half has 64 inputs for each of pawn,
// knight, bishop, rook, queen and king, in this order, with a1 first. Black sees the ranks from its own side, and with
// the king on the files e to h the files are mirrored.
func Feature(perspective board.Color, king board.Square, pc board.Piece, sq board.Square) int {
	return feature(perspective, orientation(perspective, king), pc, sq)
}

// orientation returns what a square must be combined with by exclusive or to become the square that the perspective
// with the given king sees: it turns the ranks over for Black and mirrors the files for a king on the files e to h.
func orientation(perspective board.Color, king board.Square) board.Square {
	return board.Square(perspective)*56 ^ king>>2&1*7
}

// feature is Feature with the orientation known.
func feature(perspective board.Color, orient board.Square, pc board.Piece, sq board.Square) int {
	enemy := (int(pc) ^ int(perspective)) & 1
	return enemy*(FeatureCount/2) + int(pc>>1)*64 + int(sq^orient)
}

// Bucket returns the output bucket 0..buckets-1 for a position with the given number of men, kings included: the 31
// possible numbers 2..32 are divided among the buckets as evenly as whole numbers allow, the fewest men first.
func Bucket(men, buckets int) int {
	return min(max(men-2, 0), maxMen-2) * buckets / (maxMen - 1)
}
