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
		for _, m := range playout.Legal(p) {
			value := exchangeValue(p, m)
			values[value] = true
			for _, threshold := range []int{value - 1, value, value + 1, 0, 1, -100, rng.IntN(2001) - 1000} {
				if got, want := p.SEE(m, threshold), value >= threshold; got != want {
					t.Fatalf("%s: SEE(%s, %d) = %v, but the exchange is worth %d", p.FEN(), movegen.FormatMove(p, m, true), threshold, got,
						value)
				}
			}
		}
	}
	if len(values) < 20 {
		t.Errorf("only %d different values were seen", len(values))
	}
}
