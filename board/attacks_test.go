package board_test

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// byDefinition returns the squares that pc on s attacks, found by asking for each.
func byDefinition(pc board.Piece, s board.Square, occ board.Bitboard) board.Bitboard {
	var set board.Bitboard
	for to := board.Square(0); to < board.SquareCount; to++ {
		if to != s && board.AttacksByDefinition(pc, s, to, occ) {
			set |= to.Bit()
		}
	}
	return set
}

// TestSliderAttacks tries every occupancy of the squares that matter to a slider, on each square: a wrong magic
// factor shows up as one wrong entry among the 107,648.
func TestSliderAttacks(t *testing.T) {
	bishop, rook := board.NewPiece(board.White, board.Bishop), board.NewPiece(board.White, board.Rook)
	subsets := 0
	for s := board.Square(0); s < board.SquareCount; s++ {
		for _, slider := range []struct {
			piece   board.Piece
			attacks func(board.Square, board.Bitboard) board.Bitboard
		}{{bishop, board.BishopAttacks}, {rook, board.RookAttacks}} {
			mask := withoutLast(s, byDefinition(slider.piece, s, 0))
			for occ := board.Bitboard(0); ; {
				if got, want := slider.attacks(s, occ), byDefinition(slider.piece, s, occ); got != want {
					t.Fatalf("%v on %v among\n%v attacks\n%v, want\n%v", slider.piece.Type(), s, occ, got, want)
				}
				subsets++
				if occ = (occ - mask) & mask; occ == 0 {
					break
				}
			}
		}
	}
	must.Equal(t, subsets, 107648)
}

// withoutLast removes the last square of each ray from s, the one at the edge of the board.
func withoutLast(s board.Square, rays board.Bitboard) board.Bitboard {
	inner := rays
	for to := range rays.All() {
		end := true
		for further := range rays.All() {
			if board.StrictlyBetween(s, further).Has(to) {
				end = false
			}
		}
		if end {
			inner &^= to.Bit()
		}
	}
	return inner
}

// TestAttacks compares all attack functions with the definitions on boards filled by chance, thinly and densely.
func TestAttacks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for s := board.Square(0); s < board.SquareCount; s++ {
		for n := range 60 {
			occ := board.Bitboard(rng.Uint64())
			for range n % 4 {
				occ &= board.Bitboard(rng.Uint64())
			}
			for pt := board.Knight; pt <= board.King; pt++ {
				want := byDefinition(board.NewPiece(board.White, pt), s, occ)
				if got := board.Attacks(pt, s, occ); got != want {
					t.Fatalf("%v on %v among\n%v attacks\n%v, want\n%v", pt, s, occ, got, want)
				}
			}
			queen := byDefinition(board.NewPiece(board.White, board.Queen), s, occ)
			if got := board.QueenAttacks(s, occ); got != queen {
				t.Fatalf("queen on %v among\n%v attacks\n%v, want\n%v", s, occ, got, queen)
			}
		}
		for c := board.White; c <= board.Black; c++ {
			must.Equal(t, board.PawnAttacks(c, s), byDefinition(board.NewPiece(c, board.Pawn), s, 0), c, s)
		}
	}
}

func TestBetweenAndLine(t *testing.T) {
	for a := board.Square(0); a < board.SquareCount; a++ {
		for b := board.Square(0); b < board.SquareCount; b++ {
			if got, want := board.Between(a, b), board.StrictlyBetween(a, b); got != want {
				t.Fatalf("between %v and %v\n%v, want\n%v", a, b, got, want)
			}
			if got, want := board.Line(a, b), lineByDefinition(a, b); got != want {
				t.Fatalf("line through %v and %v\n%v, want\n%v", a, b, got, want)
			}
		}
	}
}

// lineByDefinition returns the squares c for which a, b and c lie on one rank, file or diagonal.
func lineByDefinition(a, b board.Square) board.Bitboard {
	var set board.Bitboard
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if a == b || df != 0 && dr != 0 && df != dr && df != -dr {
		return set
	}
	for c := board.Square(0); c < board.SquareCount; c++ {
		if (c.File()-a.File())*dr == (c.Rank()-a.Rank())*df {
			set |= c.Bit()
		}
	}
	return set
}
