package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

// TestCanReach compares CanReach with the legal moves of random positions: it knows each move that changes nothing but the place
// of a piece, and no other.
func TestCanReach(t *testing.T) {
	known, others := 0, 0
	for p := range playout.Positions(41, playout.Sample(20000)) {
		for m, next := range playout.Moves(p) {
			piece := p.At(m.From()).Type()
			want := piece != board.Pawn && !p.IsCapture(m) && m.Flag() != board.Castle &&
				p.Castling() == next.Castling() && p.EnPassant() == board.NoSquare && next.EnPassant() == board.NoSquare
			if got := p.CanReach(next.Key()); got != want {
				t.Fatalf("%s, %v: CanReach says %t", p.FEN(), m, got)
			}
			if want {
				known++
			} else {
				others++
			}
		}
		if p.CanReach(p.Key()) {
			t.Fatalf("%s: reaches itself in one move", p.FEN())
		}
	}
	if known == 0 || others == 0 {
		t.Errorf("%d moves known, %d not: nothing was compared", known, others)
	}
}

// TestCanReachThrough checks that a piece in between is seen, and that the opponent's moves do not count.
func TestCanReachThrough(t *testing.T) {
	from := playout.Parse(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
	for _, c := range []struct {
		to   string
		want bool
	}{
		{"4k3/8/8/R7/8/8/8/4K3 b - - 1 1", true},
		{"R3k3/8/8/8/8/8/8/4K3 b - - 1 1", true},
		{"4k3/8/8/8/8/8/8/R2K4 b - - 1 1", true},
		{"3k4/8/8/8/8/8/8/R3K3 b - - 1 1", false}, // Black's king has moved
		{"4k3/8/8/8/1R6/8/8/4K3 b - - 1 1", false},
	} {
		to := playout.Parse(t, c.to)
		must.Equal(t, from.CanReach(to.Key()), c.want, c.to)
	}
	blocked := playout.Parse(t, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1")
	beyond := playout.Parse(t, "4k3/8/8/R7/8/P7/8/4K3 b - - 1 1")
	if blocked.CanReach(beyond.Key()) {
		t.Error("the rook passes through its own pawn")
	}
}
