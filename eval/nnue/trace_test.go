package nnue

import (
	"fmt"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// TestTraceKnowsMaterial gives the network one neuron that counts pawns and one that counts queens of the own side, so
// that every line of the trace can be foretold.
func TestTraceKnowsMaterial(t *testing.T) {
	n := NewNetwork(32, 8)
	for sq := board.Square(0); sq < board.SquareCount; sq++ {
		for class := range ClassCount(board.Pawn) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Pawn), sq, class)*32] = 20
		}
		for class := range ClassCount(board.Queen) {
			n.FeatureWeights[Feature(board.White, 0, board.NewPiece(board.White, board.Queen), sq, class)*32+1] = 100
		}
	}
	for bucket := range n.Buckets {
		w := n.outputWeights(bucket)
		w[0], w[1], w[32], w[33] = 100, 100, -100, -100
		n.OutputBias[bucket] = int32(bucket) * QA * QB / 4 // a pawn per bucket
	}
	must.Do(t, n.Validate())
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
	must.Contain(t, text, fmt.Sprintf("Output %s for White, %d centipawns for black to move", pawns(-whole), whole),
		"Network of 5632 inputs, 2 x 32 neurons, 8 buckets",
		"     1 |    6-9 | "+fmt.Sprintf("%10s", pawns(-whole))+"  <- in use, 6 pieces",
		"     7 |  30-32 | "+fmt.Sprintf("%10s", pawns(-score(2, 1, 1, 7)))+"\n")
	must.Equal(t, strings.Count(text, "in use"), 1)
	pawn, white, black := pawns(score(1, 1, 1, 1)-whole), pawns(score(2, 0, 1, 1)-whole), pawns(score(2, 1, 0, 1)-whole)
	must.Contain(t, text, "|       |       |       |   q   |   k   |       |       |       |\n|       |       |       |"+fmt.Sprintf("%6s", black)+
		" |       |",
		"|   P   |   P   |       |       |       |       |       |       |\n|"+strings.Repeat(fmt.Sprintf("%6s", pawn)+" |", 2)+
			"       |",
		"|       |       |       |   Q   |   K   |       |       |       |\n|       |       |       |"+fmt.Sprintf("%6s", white)+
			" |       |")
}
