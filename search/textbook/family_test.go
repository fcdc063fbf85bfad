package textbook

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// everything is a state that all members of the family can search.
type everything[S any, M comparable] interface {
	Colored[S, M]
	Keyed[S, M]
}

// horizon makes a game that is over after a number of plies of another one. It gives depth limits to the
// searches that know none, without any help of those that do.
type horizon[S Colored[S, M], M comparable] struct {
	state S
	plies int
}

func (h horizon[S, M]) Moves() []M {
	if h.plies == 0 {
		return nil
	}
	return h.state.Moves()
}

func (h horizon[S, M]) Play(m M) horizon[S, M] {
	return horizon[S, M]{h.state.Play(m), h.plies - 1}
}

func (h horizon[S, M]) Evaluate() int { return h.state.Evaluate() }
func (h horizon[S, M]) Color() Color  { return h.state.Color() }

// member is a search of the family under one signature.
type member[S any, M comparable] struct {
	name   string
	search func(root S, depth int, table *Table[M]) Result[M]
}

// family returns all searches, in the order of the package comment.
func family[S everything[S, M], M comparable]() []member[S, M] {
	return []member[S, M]{
		{"Minimax", func(s S, depth int, _ *Table[M]) Result[M] { return Minimax(horizon[S, M]{s, depth}, nil) }},
		{"NegamaxColor", func(s S, depth int, _ *Table[M]) Result[M] { return NegamaxColor(horizon[S, M]{s, depth}, nil) }},
		{"Negamax", func(s S, depth int, _ *Table[M]) Result[M] { return Negamax(horizon[S, M]{s, depth}, nil) }},
		{"NegamaxDepth", func(s S, depth int, _ *Table[M]) Result[M] { return NegamaxDepth(s, depth, nil) }},
		{"AlphaBeta", func(s S, depth int, _ *Table[M]) Result[M] { return AlphaBeta(s, depth, -Infinity, Infinity, nil) }},
		{"AlphaBetaOrdered", func(s S, depth int, _ *Table[M]) Result[M] {
			return AlphaBetaOrdered(s, depth, -Infinity, Infinity, nil)
		}},
		{"AlphaBetaTable", func(s S, depth int, table *Table[M]) Result[M] {
			return AlphaBetaTable(s, depth, -Infinity, Infinity, table, nil)
		}},
		{"PVS", func(s S, depth int, table *Table[M]) Result[M] {
			return PVS(s, depth, -Infinity, Infinity, table, nil)
		}},
		{"IterativeDeepening", func(s S, depth int, table *Table[M]) Result[M] {
			return IterativeDeepening(s, depth, table, nil)
		}},
		{"MTDF", func(s S, depth int, table *Table[M]) Result[M] {
			return MTDF(s, depth, s.Evaluate(), table, nil)
		}},
	}
}

// withTable is where in family the searches begin that use the table.
const withTable = 6

// treeLimit is the size of the largest random tree, in nodes.
const treeLimit = 1500

// tableSizes are the numbers of slots that the searches with a table are tried with.
var tableSizes = []int{0, 1, 2, 7, 64, 1021}

// graphs calls check for count random graphs with a generator of its own each, in parallel parts.
func graphs(t *testing.T, count int, check func(t *testing.T, rng *rand.Rand, g *graph)) {
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprintf("part %d", part), func(t *testing.T) {
			t.Parallel()
			for i := part; i < count && !t.Failed(); i += parts {
				rng := rand.New(rand.NewPCG(uint64(i), 1))
				check(t, rng, newGraph(rng, randomShape(rng), treeLimit))
				if t.Failed() {
					t.Logf("in random graph %d", i)
				}
			}
		})
	}
}

// checkRoot compares what a search has found at the root with the true values of the graph.
func checkRoot(t *testing.T, name string, g *graph, values [][]int, depth int, r Result[edge]) {
	t.Helper()
	children := g.nodes[0].children
	if want := values[depth][0]; r.Value != want {
		t.Errorf("%s to depth %d: value %d, want %d", name, depth, r.Value, want)
	}
	if want := depth > 0 && len(children) > 0; r.HasMove != want {
		t.Errorf("%s to depth %d: HasMove %v, want %v", name, depth, r.HasMove, want)
	}
	if r.HasMove && -values[depth-1][children[r.Move]] != r.Value {
		t.Errorf("%s to depth %d: value %d, but its move is worth %d",
			name, depth, r.Value, -values[depth-1][children[r.Move]])
	}
	if r.Nodes < 1 {
		t.Errorf("%s to depth %d: %d nodes", name, depth, r.Nodes)
	}
}

