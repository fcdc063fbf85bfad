package gamedata

import (
	"bytes"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

func TestPackRoundTrip(t *testing.T) {
	castling, enPassant := 0, 0
	for p := range playout.Positions(7, 20000) {
		got, err := pack(p).unpack()
		must.Do(t, err, p.FEN())
		if got != *p {
			t.Fatalf("%s became %s", p.ShredderFEN(), got.ShredderFEN())
		}
		if p.Castling() != 0 {
			castling++
		}
		if p.EnPassant() != board.NoSquare {
			enPassant++
		}
	}
	if castling < 100 || enPassant < 100 {
		t.Errorf("only %d positions with castling rights and %d with en passant: the test says little", castling, enPassant)
	}
}

// TestUnpackRefuses changes one thing of a good position at a time.
func TestUnpackRefuses(t *testing.T) {
	p := playout.Parse(t, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2")
	code := func(c *packed, n int, v byte) {
		c[8+n/2] = c[8+n/2]&^(15<<(n%2*4)) | v<<(n%2*4)
	}
	// The occupied squares in order: a1 R, e1 K, h1 R, d5 p, e5 P, e8 k.
	for name, damage := range map[string]func(c *packed){
		"side to move":            func(c *packed) { c[27] = 2 },
		"move number":             func(c *packed) { c[24], c[25] = 0, 0 },
		"large move number":       func(c *packed) { c[24], c[25] = 255, 255 },
		"64 pieces":               func(c *packed) { copy(c[:8], bytes.Repeat([]byte{255}, 8)) },
		"unknown code":            func(c *packed) { code(c, 3, 15) },
		"code without piece":      func(c *packed) { code(c, 31, 1) },
		"two kings":               func(c *packed) { code(c, 0, byte(board.NewPiece(board.White, board.King))) },
		"no king":                 func(c *packed) { code(c, 1, byte(board.NewPiece(board.White, board.Queen))) },
		"en passant, no pawn":     func(c *packed) { code(c, 0, 14) },
		"en passant twice":        func(c *packed) { code(c, 4, 14) },
		"en passant, other side":  func(c *packed) { c[27] = 1 },
		"castling, black's rook":  func(c *packed) { code(c, 0, 13) },
		"castling, not on rank 1": func(c *packed) { code(c, 4, 12) },
		"king can be taken":       func(c *packed) { code(c, 4, byte(board.NewPiece(board.White, board.Rook))) },
	} {
		c := pack(&p)
		damage(&c)
		if got, err := c.unpack(); err == nil {
			t.Errorf("%s: accepted as %s", name, got.FEN())
		}
	}
}
