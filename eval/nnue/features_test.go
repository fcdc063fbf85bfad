package nnue

import (
	"testing"

	"vertigo/board"
)

func TestFeature(t *testing.T) {
	square := func(name string) board.Square {
		s, ok := board.ParseSquare(name)
		if !ok {
			t.Fatalf("no square %q", name)
		}
		return s
	}
	piece := func(c board.Color, pt board.PieceType) board.Piece { return board.NewPiece(c, pt) }
	for _, c := range []struct {
		perspective board.Color
		king        string
		piece       board.Piece
		square      string
		variant     int
		want        int
	}{
		{board.White, "a1", piece(board.White, board.Pawn), "a2", 0, 8},
		{board.White, "d1", piece(board.White, board.Pawn), "h2", 0, 15},
		{board.White, "e1", piece(board.White, board.Pawn), "h2", 0, 8},
		{board.White, "h8", piece(board.White, board.King), "h8", 0, 28*128 + 56},
		{board.White, "c3", piece(board.Black, board.King), "a1", 0, 28*128 + 64},
		{board.White, "b1", piece(board.Black, board.Queen), "d8", 0, 26*128 + 64 + 59},
		{board.Black, "d8", piece(board.Black, board.Pawn), "a7", 0, 8},
		{board.Black, "e8", piece(board.Black, board.Pawn), "a7", 0, 15},
		{board.Black, "e8", piece(board.Black, board.King), "e8", 3, 31*128 + 3},
		{board.Black, "a8", piece(board.White, board.Knight), "b1", 0, 8*128 + 64 + 57},
		{board.Black, "g8", piece(board.White, board.Rook), "h1", 0, 20*128 + 64 + 56},
		{board.White, "a1", piece(board.White, board.Pawn), "a2", 1, 128 + 8},
		{board.Black, "e8", piece(board.Black, board.Pawn), "a7", 7, 7*128 + 15},
		{board.Black, "g8", piece(board.White, board.Rook), "h1", 5, 25*128 + 64 + 56},
	} {
		if got := Feature(c.perspective, square(c.king), c.piece, square(c.square), c.variant); got != c.want {
			t.Errorf("%v with king %s sees %c on %s as %d, want %d", c.perspective, c.king, c.piece.Letter(), c.square, got, c.want)
		}
	}
}

// TestFeaturesAreDistinct: whatever the king's square, the pieces on squares, each in all its variants, are the inputs, and the
// own king is always on the files a to d.
func TestFeaturesAreDistinct(t *testing.T) {
	for c := board.White; c <= board.Black; c++ {
		for king := board.Square(0); king < board.SquareCount; king++ {
			var seen [FeatureCount]bool
			inputs := 0
			for pc := board.Piece(0); pc < board.PieceCount; pc++ {
				for sq := board.Square(0); sq < board.SquareCount; sq++ {
					for variant := range VariantCount(pc.Type()) {
						f := Feature(c, king, pc, sq, variant)
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
		if got := Bucket(c.pieces, c.buckets); got != c.want {
			t.Errorf("%d pieces in %d buckets: %d, want %d", c.pieces, c.buckets, got, c.want)
		}
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
