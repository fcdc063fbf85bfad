package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestMakeKeepsInvariants plays every legal move of random positions and recomputes the result from scratch.
func TestMakeKeepsInvariants(t *testing.T) {
	for p := range playout.Positions(10, playout.Sample(6000)) {
		before := *p
		if err := board.CheckInvariants(p); err != nil {
			t.Fatal(err)
		}
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		for _, m := range list.Slice() {
			var next board.Position
			p.Make(m, &next)
			if err := board.CheckInvariants(&next); err != nil {
				t.Fatalf("%s, after %s: %v", p.FEN(), movegen.FormatMove(p, m, true), err)
			}
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
		if err := board.CheckInvariants(&next); err != nil {
			t.Fatalf("%s, after a null move: %v", p.FEN(), err)
		}
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

// TestMake plays lines whose result is known in full.
func TestMake(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		moves     []string
		want      string
	}{
		{"double steps without a capture leave no square", board.StartFEN, []string{"e2e4", "c7c5", "g1f3"},
			"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{"a double step beside a pawn", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 5 9", []string{"d7d5"}, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10"},
		{"the pawn beside it is pinned", "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", []string{"d7d5"}, "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
		{"both pawns gone, the rank lies open", "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1", []string{"d7d5"},
			"4k3/8/8/K2pP2r/8/8/8/8 w - - 0 2"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10", []string{"e5d6"}, "4k3/8/3P4/8/8/8/8/4K3 b - - 0 10"},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 7", []string{"e1h1"}, "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 7"},
		{"castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 7", []string{"e8a8"}, "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 5 8"},
		{"a rook leaves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 7", []string{"h1g1"}, "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 5 7"},
		{"a rook takes a rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 7", []string{"h1h8"}, "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 7"},
		{"castling in place of each other", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", []string{"f1g1"}, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"the king stays, the rook jumps", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", []string{"c1b1"}, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"capture and promotion on a castling rook", "r3k3/1P6/8/8/8/8/8/4K3 w q - 3 1", []string{"b7a8n"},
			"N3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := board.NewGame(playout.Parse(t, c.fen))
			for _, text := range c.moves {
				m, err := movegen.ParseMove(&g.Position, text)
				if err != nil {
					t.Fatal(err)
				}
				g.Play(m)
			}
			if got := g.Position.FEN(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if err := board.CheckInvariants(&g.Position); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCountersSaturate checks that games that go on for ever do not make the counters begin anew.
func TestCountersSaturate(t *testing.T) {
	p := playout.Parse(t, "4k3/8/8/8/8/8/8/4K3 b - - 254 99999999")
	start := p.FullMove()
	for i, text := range []string{"e8e7", "e1e2", "e7e8", "e2e1"} {
		m, err := movegen.ParseMove(&p, text)
		if err != nil {
			t.Fatal(err)
		}
		var next board.Position
		p.Make(m, &next)
		p = next
		if p.Rule50() != 255 {
			t.Errorf("halfmove clock %d after %d moves from 254, want 255", p.Rule50(), i+1)
		}
	}
	if p.ResetRule50(); p.Rule50() != 0 {
		t.Errorf("halfmove clock %d after it was reset", p.Rule50())
	}
	if p.FullMove() != start {
		t.Errorf("move number %d after two moves of Black from the greatest, %d", p.FullMove(), start)
	}
}

func TestMakeAllocatesNothing(t *testing.T) {
	p := playout.Parse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	var list movegen.List
	movegen.Generate(&p, &list, movegen.All)
	var next board.Position
	if n := testing.AllocsPerRun(100, func() {
		ci := p.CheckInfo()
		for _, m := range list.Slice() {
			p.Make(m, &next)
			p.GivesCheck(m, &ci)
			p.SEE(m, 0)
		}
		p.MakeNull(&next)
	}); n != 0 {
		t.Errorf("%v allocations per run, want none", n)
	}
}

// TestLikelyKeyAfter compares it with the key that the move leads to: they agree for every move that only takes a piece
// from one square to another, with or without a capture.
func TestLikelyKeyAfter(t *testing.T) {
	same, other := 0, 0
	for p := range playout.Positions(12, playout.Sample(5000)) {
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		for _, m := range list.Slice() {
			var next board.Position
			p.Make(m, &next)
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
