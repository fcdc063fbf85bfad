package board_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

func TestSquareNames(t *testing.T) {
	for s := board.Square(0); s < board.SquareCount; s++ {
		name := string(rune('a'+s%8)) + string(rune('1'+s/8))
		if got, ok := board.ParseSquare(name); !ok || got != s || s.String() != name {
			t.Errorf("square %d is called %s, and %s is read as %d, %v", s, s, name, got, ok)
		}
		if s.Flip() != board.NewSquare(s.File(), 7-s.Rank()) || s.Relative(board.White) != s || s.Relative(board.Black) != s.Flip() {
			t.Errorf("Black sees %v as %v, flipped it is %v", s, s.Relative(board.Black), s.Flip())
		}
	}
	for _, name := range []string{"", "e", "e44", "i1", "a0", "a9", "`1", "E4", "-"} {
		if s, ok := board.ParseSquare(name); ok || s != board.NoSquare {
			t.Errorf("ParseSquare(%q) = %v, %v", name, s, ok)
		}
	}
	must.Equal(t, board.NoSquare.String(), "-", "no square is printed")
}

func TestBitboard(t *testing.T) {
	if got := (board.Square(0).Bit() | board.Square(62).Bit()).String(); len(got) != 72 || got[6] != 'x' || got[7*9] != 'x' {
		t.Errorf("a1 and g8 are drawn as\n%s", got)
	}
	if board.Rank2.Up(board.White) != board.Rank3 || board.Rank2.Up(board.Black) != board.Rank1 || board.Rank8.Up(board.White) != 0 {
		t.Error("Up goes the wrong way")
	}
	must.Equal(t, board.NoPiece.Type().String(), "none", board.NoPiece.Type())
}

// TestAttackersTo compares all attack questions with the definition, for every square of random positions and
// with some pieces taken off.
func TestAttackersTo(t *testing.T) {
	for p := range playout.Positions(60, playout.Sample(3000)) {
		var attacked [board.ColorCount]board.Bitboard
		for _, occ := range []board.Bitboard{p.Occupied(), p.Occupied() & 0x5aa5c33c963c5aa5} {
			for s := board.Square(0); s < board.SquareCount; s++ {
				both := board.Bitboard(0)
				for c := board.White; c <= board.Black; c++ {
					want := board.AttackersByDefinition(p, c, s, occ)
					both |= want
					if occ != p.Occupied() {
						continue
					}
					if p.Attacked(c, s, occ) != (want != 0) {
						t.Fatalf("%s: Attacked(%v, %v) = %v", p.FEN(), c, s, want == 0)
					}
					if want != 0 {
						attacked[c] |= s.Bit()
					}
				}
				if got := p.AttackersTo(s, occ) & occ; got != both {
					t.Fatalf("%s: attackers of %v among\n%v are\n%v, want\n%v", p.FEN(), s, occ, got, both)
				}
			}
		}
		for c := board.White; c <= board.Black; c++ {
			for _, squares := range []board.Bitboard{^board.Bitboard(0), 0x5aa5c33c963c5aa5, 0} {
				if got, want := p.Unattacked(c, squares, p.Occupied()), squares&^attacked[c]; got != want {
					t.Fatalf("%s: of\n%v %v does not attack\n%v, want\n%v", p.FEN(), squares, c, got, want)
				}
			}
		}
	}
}

// TestCaptured compares the captured piece of each move with the piece that is missing after it.
func TestCaptured(t *testing.T) {
	enPassant := 0
	for p := range playout.Positions(61, playout.Sample(20000)) {
		for m, next := range playout.Moves(p) {
			them := p.Turn().Other()
			want := board.NoPiece
			for pt := board.Pawn; pt <= board.King; pt++ {
				if next.Pieces(them, pt).Count() < p.Pieces(them, pt).Count() {
					want = board.NewPiece(them, pt)
				}
			}
			if p.Captured(m) != want || p.IsCapture(m) != (want != board.NoPiece) ||
				p.IsQuiet(m) != (want == board.NoPiece && !m.IsPromotion()) {
				t.Fatalf("%s: %s takes %c, IsCapture %v, IsQuiet %v, want %c", p.FEN(), movegen.FormatMove(p, m, true),
					p.Captured(m).Letter(), p.IsCapture(m), p.IsQuiet(m), want.Letter())
			}
			if m.FromTo() != int(m.From())+64*int(m.To()) {
				t.Fatalf("%v has the number %d", m, m.FromTo())
			}
			if m.Flag() == board.EnPassant {
				enPassant++
			}
		}
	}
	if enPassant == 0 {
		t.Error("no en-passant capture was tried")
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
		{"4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
		{"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
		{"2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},
		{"4k3/8/8/8/8/B7/B7/4K3 w - - 0 1", false},
		{"4k3/8/8/8/3B4/8/1B6/B3K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false},
		{"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
		{"4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
	} {
		p := playout.Parse(t, c.fen)
		must.Equal(t, p.InsufficientMaterial(), c.want, c.fen)
	}
}

func TestStandardCastling(t *testing.T) {
	for fen, want := range map[string]bool{
		board.StartFEN:                         true,
		"4k3/8/8/8/8/8/8/3K4 w - - 0 1":        true, // no right, no question
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1":       true,
		"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1":      false,
		"4k3/8/8/8/8/8/8/5K1R w H - 0 1":       false,
		"1r2k3/8/8/8/8/8/8/4K2R w Kb - 0 1":    false,
		"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1": true,
		"rk5r/8/8/8/8/8/8/R3K2R w HAha - 0 1":  false,
	} {
		p := must.Get(board.ParseFEN(fen))(t)
		must.Equal(t, p.StandardCastling(), want, fen)
	}
}

// TestThreats compares the sets with what every piece attacks by itself.
func TestThreats(t *testing.T) {
	for p := range playout.Positions(13, playout.Sample(5000)) {
		for c := board.White; c <= board.Black; c++ {
			occ := p.Occupied() &^ p.Pieces(c.Other(), board.King)
			by := func(pt board.PieceType) (attacked board.Bitboard) {
				for s := range p.Pieces(c, pt).All() {
					if pt == board.Pawn {
						attacked |= board.PawnAttacks(c, s)
					} else {
						attacked |= board.Attacks(pt, s, occ)
					}
				}
				return attacked
			}
			want := board.Threats{
				ByPawn: by(board.Pawn), ByKnight: by(board.Knight), ByBishop: by(board.Bishop), ByRook: by(board.Rook),
				ByQueen: by(board.Queen),
			}
			for pt := board.Pawn; pt <= board.King; pt++ {
				want.All |= by(pt)
			}
			if got := p.Threats(c); got != want {
				t.Fatalf("%s, colour %d: %x, want %x", p.FEN(), c, got, want)
			}
		}
	}
}
