package textbook

import (
	"math/rand/v2"
	"testing"

	"vertigo/internal/testing/must"
)

// leavesOf counts the leaves that a search visits.
func leavesOf(search func(Observer[graphState, edge]) Result[edge]) int {
	leaves := 0
	search(func(e Event[graphState, edge]) {
		if e.Kind == Left && !e.HasMove {
			leaves++
		}
	})
	return leaves
}

// TestMinimalTree checks Knuth and Moore's count of leaves on trees of equal branching and depth: no order of moves
// gives less, the best move first gives exactly that, for alpha-beta and for PVS.
func TestMinimalTree(t *testing.T) {
	for depth := 1; depth <= 6; depth++ {
		for branch := 1; branch <= 5; branch++ {
			rng := rand.New(rand.NewPCG(uint64(depth), uint64(branch)))
			g := &graph{first: First}
			g.grow(rng, shape{layers: depth, branch: branch, uniform: true, spread: 1 << 20}, 0, 0)
			minimal := power(branch, (depth+1)/2) + power(branch, depth/2) - 1
			ordered := func(observe Observer[graphState, edge]) Result[edge] {
				return AlphaBetaOrdered(g.root(), depth, -Infinity, Infinity, observe)
			}
			scout := func(observe Observer[graphState, edge]) Result[edge] {
				return PVS(g.root(), depth, -Infinity, Infinity, NewTable[edge](0), observe)
			}

			g.hint(rng, shape{})
			if leaves := leavesOf(ordered); leaves < minimal {
				t.Errorf("branch %d, depth %d: %d leaves with a random order, fewer than %d", branch, depth, leaves, minimal)
			}
			g.hintPerfectly(depth)
			must.Equal(t, leavesOf(ordered), minimal, branch, depth)
			must.Equal(t, leavesOf(scout), minimal, branch, depth)
		}
	}
}

// hintPerfectly makes the true values the hints, for a search to the given depth of a graph that is a tree.
func (g *graph) hintPerfectly(depth int) {
	values := g.values(depth)
	for i := range g.nodes {
		v := &g.nodes[i]
		v.hints = nil
		for _, child := range v.children {
			v.hints = append(v.hints, -values[depth-g.nodes[child].layer][child])
		}
	}
}

// power returns base to the power of exponent.
func power(base, exponent int) int {
	p := 1
	for range exponent {
		p *= base
	}
	return p
}
