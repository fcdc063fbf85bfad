package textbook

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
)

// TestFailSoftKeepsItsContract searches with random windows and holds the result and its move to the contract.
func TestFailSoftKeepsItsContract(t *testing.T) {
	searches := []struct {
		name   string
		search func(s graphState, depth, alpha, beta int, table *Table[edge]) Result[edge]
		soft   atomic.Int64 // results strictly outside of the window
		exact  atomic.Int64 // results inside of the window
	}{
		{name: "AlphaBeta", search: func(s graphState, depth, alpha, beta int, _ *Table[edge]) Result[edge] {
			return AlphaBeta(s, depth, alpha, beta, nil)
		}},
		{name: "AlphaBetaOrdered", search: func(s graphState, depth, alpha, beta int, _ *Table[edge]) Result[edge] {
			return AlphaBetaOrdered(s, depth, alpha, beta, nil)
		}},
		{name: "AlphaBetaTable", search: func(s graphState, depth, alpha, beta int, table *Table[edge]) Result[edge] {
			return AlphaBetaTable(s, depth, alpha, beta, table, nil)
		}},
		{name: "PVS", search: func(s graphState, depth, alpha, beta int, table *Table[edge]) Result[edge] {
			return PVS(s, depth, alpha, beta, table, nil)
		}},
	}
	t.Run("graphs", func(t *testing.T) {
		graphs(t, 6000, func(t *testing.T, rng *rand.Rand, g *graph) {
			depth := rng.IntN(7)
			values := g.values(depth)
			table := NewTable[edge](tableSizes[rng.IntN(len(tableSizes))])
			for range 4 {
				width := []int{1, 2, 5, 500}[rng.IntN(4)]
				alpha := values[depth][0] + rng.IntN(2*width+3) - 2 - 3*width/2
				beta := alpha + width
				for i := range searches {
					s := &searches[i]
					r := s.search(g.root(), depth, alpha, beta, table)
					checkContract(t, s.name, g, values, alpha, beta, r)
					if alpha < r.Value && r.Value < beta {
						s.exact.Add(1)
					}
					if r.HasMove && (r.Value < alpha || r.Value > beta) {
						s.soft.Add(1)
					}
				}
			}
		})
	})
	for i := range searches {
		soft, exact := searches[i].soft.Load(), searches[i].exact.Load()
		if soft < 1000 || exact < 1000 {
			t.Errorf("%s: %d soft and %d exact results are too few for the test to mean much", searches[i].name, soft, exact)
		}
		t.Logf("%s: %d soft and %d exact results", searches[i].name, soft, exact)
	}
}

// checkContract compares the result of a search of the root, to the last of the depths in values, with what
// fail-soft promises of the value and of the move.
func checkContract(t *testing.T, name string, g *graph, values [][]int, alpha, beta int, r Result[edge]) {
	t.Helper()
	depth := len(values) - 1
	truth := values[depth][0]
	kept := r.Value == truth
	if r.Value <= alpha {
		kept = truth <= r.Value
	} else if r.Value >= beta {
		kept = truth >= r.Value
	}
	if !kept {
		t.Errorf("%s(%d, %d, %d) = %d, but the value is %d", name, depth, alpha, beta, r.Value, truth)
	}
	if r.HasMove && r.Value > alpha {
		worth := -values[depth-1][g.nodes[0].children[r.Move]]
		if worth < r.Value || r.Value < beta && worth != r.Value {
			t.Errorf("%s(%d, %d, %d) = %d, but its move is worth %d", name, depth, alpha, beta, r.Value, worth)
		}
	}
}
