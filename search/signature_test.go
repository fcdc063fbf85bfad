package search

import (
	"testing"

	"vertigo/internal/engine/bench"
)

// signature is the number of nodes of a small bench. Whoever changes what the search does changes it, too.
const signature = 322_352

// TestSignature checks that a change that is meant to change nothing does so: it counts the nodes of searches of few plies of the bench
// positions.
func TestSignature(t *testing.T) {
	requireSelective(t)
	e, sum := newEngine(t, 16, 1), uint64(0)
	for _, fen := range bench.Positions {
		e.NewGame()
		sum += e.Search(t.Context(), game(t, fen), Limits{Depth: 9}, Reporter{}).Nodes
	}
	if sum != signature {
		t.Errorf("%d nodes, want %d", sum, signature)
	}
}
