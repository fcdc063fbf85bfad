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
		p = playout.After(&p, m)
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
