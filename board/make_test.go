package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestMakeKeepsInvariants plays every legal move of random positions and recomputes the result from scratch.
func TestMakeKeepsInvariants(t *testing.T) {
	for p := range playout.Positions(10, playout.Sample(6000)) {
		before := *p
		must.Do(t, board.CheckInvariants(p))
		for m, next := range playout.Moves(p) {
			must.Do(t, board.CheckInvariants(next), p.FEN(), movegen.FormatMove(p, m, true))
		}
		if *p != before {
			t.Fatalf("%s: making moves has changed the position they start from", before.FEN())
		}
	}
}

// TestMakeNull checks that a null move leaves the position in which the opponent is to move, without en passant.
func TestMakeNull(t *testing.T) {
	enPassant := 0
	for p := range playout.Positions(11, playout.Sample(20000)) {
		if p.InCheck() {
			continue
		}
		var next board.Position
		p.MakeNull(&next)
		must.Do(t, board.CheckInvariants(&next), p.FEN())
		if next.Turn() == p.Turn() || next.EnPassant() != board.NoSquare || next.Castling() != p.Castling() ||
			next.Color(board.White) != p.Color(board.White) || next.Rule50() != p.Rule50()+1 {
			t.Fatalf("%s: a null move gives %s", p.FEN(), next.FEN())
		}
		if p.EnPassant() != board.NoSquare {
			enPassant++
		}
	}
	if enPassant == 0 {
		t.Error("no position with an en-passant square was tried")
	}
}

// TestCountersSaturate checks that games that go on for ever do not make the counters begin anew.
func TestCountersSaturate(t *testing.T) {
	p := playout.Parse(t, "4k3/8/8/8/8/8/8/4K3 b - - 254 99999999")
	start := p.FullMove()
	for i, text := range []string{"e8e7", "e1e2", "e7e8", "e2e1"} {
		m := must.Get(movegen.ParseMove(&p, text))(t)
		p = p.After(m)
		must.Equal(t, p.Rule50(), 255, i+1)
	}
	if p.ResetRule50(); p.Rule50() != 0 {
		t.Errorf("halfmove clock %d after it was reset", p.Rule50())
	}
	must.Equal(t, p.FullMove(), start, "move number")
}

// TestLikelyKeyAfter compares it with the key that the move leads to: they agree for every move that only takes a piece
// from one square to another, with or without a capture.
func TestLikelyKeyAfter(t *testing.T) {
	same, other := 0, 0
	for p := range playout.Positions(12, playout.Sample(5000)) {
		for m, next := range playout.Moves(p) {
			switch plain := m.Flag() == board.Normal && next.Castling() == p.Castling(); {
			case p.LikelyKeyAfter(m) == next.Key():
				same++
			case plain:
				t.Fatalf("%s, after %s: key %x, want %x", p.FEN(), movegen.FormatMove(p, m, true), p.LikelyKeyAfter(m), next.Key())
			default:
				other++
			}
		}
	}
	if same < 10*other {
		t.Errorf("right for %d moves, wrong for %d: too often to be of use", same, other)
	}
}

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
