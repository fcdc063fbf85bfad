package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestGivesCheck compares the answer for every legal move of random positions with the position after the move.
func TestGivesCheck(t *testing.T) {
	var checks [8]int // checking moves seen, by flag
	for p := range playout.Positions(20, playout.Sample(200000)) {
		ci := p.CheckInfo()
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		for _, m := range list.Slice() {
			var next board.Position
			p.Make(m, &next)
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

// TestGivesCheckByHand has a case for every way to give check.
func TestGivesCheckByHand(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		want            bool
	}{
		{"direct", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", true},
		{"blocked", "1n2k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", false},
		{"pawn", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", "d6d7", true},
		{"double step", "8/8/8/4k3/8/8/3P4/4K3 w - - 0 1", "d2d4", true},
		{"discovered by a knight", "4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2c1", true},
		{"king stays on the line", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2e3", false},
		{"pawn stays on the file", "4k3/8/8/8/8/4P3/8/4RK2 w - - 0 1", "e3e4", false},
		{"discovered by the king", "4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", true},
		{"discovered by en passant, the taken pawn's line", "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true},
		{"discovered by en passant, diagonal", "8/5k2/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "e5d6", true},
		{"castling, the rook checks", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
		{"castling, the king uncovers the rook", "8/8/8/8/8/8/8/RK3k2 w A - 0 1", "b1a1", true},
		{"castling, none", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
		{"promotion to a queen", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", false},
		{"promotion to a knight", "8/P7/2k5/8/8/8/8/4K3 w - - 0 1", "a7a8n", false},
		{"promotion to a knight with check", "8/P1k5/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", true},
		{"promotion through the pawn's own square", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8r", true},
		{"promotion uncovers", "8/k2P3R/8/8/8/8/8/4K3 w - - 0 1", "d7d8b", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := playout.Parse(t, c.fen)
			m, err := movegen.ParseMove(&p, c.move)
			if err != nil {
				t.Fatal(err)
			}
			ci := p.CheckInfo()
			if got := p.GivesCheck(m, &ci); got != c.want {
				t.Errorf("%s: GivesCheck(%s) = %v, want %v", c.fen, c.move, got, c.want)
			}
		})
	}
}
