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
	piece := func(c board.Color, pt board.PieceType) board.Piece { return board.MakePiece(c, pt) }
	for _, c := range []struct {
		perspective board.Color
		king        string
		piece       board.Piece
		square      string
		threatened  bool
		want        int
	}{
		{board.White, "a1", piece(board.White, board.Pawn), "a2", false, 8},
		{board.White, "d1", piece(board.White, board.Pawn), "h2", false, 15},
		{board.White, "e1", piece(board.White, board.Pawn), "h2", false, 8},
		{board.White, "h8", piece(board.White, board.King), "h8", false, 5*64 + 56},
		{board.White, "c3", piece(board.Black, board.King), "a1", false, 384 + 5*64},
		{board.White, "b1", piece(board.Black, board.Queen), "d8", false, 384 + 4*64 + 59},
		{board.Black, "d8", piece(board.Black, board.Pawn), "a7", false, 8},
		{board.Black, "e8", piece(board.Black, board.Pawn), "a7", false, 15},
		{board.Black, "e8", piece(board.Black, board.King), "e8", false, 5*64 + 3},
		{board.Black, "a8", piece(board.White, board.Knight), "b1", false, 384 + 64 + 57},
		{board.Black, "g8", piece(board.White, board.Rook), "h1", false, 384 + 3*64 + 56},
		{board.White, "a1", piece(board.White, board.Pawn), "a2", true, 768 + 8},
		{board.Black, "e8", piece(board.Black, board.Pawn), "a7", true, 768 + 15},
		{board.Black, "g8", piece(board.White, board.Rook), "h1", true, 768 + 384 + 3*64 + 56},
	} {
		if got := Feature(c.perspective, square(c.king), c.piece, square(c.square), c.threatened); got != c.want {
			t.Errorf("%v with king %s sees %c on %s as %d, want %d", c.perspective, c.king, c.piece.Letter(), c.square, got, c.want)
		}
	}
}

// TestFeaturesAreDistinct: whatever the king's square, the 768 men on squares, under threat or not, are the inputs, and the
// own king is always on the files a to d.
func TestFeaturesAreDistinct(t *testing.T) {
	for c := board.White; c <= board.Black; c++ {
		for king := board.Square(0); king < board.SquareCount; king++ {
			var seen [FeatureCount]bool
			for pc := board.Piece(0); pc < board.PieceCount; pc++ {
				for sq := board.Square(0); sq < board.SquareCount; sq++ {
					for _, threatened := range [...]bool{false, true} {
						f := Feature(c, king, pc, sq, threatened)
						if f < 0 || f >= FeatureCount || seen[f] {
							t.Fatalf("%v with king %v sees %c on %v as %d, out of range or twice", c, king, pc.Letter(), sq, f)
						}
						seen[f] = true
					}
				}
			}
			if f := Feature(c, king, board.MakePiece(c, board.King), king, false); f/64 != 5 || f%8 > 3 {
				t.Errorf("%v sees its king on %v as %d", c, king, f)
			}
		}
	}
}

func TestBucket(t *testing.T) {
	for _, c := range []struct{ men, buckets, want int }{
		{2, 1, 0}, {32, 1, 0},
		{2, 8, 0}, {5, 8, 0}, {6, 8, 1}, {28, 8, 6}, {29, 8, 6}, {30, 8, 7}, {32, 8, 7},
		{2, 31, 0}, {3, 31, 1}, {32, 31, 30},
		{0, 8, 0}, {40, 8, 7}, // cannot occur, but stays inside
	} {
		if got := Bucket(c.men, c.buckets); got != c.want {
			t.Errorf("%d men in %d buckets: %d, want %d", c.men, c.buckets, got, c.want)
		}
	}
	for buckets := 1; buckets <= MaxBuckets; buckets++ {
		sizes := make([]int, buckets)
		for men := 2; men <= 32; men++ {
			b := Bucket(men, buckets)
			if first, last := bucketMen(b, buckets); men < first || men > last {
				t.Errorf("%d men are in bucket %d of %d, which reports %d to %d", men, b, buckets, first, last)
			}
			sizes[b]++
		}
		for b, size := range sizes {
			if even := 31 / buckets; size < even || size > even+1 {
				t.Errorf("bucket %d of %d has %d numbers of men, want %d or one more", b, buckets, size, even)
			}
		}
	}
}
