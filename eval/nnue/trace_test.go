package nnue

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
)

// TestTraceKnowsMaterial gives the network one neuron that counts pawns and one that counts queens of the own side, so
// that every line of the trace can be foretold.
func TestTraceKnowsMaterial(t *testing.T) {
	n := NewNetwork(32, 8)
	for sq := board.Square(0); sq < board.SquareCount; sq++ {
		for variant := range VariantCount(board.Pawn) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Pawn), sq, variant)*32] = 20
		}
		for variant := range VariantCount(board.Queen) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Queen), sq, variant)*32+1] = 100
		}
	}
	for bucket := range n.Buckets {
		w := n.outputWeights(bucket)
		w[0], w[1], w[32], w[33] = 100, 100, -100, -100
		n.OutputBias[bucket] = int32(bucket) * QA * QB / 4 // a pawn per bucket
	}
	if err := n.Validate(); err != nil {
		t.Fatal(err)
	}
	p := parse(t, "3qk3/8/8/8/8/8/PP6/3QK3 b - - 0 1") // 6 pieces: bucket 1
	pawns := func(cp int) string { return fmt.Sprintf("%+.2f", float64(cp)/100) }
	worth := func(a int) int { return a * a * 100 }
	n.Scale = 500
	score := func(whitePawns, whiteQueens, blackQueens, bucket int) int { // for Black
		sum := worth(100*blackQueens) - worth(20*whitePawns) - worth(100*whiteQueens)
		return (sum + QA*int(n.OutputBias[bucket])) * 500 / (QA * QA * QB)
	}
	text := Trace(n, p)
	whole := score(2, 1, 1, 1)
	for _, want := range []string{
		fmt.Sprintf("Output %s for White, %d centipawns for black to move", pawns(-whole), whole),
		"Network of 5632 inputs, 2 x 32 neurons, 8 buckets",
		"     1 |    6-9 | " + fmt.Sprintf("%10s", pawns(-whole)) + "  <- in use, 6 pieces",
		"     7 |  30-32 | " + fmt.Sprintf("%10s", pawns(-score(2, 1, 1, 7))) + "\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %q in\n%s", want, text)
		}
	}
	pawn, white, black := pawns(score(1, 1, 1, 1)-whole), pawns(score(2, 0, 1, 1)-whole), pawns(score(2, 1, 0, 1)-whole)
	for _, line := range []string{
		"|       |       |       |   q   |   k   |       |       |       |\n|       |       |       |" + fmt.Sprintf("%6s", black) +
			" |       |",
		"|   P   |   P   |       |       |       |       |       |       |\n|" + strings.Repeat(fmt.Sprintf("%6s", pawn)+" |", 2) +
			"       |",
		"|       |       |       |   Q   |   K   |       |       |       |\n|       |       |       |" + fmt.Sprintf("%6s", white) +
			" |       |",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no lines\n%s\nin\n%s", line, text)
		}
	}
}

// TestTraceAgreesWithEvaluator looks at the last line for random networks, in check and out of it.
func TestTraceAgreesWithEvaluator(t *testing.T) {
	last := regexp.MustCompile(`Output [+-]\d+\.\d\d for White, (-?\d+) centipawns for (white|black) to move`)
	net := RandomNetwork(31, 64, 3)
	for _, fen := range []string{
		board.StartFEN,
		"r1bqk2r/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 0 9",
		"8/8/8/8/8/5k2/4q3/6K1 w - - 0 1",
		"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1",
	} {
		p := parse(t, fen)
		e := New(net, 0)
		e.Reset(p)
		text := Trace(net, p)
		m := last.FindStringSubmatch(text)
		if m == nil || m[1] != fmt.Sprint(e.Evaluate(0, p)) || m[2] != p.Turn().String() {
			t.Errorf("%s: evaluation %d, but\n%s", fen, e.Evaluate(0, p), text)
		}
		if n := strings.Count(text, "in use"); n != 1 {
			t.Errorf("%s: %d buckets are in use", fen, n)
		}
	}
}