func TestFamilyAgreesOnRandomGraphs(t *testing.T) {
	members := family[graphState, edge]()
	graphs(t, 12000, func(t *testing.T, rng *rand.Rand, g *graph) {
		values := g.values(8)
		depth := rng.IntN(9) // 7 and 8 reach every leaf
		for i, m := range members {
			sizes := tableSizes[:1]
			if i >= withTable {
				sizes = tableSizes
			}
			for _, size := range sizes {
				name := fmt.Sprintf("%s with %d slots", m.name, size)
				checkRoot(t, name, g, values, depth, m.search(g.root(), depth, NewTable[edge](size)))
			}
		}
	})
}

// TestOneTableForAll lets all searches, to all depths, from all states of a graph, share one small table.
func TestOneTableForAll(t *testing.T) {
	members := family[graphState, edge]()[withTable:]
	graphs(t, 1000, func(t *testing.T, rng *rand.Rand, g *graph) {
		values := g.values(8)
		table := NewTable[edge](tableSizes[rng.IntN(len(tableSizes))])
		for range 40 {
			m := members[rng.IntN(len(members))]
			at, depth := rng.IntN(len(g.nodes)), rng.IntN(9)
			r := m.search(graphState{g, at}, depth, table)
			if r.Value != values[depth][at] {
				t.Errorf("%s from %d to depth %d: value %d, want %d", m.name, at, depth, r.Value, values[depth][at])
			}
			if r.HasMove && -values[depth-1][g.nodes[at].children[r.Move]] != r.Value {
				t.Errorf("%s from %d to depth %d: the move does not achieve the value", m.name, at, depth)
			}
		}
	})
}

func TestMTDFWithAnyGuess(t *testing.T) {
	graphs(t, 1000, func(t *testing.T, rng *rand.Rand, g *graph) {
		depth := rng.IntN(7)
		values := g.values(depth)
		for _, guess := range []int{-Infinity - 1, -Infinity, -rng.IntN(2000), 0, rng.IntN(2000), Infinity, Infinity + 1} {
			r := MTDF(g.root(), depth, guess, NewTable[edge](64), nil)
			checkRoot(t, fmt.Sprintf("MTDF from %d", guess), g, values, depth, r)
		}
	})
}

// TestRandomGraphsAreWhatTheyClaim checks that the graphs have the features that they are meant to test.
func TestRandomGraphsAreWhatTheyClaim(t *testing.T) {
	var leafRoots, size, unequalDepth, transpositions, unequalWays, ties, deep int
	const count = 2000
	for i := range count {
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		g := newGraph(rng, randomShape(rng), treeLimit)
		parents := map[int][]int{}
		leafLayers, leafValues := map[int]bool{}, map[int]bool{}
		leaves, last := 0, 0
		for at, v := range g.nodes {
			for _, child := range v.children {
				parents[child] = append(parents[child], v.layer)
				if (g.nodes[child].layer-v.layer)%2 == 0 || g.nodes[child].layer <= v.layer {
					t.Fatalf("graph %d: an edge from %d leads to layer %d", i, at, g.nodes[child].layer)
				}
			}
			if len(v.children) == 0 {
				leafLayers[v.layer], leafValues[v.value] = true, true
				leaves++
			}
			last = max(last, v.layer)
		}
		size += g.treeSize()
		shared, ways := false, false
		for _, layers := range parents {
			for _, layer := range layers[1:] {
				shared = true
				ways = ways || layer != layers[0]
			}
		}
		for _, c := range []struct {
			count *int
			holds bool
		}{
			{&leafRoots, len(g.nodes) == 1}, {&unequalDepth, len(leafLayers) > 1}, {&transpositions, shared},
			{&unequalWays, ways}, {&ties, len(leafValues) < leaves}, {&deep, last >= 5},
		} {
			if c.holds {
				*c.count++
			}
		}
	}
	if leafRoots == 0 {
		t.Error("no graph is without a move")
	}
	if size < 50*count {
		t.Errorf("%d nodes in all trees", size)
	}
	t.Logf("%d nodes in all trees, %d roots without a move", size, leafRoots)
	for name, n := range map[string]int{
		"with leaves at unequal depth": unequalDepth, "with transpositions": transpositions,
		"with ways of unequal length": unequalWays, "with ties": ties, "at least five plies deep": deep,
	} {
		if n < count/5 {
			t.Errorf("only %d of %d graphs are %s", n, count, name)
		}
		t.Logf("%4d of %d graphs are %s", n, count, name)
	}
}
