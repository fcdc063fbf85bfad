package board_test

import (
	"math/rand/v2"
	"slices"
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
		if s.Relative(board.White) != s || s.Relative(board.Black) != board.NewSquare(s.File(), 7-s.Rank()) {
			t.Errorf("White sees %v as %v, Black as %v", s, s.Relative(board.White), s.Relative(board.Black))
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

// play makes moves in long algebraic notation.
func play(t *testing.T, g *board.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		g.Play(must.Get(movegen.ParseMove(&g.Position, text))(t))
	}
}

func TestRepetitions(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for n := range 4 {
		must.Equal(t, g.Repetitions(), n)
		play(t, g, shuffle...)
	}
	play(t, g, "e2e4")
	if len(g.Keys) != 0 || g.Repetitions() != 0 {
		t.Errorf("a pawn move leaves %d keys and %d repetitions", len(g.Keys), g.Repetitions())
	}
	play(t, g, shuffle[1], shuffle[0])
	must.Equal(t, len(g.Keys), 2)
}

// TestLongGame plays to and fro for a long time: the keys that a game keeps do not grow without end, and all those are there
// that the count of the fifty-move rule reaches back to.
func TestLongGame(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for i := range 1000 {
		play(t, g, shuffle[i%4])
		if len(g.Keys) != min(i+1, 255) || len(g.Keys) != int(g.Position.Rule50()) {
			t.Fatalf("%d keys after %d moves", len(g.Keys), i+1)
		}
	}
	must.Equal(t, g.Repetitions(), 63)
}

func TestGameClone(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	play(t, g, "g1f3", "g8f6")
	c := g.Clone()
	play(t, g, "f3g1")
	play(t, c, "b1c3", "f6g8")
	if len(g.Keys) != 3 || len(c.Keys) != 4 || !slices.Equal(g.Keys[:2], c.Keys[:2]) || g.Keys[2] != c.Keys[2] ||
		g.Position == c.Position {
		t.Errorf("a game and its copy have the keys %x and %x", g.Keys, c.Keys)
	}
	c.Keys[0] = 0
	if g.Keys[0] == 0 {
		t.Error("a game and its copy share their keys")
	}
}

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
		for _, m := range movegen.LegalMoves(p) {
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
