package nnue

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// TestFeaturesAreDistinct: whatever the king's square, the pieces on squares, each in all its classes, are the inputs, and the
// own king is always on the files a to d.
func TestFeaturesAreDistinct(t *testing.T) {
	for c := board.White; c <= board.Black; c++ {
		for king := board.Square(0); king < board.SquareCount; king++ {
			var seen [FeatureCount]bool
			inputs := 0
			for pc := board.Piece(0); pc < board.PieceCount; pc++ {
				for sq := board.Square(0); sq < board.SquareCount; sq++ {
					for class := range ClassCount(pc.Type()) {
						f := Feature(c, king, pc, sq, class)
						if f < 0 || f >= FeatureCount || seen[f] {
							t.Fatalf("%v with king %v sees %c on %v as %d, out of range or twice", c, king, pc.Letter(), sq, f)
						}
						seen[f] = true
						inputs++
					}
				}
			}
			if inputs != FeatureCount {
				t.Fatalf("%d of %d inputs are in use", inputs, FeatureCount)
			}
			if f := Feature(c, king, board.NewPiece(c, board.King), king, 0); f%8 > 3 {
				t.Errorf("%v sees its king on %v as %d", c, king, f)
			}
		}
	}
}

func TestBucket(t *testing.T) {
	for _, c := range []struct{ pieces, buckets, want int }{
		{2, 1, 0}, {32, 1, 0},
		{2, 8, 0}, {5, 8, 0}, {6, 8, 1}, {28, 8, 6}, {29, 8, 6}, {30, 8, 7}, {32, 8, 7},
		{2, 31, 0}, {3, 31, 1}, {32, 31, 30},
		{0, 8, 0}, {40, 8, 7}, // cannot occur, but stays inside
	} {
		must.Equal(t, Bucket(c.pieces, c.buckets), c.want, c.pieces, c.buckets)
	}
	for buckets := 1; buckets <= MaxBuckets; buckets++ {
		sizes := make([]int, buckets)
		for pieces := 2; pieces <= 32; pieces++ {
			b := Bucket(pieces, buckets)
			if first, last := bucketPieces(b, buckets); pieces < first || pieces > last {
				t.Errorf("%d pieces are in bucket %d of %d, which reports %d to %d", pieces, b, buckets, first, last)
			}
			sizes[b]++
		}
		for b, size := range sizes {
			if even := 31 / buckets; size < even || size > even+1 {
				t.Errorf("bucket %d of %d has %d numbers of pieces, want %d or one more", b, buckets, size, even)
			}
		}
	}
}
