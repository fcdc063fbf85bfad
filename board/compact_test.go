package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
)

func TestCompactRoundTrip(t *testing.T) {
	castling, enPassant := 0, 0
	for p := range playout.Positions(7, 20000) {
		c := p.Compact()
		var got board.Position
		if err := c.Unpack(&got); err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
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

func TestCompactUnpackDoesNotAllocate(t *testing.T) {
	p := board.StartPosition()
	c := p.Compact()
	var got board.Position
	if n := testing.AllocsPerRun(100, func() {
		if err := c.Unpack(&got); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestCompactRefuses changes one thing of a good position at a time.
func TestCompactRefuses(t *testing.T) {
	const ep = "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2"
	code := func(c *board.Compact, n int, v byte) {
		c[8+n/2] = c[8+n/2]&^(15<<(n%2*4)) | v<<(n%2*4)
	}
	// The occupied squares of ep in order: a1 R, e1 K, h1 R, d5 p, e5 P, e8 k.
	for name, damage := range map[string]func(c *board.Compact){
		"side to move":            func(c *board.Compact) { c[27] = 2 },
		"move number":             func(c *board.Compact) { c[24], c[25] = 0, 0 },
		"33 pieces":               func(c *board.Compact) { c[0], c[1], c[2], c[3], c[5] = 255, 255, 255, 255, 1 },
		"unknown code":            func(c *board.Compact) { code(c, 3, 15) },
		"code without piece":      func(c *board.Compact) { code(c, 31, 1) },
		"two kings":               func(c *board.Compact) { code(c, 0, byte(board.NewPiece(board.White, board.King))) },
		"no king":                 func(c *board.Compact) { code(c, 1, byte(board.NewPiece(board.White, board.Queen))) },
		"en passant, no pawn":     func(c *board.Compact) { code(c, 0, 14) },
		"en passant twice":        func(c *board.Compact) { code(c, 4, 14) },
		"en passant, other side":  func(c *board.Compact) { c[27] = 1 },
		"castling, black's rook":  func(c *board.Compact) { code(c, 0, 13) },
		"castling, not on rank 1": func(c *board.Compact) { code(c, 4, 12) },
		"king can be taken":       func(c *board.Compact) { code(c, 4, byte(board.NewPiece(board.White, board.Rook))) },
	} {
		p, err := board.ParseFEN(ep)
		if err != nil {
			t.Fatal(err)
		}
		c := p.Compact()
		if err := c.Unpack(&p); err != nil {
			t.Fatal(err)
		}
		damage(&c)
		if err := c.Unpack(&p); err == nil {
			t.Errorf("%s: accepted as %s", name, p.FEN())
		}
	}
}

// FuzzCompact: whatever is accepted is the one encoding of a position that FEN can tell as well.
func FuzzCompact(f *testing.F) {
	for p := range playout.Positions(3, 40) {
		c := p.Compact()
		f.Add(c[:])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) != board.CompactSize {
			return
		}
		c := board.Compact(data)
		var p board.Position
		if c.Unpack(&p) != nil {
			return
		}
		if again := p.Compact(); again != c {
			t.Fatalf("%x became %x", c, again)
		}
		q, err := board.ParseFEN(p.ShredderFEN())
		if err != nil {
			t.Fatal(err)
		}
		if q != p {
			t.Fatalf("%s became %s", p.ShredderFEN(), q.ShredderFEN())
		}
	})
}
