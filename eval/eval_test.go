package eval

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/eval/winrate"
	"vertigo/internal/testing/must"
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
	return must.Get(Default())(tb)
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
		{"a rook may", "4k3/p7/8/8/8/8/8/3RK3 w - - 0 1", score * 3 / 4, score * 9 / 10},
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

// TestEndings checks which endings against a bare king are shown as won, and that the score grows on the way to the mate.
func TestEndings(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		want      int // 1 won, -1 lost, 0 neither
	}{
		{"queen", "8/8/8/4k3/8/8/8/Q3K3 b - - 0 1", -1},
		{"rook", "8/8/8/4K3/8/8/8/r3k3 w - - 0 1", -1},
		{"bishops of both colours", "8/8/8/3k4/8/8/8/2BBK3 b - - 0 1", -1},
		{"bishop and knight", "8/8/8/3K4/8/8/8/2bnk3 b - - 0 1", 1},
		{"late", "8/8/8/3k4/8/8/8/2BNK3 w - - 80 90", 1},
		{"queen and pawn", "8/8/8/2k5/8/7P/8/3QK3 w - - 0 1", 1},
		{"bishops of one colour", "8/8/8/3k4/8/8/8/B1B1K3 w - - 0 1", 0},
		{"two knights", "8/8/8/3k4/8/8/8/2NNK3 w - - 0 1", 0},
		{"bishop and pawn", "8/8/8/8/3k4/P7/8/2B1K3 w - - 0 1", 0},
		{"pawns", "8/8/8/4k3/8/PPP5/8/4K3 w - - 0 1", 0},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
		{"one with a pawn", "8/8/8/p1k5/8/8/8/3QK3 w - - 0 1", 0},
	} {
		p := playout.Parse(t, test.fen)
		score := Scale(&p, 7)
		won := winrate.Centipawns(&p, score) >= 600 && winrate.OddsOf(&p, score, false).Win >= 999
		lost := winrate.Centipawns(&p, score) <= -600 && winrate.OddsOf(&p, score, false).Loss >= 999
		if won != (test.want > 0) || lost != (test.want < 0) || test.want == 0 && max(score, -score) > 7 {
			t.Errorf("%s: %d", test.name, score)
		}
	}
	for _, path := range [][]string{
		{"8/8/8/3k4/8/3K4/8/R7 w - - 0 1", "8/3k4/8/3K4/8/8/8/R7 w - - 0 1", "3k4/8/3K4/8/8/8/8/R7 w - - 0 1"},
		{"8/3k4/8/3K4/8/8/8/2BN4 w - - 0 1", "3k4/8/3K4/8/8/8/8/2BN4 w - - 0 1", "6k1/8/5K2/8/8/8/8/2BN4 w - - 0 1"}, // h8 is dark
	} {
		last := 0
		for _, fen := range path {
			p := playout.Parse(t, fen)
			score := Scale(&p, 0)
			if score <= last {
				t.Errorf("%s: %d, but %d before", fen, score, last)
			}
			last = score
		}
	}
}

// TestWinRateNetwork fails when the network is another than the one that the win-rate model is fitted to.
func TestWinRateNetwork(t *testing.T) {
	net := must.Get(Default())(t)
	must.Equal(t, net.String(), winrate.Network, net)
}

// TestLoad reads a network back from a file, and refuses other files with errors that name them; the reasons are nnue's.
func TestLoad(t *testing.T) {
	folder := t.TempDir()
	want := nnue.RandomNetwork(5, 32, 2)
	var file bytes.Buffer
	must.Do(t, want.Write(&file))
	write := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, content, 0o600))
		return path
	}
	got, err := Load(write("whole", file.Bytes()))
	if err != nil || got.String() != want.String() {
		t.Errorf("read %v, %v; want %v", got, err, want)
	}
	damaged := bytes.Clone(file.Bytes())
	damaged[5000] ^= 1
	for _, path := range []string{filepath.Join(folder, "missing"), write("empty", nil), write("damaged", damaged)} {
		_, err := Load(path)
		must.Fail(t, err, path)
	}
}

// TestDefaultCard checks that the network in the binary says where it comes from.
func TestDefaultCard(t *testing.T) {
	must.Contain(t, network(t).Info, "samples", "training")
}

// TestTrace checks that the last lines have the number that the search uses, and warn where the search never asks.
func TestTrace(t *testing.T) {
	net := network(t)
	e := nnue.New(net, 1)
	for p := range playout.Positions(9, 200) {
		text, want := Trace(net, p), Static(e, p)
		white := winrate.Current().Centipawns(want, winrate.Material(p))
		if p.Turn() == board.Black {
			white = -white
		}
		line := fmt.Sprintf("Evaluation %+.2f for White as it is shown, %d in the search for %v to move\n",
			float64(white)/100, want, p.Turn())
		if !strings.Contains(text, line) {
			t.Fatalf("%s: no line %q in\n%s", p.FEN(), line, text)
		}
		if strings.Contains(text, "in check") != p.InCheck() {
			t.Fatalf("%s: wrong about check:\n%s", p.FEN(), text)
		}
	}
}
