package movegen_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestIsLegal asks about all 65,536 values a move can have, in random positions.
func TestIsLegal(t *testing.T) {
	var legal [8]int // legal moves seen, by flag
	for p := range playout.Positions(120, playout.Sample(6000)) {
		var want [1 << 16]bool
		for _, m := range playout.Legal(p) {
			want[m] = true
			legal[m.Flag()]++
		}
		for m := range 1 << 16 {
			if got := movegen.IsLegal(p, board.Move(m)); got != want[m] {
				t.Fatalf("%s: IsLegal(%s, flag %d, top bit %d) = %v", p.ShredderFEN(), movegen.FormatMove(p, board.Move(m), true),
					board.Move(m).Flag(), m>>15, got)
			}
		}
	}
	for flag, n := range legal {
		if n == 0 {
			t.Errorf("no legal move with flag %d was tried", flag)
		}
	}
}
