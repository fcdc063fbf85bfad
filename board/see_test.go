package board_test

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// exchangeValue returns the value in centipawns of the exchange that m starts, by plain recursion over the board:
// the side to take does so with its least valuable attacker, the one on the lowest square among equals, or stops.
func exchangeValue(p *board.Position, m board.Move) int {
	to, occ := m.To(), p.Occupied()&^m.From().Bit()|m.To().Bit()
	gain, standing := 0, board.SEEValue(p.At(m.From()).Type())
	switch {
	case m.Flag() == board.Castle:
		return 0
	case m.Flag() == board.EnPassant:
		gain = board.SEEValue(board.Pawn)
		occ &^= board.NewSquare(to.File(), m.From().Rank()).Bit()
	case p.At(to) != board.NoPiece:
		gain = board.SEEValue(p.At(to).Type())
	}
	if m.IsPromotion() {
		standing = board.SEEValue(m.Promotion())
		gain += standing - board.SEEValue(board.Pawn)
	}
	return gain - recapture(p, to, occ, p.Turn().Other(), standing)
}

// recapture returns what side wins by taking the piece worth standing centipawns on to, at least 0 since it need not.
func recapture(p *board.Position, to board.Square, occ board.Bitboard, side board.Color, standing int) int {
	attackers := board.AttackersByDefinition(p, side, to, occ) &^ to.Bit()
	for pt := board.Pawn; pt <= board.King; pt++ {
		for from := range attackers.All() {
			if p.At(from).Type() != pt {
				continue
			}
			rest := occ &^ from.Bit()
			if pt == board.King && board.AttackersByDefinition(p, side.Other(), to, rest)&^to.Bit() != 0 {
				return 0 // the square is protected: the king may not go there
			}
			return max(0, standing-recapture(p, to, rest, side.Other(), board.SEEValue(pt)))
		}
	}
	return 0
}

// TestSEE compares the threshold test with the value of the recursion, just below it, at it, just above it and at
// the thresholds that a search asks for.
func TestSEE(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	values := map[int]bool{}
	for p := range playout.Positions(30, playout.Sample(100000)) {
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		for _, m := range list.Slice() {
			value := exchangeValue(p, m)
			values[value] = true
			for _, threshold := range []int{value - 1, value, value + 1, 0, 1, -100, rng.IntN(2001) - 1000} {
				if got, want := p.SEE(m, threshold), value >= threshold; got != want {
					t.Fatalf("%s: SEE(%s, %d) = %v, but the exchange is worth %d", p.FEN(), movegen.FormatMove(p, m, true), threshold, got, value)
				}
			}
		}
	}
	if len(values) < 20 {
		t.Errorf("only %d different values were seen", len(values))
	}
}

// TestSEEByHand holds exchanges counted by hand. P, N, B, R and Q stand for the values of the pieces.
func TestSEEByHand(t *testing.T) {
	P, N, B, R, Q := board.SEEValue(board.Pawn), board.SEEValue(board.Knight), board.SEEValue(board.Bishop), board.SEEValue(board.Rook), board.SEEValue(board.Queen)
	for _, c := range []struct {
		name, fen, move string
		value           int
	}{
		{"undefended pawn", "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P},
		{"pawn defended by a pawn", "4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R},
		{"two rooks against one", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
		{"two rooks against two", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R},
		{"a queen before her rook", "3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", P - Q + R},
		{"a rook before the queen", "3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", P},
		{"a bishop behind the pawn that takes", "4k3/8/2p5/3p4/4P3/5B2/8/4K3 w - - 0 1", "e4d5", P},
		{"the same without the bishop", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
		{"the king takes back", "8/8/4k3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R},
		{"the king must not take back", "8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P},
		{"the king takes undefended", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", P},
		{"knight for bishop", "4k3/2p5/3b4/8/4N3/8/8/4K3 w - - 0 1", "e4d6", B - N},
		{"a quiet move into danger", "4k3/8/4p3/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -R},
		{"a quiet move, protected, against a pawn", "4k3/8/4p3/8/8/8/3N4/3RK3 w - - 0 1", "d2c4", 0},
		{"a knight offered for a pawn", "4k3/8/4p3/8/2P5/5N2/8/4K3 w - - 0 1", "f3d4", 0},
		{"a knight put where a pawn takes it", "4k3/8/4p3/8/8/2N5/2P5/4K3 w - - 0 1", "c3d5", -N},
		{"a protected knight put where a pawn takes it", "4k3/8/4p3/8/2P5/2N5/8/4K3 w - - 0 1", "c3d5", P - N},
		{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", Q - P},
		{"promotion, the queen is lost", "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -P},
		{"promotion with a capture", "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", R + Q - P},
		{"underpromotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", N - P},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P},
		{"en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
		{"en passant opens the file behind the pawn", "4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", P},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0},
		{"pins do not count", "4k3/4n3/8/3p4/8/8/4R3/3RK3 w - - 0 1", "d1d5", P - R},
		{"for Black too", "3rk3/3r4/8/3P4/8/8/3R4/4K3 b - - 0 1", "d7d5", P},
		{"pawn takes queen, whatever comes", "4k3/4p3/3q4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", Q - P},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := playout.Parse(t, c.fen)
			m, err := movegen.ParseMove(&p, c.move)
			if err != nil {
				t.Fatal(err)
			}
			if !p.SEE(m, c.value) || p.SEE(m, c.value+1) {
				t.Errorf("%s: %s is not worth %d; the recursion says %d", c.fen, c.move, c.value, exchangeValue(&p, m))
			}
		})
	}
}
