package textbook

import (
	"math/rand/v2"
	"testing"

	"vertigo/internal/testing/must"
)

// TestNodesFall checks that over many graphs each idea saves nodes, and tree by tree what holds not only on average.
func TestNodesFall(t *testing.T) {
	steps := family[3:8] // from NegamaxDepth to PVS
	nodes := make([]int, len(steps))
	for i := range 100 {
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		g := newGraph(rng, shape{layers: maxLayers, branch: 5, stop: 0.02, share: 0.2, spread: 100, related: true}, 20000)
		var here []int
		for k, m := range steps {
			here = append(here, m.search(g.root(), whole(maxLayers, 8191), nil).Nodes)
			nodes[k] += here[k]
		}
		if here[1] > here[0] {
			t.Errorf("graph %d: alpha-beta visits %d nodes of %d", i, here[1], here[0])
		}
		must.Equal(t, AlphaBetaTable(g.root(), maxLayers, -Infinity, Infinity, NewTable[edge](0), nil).Nodes, here[2], i)
	}
	for k, m := range steps {
		t.Logf("%-20s %9d nodes", m.name, nodes[k])
		if k > 0 && nodes[k] >= nodes[k-1] {
			t.Errorf("%s needs no less than %s", m.name, steps[k-1].name)
		}
	}
}

// TestDeepeningPaysWithoutHints searches trees whose evaluation means something and whose hints mean nothing: all the
// rounds together have to be cheaper than the last one on its own.
func TestDeepeningPaysWithoutHints(t *testing.T) {
	direct, rounds := 0, 0
	for i := range 4 {
		rng := rand.New(rand.NewPCG(uint64(i), 5))
		g := &graph{first: First}
		related := shape{layers: 6, branch: 6, uniform: true, spread: 100, related: true}
		g.grow(rng, related, 0, 0)
		g.hint(rng, shape{})
		direct += PVS(g.root(), 6, -Infinity, Infinity, NewTable[edge](65521), nil).Nodes
		rounds += IterativeDeepening(g.root(), 6, NewTable[edge](65521), nil).Nodes
	}
	t.Logf("%d nodes at once, %d in rounds", direct, rounds)
	if rounds >= direct {
		t.Errorf("%d nodes in rounds, %d at once", rounds, direct)
	}
}

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
