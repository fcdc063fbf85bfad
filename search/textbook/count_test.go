package textbook

import (
	"math/rand/v2"
	"testing"
)

// step is a search of the family with the nodes that it needs in all.
type step struct {
	name  string
	nodes int
}

// checkFalls fails unless the sums fall from each step to the next.
func checkFalls(t *testing.T, steps []step) {
	t.Helper()
	for i, s := range steps {
		t.Logf("%-20s %9d nodes", s.name, s.nodes)
		if i > 0 && s.nodes >= steps[i-1].nodes {
			t.Errorf("%s needs no less than %s", s.name, steps[i-1].name)
		}
	}
}

// falls adds the nodes of the searches of root that are expected to need less and less.
func falls[S everything[S, M], M comparable](steps []step, root S, depth int) []step {
	searches := []struct {
		name   string
		search func() Result[M]
	}{
		{"NegamaxDepth", func() Result[M] { return NegamaxDepth(root, depth, nil) }},
		{"AlphaBeta", func() Result[M] { return AlphaBeta(root, depth, -Infinity, Infinity, nil) }},
		{"AlphaBetaOrdered", func() Result[M] { return AlphaBetaOrdered(root, depth, -Infinity, Infinity, nil) }},
		{"AlphaBetaTable", func() Result[M] {
			return AlphaBetaTable(root, depth, -Infinity, Infinity, NewTable[M](8191), nil)
		}},
		{"PVS", func() Result[M] { return PVS(root, depth, -Infinity, Infinity, NewTable[M](8191), nil) }},
	}
	if steps == nil {
		steps = make([]step, len(searches))
	}
	for i, s := range searches {
		steps[i].name = s.name
		steps[i].nodes += s.search().Nodes
	}
	return steps
}

func TestNodesFallInTicTacToe(t *testing.T) {
	checkFalls(t, falls[gridState, uint8](nil, newGrid(3, 3, 3, false).start(), 9))
}

func TestNodesFallInConnectFour(t *testing.T) {
	checkFalls(t, falls[gridState, uint8](nil, newGrid(4, 4, 4, true).start(), 8))
}

func TestNodesFallOverRandomGraphs(t *testing.T) {
	var steps []step
	for i := range 200 {
		rng := rand.New(rand.NewPCG(uint64(i), 2))
		g := newGraph(rng, shape{layers: 7, branch: 5, stop: 0.02, share: 0.2, spread: 100, related: true}, 20000)
		steps = falls[graphState, edge](steps, g.root(), 7)
	}
	checkFalls(t, steps)
}

// TestAlphaBetaNeverVisitsMore compares tree by tree what holds not only on average.
func TestAlphaBetaNeverVisitsMore(t *testing.T) {
	graphs(t, 2000, func(t *testing.T, rng *rand.Rand, g *graph) {
		depth := rng.IntN(8)
		all := NegamaxDepth(g.root(), depth, nil).Nodes
		part := AlphaBeta(g.root(), depth, -Infinity, Infinity, nil).Nodes
		if part > all {
			t.Errorf("alpha-beta visits %d nodes of %d", part, all)
		}
		ordered := AlphaBetaOrdered(g.root(), depth, -Infinity, Infinity, nil).Nodes
		forgetful := AlphaBetaTable(g.root(), depth, -Infinity, Infinity, NewTable[edge](0), nil).Nodes
		if forgetful != ordered {
			t.Errorf("without a slot in the table %d nodes, without a table %d", forgetful, ordered)
		}
	})
}

// TestDeepeningPaysWithoutHints searches trees whose evaluation means something and whose hints mean nothing: all the
// rounds together have to be cheaper than the last one on its own.
func TestDeepeningPaysWithoutHints(t *testing.T) {
	direct, rounds := 0, 0
	for i := range 10 {
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
			if leaves := leavesOf(ordered); leaves != minimal {
				t.Errorf("branch %d, depth %d: %d leaves with a perfect order, want %d", branch, depth, leaves, minimal)
			}
			if leaves := leavesOf(scout); leaves != minimal {
				t.Errorf("branch %d, depth %d: PVS sees %d leaves with a perfect order, want %d", branch, depth, leaves, minimal)
			}
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
