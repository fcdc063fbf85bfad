package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/testing/playout"
)

// positions returns how many random positions a test looks at.
func positions() int {
	if testing.Short() {
		return 5_000
	}
	return 100_000
}

// network returns the network in the binary.
func network(tb testing.TB) *Network {
	tb.Helper()
	net, err := Default()
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

// flip returns p with the board turned upside down and the colours swapped: the same position for the other side.
func flip(tb testing.TB, p *board.Position) board.Position {
	tb.Helper()
	swap := func(s string) string {
		return strings.Map(func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z':
				return r - 'a' + 'A'
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return r
		}, s)
	}
	fields := strings.Fields(p.ShredderFEN())
	ranks := strings.Split(swap(fields[0]), "/")
	for i, j := 0, len(ranks)-1; i < j; i, j = i+1, j-1 {
		ranks[i], ranks[j] = ranks[j], ranks[i]
	}
	fields[0] = strings.Join(ranks, "/")
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swap(fields[2])
	if s, ok := board.ParseSquare(fields[3]); ok {
		fields[3] = s.Flip().String()
	}
	q, err := board.ParseFEN(strings.Join(fields, " "))
	if err != nil {
		tb.Fatalf("%s, flipped: %v", p.FEN(), err)
	}
	return q
}

// TestColourFlip checks that no colour is worth more than the other: a position and its mirror image with the colours
// swapped are the same to the side to move.
func TestColourFlip(t *testing.T) {
	e := nnue.New(network(t), 1)
	for p := range playout.Positions(1, positions()/4) {
		q := flip(t, p)
		if a, b := Static(e, p), Static(e, &q); a != b {
			t.Fatalf("%s is worth %d, %s %d", p.FEN(), a, q.FEN(), b)
		}
	}
}

// TestPlausible checks the order of things that every player agrees on.
func TestPlausible(t *testing.T) {
	e := nnue.New(network(t), 1)
	worth := func(fen string) int {
		t.Helper()
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return Static(e, &p)
	}
	for _, test := range []struct{ what, better, worse string }{
		{"a queen is more than a rook", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1"},
		{"a rook is more than a bishop", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1", "4k3/pppppppp/8/8/8/8/PPPPPPPP/3BK3 w - - 0 1"},
		{"a knight is more than a pawn", "4k3/pppp4/8/8/8/8/PPPP4/3NK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1"},
		{"a far passed pawn is better", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"},
		{"a knight wants the middle", "r1bq1rk1/ppp2ppp/2np1n2/4p3/4P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8", "r1bq1rk1/ppp2ppp/2np1n2/4p3/4P3/2NP4/PPP2PPP/R1BQ1RKN w - - 0 8"},
		{"a king wants shelter", "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1", "r2q1rk1/ppp2ppp/8/8/3K4/8/PPP2PPP/R2Q1R2 w - - 0 1"},
		{"a minor piece alone wins nothing", "4k3/8/8/8/8/8/4P3/3NK3 w - - 0 1", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1"},
		{"the fifty-move draw is far", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 90 80"},
	} {
		if better, worse := worth(test.better), worth(test.worse); better <= worse {
			t.Errorf("%s: %s is worth %d, %s %d", test.what, test.better, better, test.worse, worse)
		}
	}
}

// TestScale checks that no score leaves the bounds, whatever the pieces, and that Unscale gives it back where both sides have pawns,
// except for rounding.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	shrunk := 0
	for p := range playout.Positions(9, positions()/10) {
		if s := max(Scale(p, nnue.MaxScore), -Scale(p, -nnue.MaxScore)); s > MaxScore {
			t.Fatalf("%s: the highest score becomes %d", p.FEN(), s)
		}
		if p.Pieces(board.White, board.Pawn) == 0 || p.Pieces(board.Black, board.Pawn) == 0 {
			continue
		}
		want := rng.IntN(4001) - 2000
		score := Scale(p, want)
		if max(score, -score) < max(want, -want)*9/10 {
			shrunk++
		}
		if got := Unscale(p, score); max(got-want, want-got) > 5 {
			t.Fatalf("%s: %d is shrunk to %d, of which Unscale makes %d", p.FEN(), want, score, got)
		}
	}
	if shrunk < 100 {
		t.Errorf("only %d scores have been shrunk", shrunk)
	}
}
