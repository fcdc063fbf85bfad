package board_test

import (
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestGivesCheck compares the answer for every legal move of random positions with the position after the move.
func TestGivesCheck(t *testing.T) {
	var checks [8]int // checking moves seen, by flag
	for p := range playout.Positions(20, playout.Sample(200000)) {
		ci := p.CheckInfo()
		for m, next := range playout.Moves(p) {
			if got := p.GivesCheck(m, &ci); got != next.InCheck() {
				t.Fatalf("%s: GivesCheck(%s) = %v", p.FEN(), movegen.FormatMove(p, m, true), got)
			}
			if next.InCheck() && !ci.MayCheck(p.At(m.From()).Type(), m) {
				t.Fatalf("%s: MayCheck(%s) is false", p.FEN(), movegen.FormatMove(p, m, true))
			}
			if next.InCheck() {
				checks[m.Flag()]++
			}
		}
	}
	for flag, n := range checks {
		if n == 0 {
			t.Errorf("no checking move with flag %d was tried", flag)
		}
	}
}

// TestGivesCheckByHand has the checks that random positions hardly ever show.
func TestGivesCheckByHand(t *testing.T) {
	for _, c := range []struct{ name, fen, move string }{
		{"en passant, the taken pawn's line", "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6"},
		{"en passant, the taken pawn's diagonal", "8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6"},
		{"castling, the king uncovers the rook", "8/8/8/8/8/8/8/RK3k2 w A - 0 1", "b1a1"},
		{"promotion through the pawn's own square", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8r"},
		{"promotion uncovers", "8/k2P3R/8/8/8/8/8/4K3 w - - 0 1", "d7d8b"},
	} {
		p := playout.Parse(t, c.fen)
		m := must.Get(movegen.ParseMove(&p, c.move))(t)
		if ci := p.CheckInfo(); !p.GivesCheck(m, &ci) {
			t.Errorf("%s: %s gives no check in %s", c.name, c.move, c.fen)
		}
	}
}
