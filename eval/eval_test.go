package eval

import (
	"math/rand/v2"
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

// TestScaleOfPositions checks what the rules of chess make of a network's score.
func TestScaleOfPositions(t *testing.T) {
	const score = 1000
	for _, test := range []struct {
		name, fen   string
		least, most int
	}{
		{"the start", board.StartFEN, score, score},
		{"more queens than any game has", "qqqqqqqk/qqqqqqqp/8/8/8/8/QQQQQQQP/QQQQQQQK w - - 0 1", score * 7 / 5, score * 7 / 5},
		{"ninety plies without progress", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 90 80", score / 2, score * 2 / 3},
		{"little material", "4k3/4p3/8/8/8/8/4P3/3QK3 w - - 0 1", score * 3 / 4, score * 9 / 10},
		{"a minor piece alone wins nothing", "4k3/8/8/8/8/8/8/3BK3 w - - 0 1", score / 12, score / 9},
		{"nor Black's", "3nk3/8/8/8/8/8/8/4K3 b - - 0 1", score / 12, score / 9},
		{"a rook may", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1", score * 3 / 4, score * 9 / 10},
		{"a minor piece more than the other", "3bk3/8/8/8/8/8/8/2RNK3 w - - 0 1", score * 3 / 4, score * 9 / 10},
		{"the side with the pawn is ahead", "3nk3/8/8/8/8/8/4P3/4K3 w - - 0 1", score * 3 / 4, score * 9 / 10},
		{"the side without pawns is ahead", "3nk3/8/8/8/8/8/4P3/4K3 b - - 0 1", score / 12, score / 9},
	} {
		p := playout.Parse(t, test.fen)
		if got := Scale(&p, score); got < test.least || got > test.most {
			t.Errorf("%s: %d becomes %d, want %d to %d", test.name, score, got, test.least, test.most)
		}
		var other board.Position // the same for the other side
		p.MakeNull(&other)
		if got, want := Scale(&other, -score), -Scale(&p, score); got < want-score/100 || got > want+score/100 {
			t.Errorf("%s: for the other side %d, want %d", test.name, got, want)
		}
	}
}

// TestScale checks that no score leaves the bounds, whatever the pieces, and that Unscale gives it back where both sides have
// pawns, except for rounding.
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
