package textbook

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"vertigo/internal/testing/must"
)

type (
	observer = Observer[graphState, edge]
	result   = Result[edge]
)

// question is what a search is asked for. A search has no use for some of it.
type question struct {
	depth, alpha, beta int
	table              *Table[edge]
}

// whole asks for the exact value to a depth.
func whole(depth, slots int) question {
	return question{depth, -Infinity, Infinity, NewTable[edge](slots)}
}

// What the searches have in common, and what not.
const (
	limited   = 1 << iota // searches to a depth, not to the end of the game
	remembers             // has a table
	windowed              // has a window
)

// member is a search of the family.
type member struct {
	name   string
	traits int
	search func(s graphState, q question, o observer) result
}

// family has all searches, in the order of the package comment. MTDF takes alpha for its guess.
var family = []member{
	{"Minimax", 0, func(s graphState, q question, o observer) result { return Minimax(s, o) }},
	{"NegamaxColor", 0, func(s graphState, q question, o observer) result { return NegamaxColor(s, o) }},
	{"Negamax", 0, func(s graphState, q question, o observer) result { return Negamax(s, o) }},
	{"NegamaxDepth", limited, func(s graphState, q question, o observer) result { return NegamaxDepth(s, q.depth, o) }},
	{"AlphaBeta", limited | windowed, func(s graphState, q question, o observer) result {
		return AlphaBeta(s, q.depth, q.alpha, q.beta, o)
	}},
	{"AlphaBetaOrdered", limited | windowed, func(s graphState, q question, o observer) result {
		return AlphaBetaOrdered(s, q.depth, q.alpha, q.beta, o)
	}},
	{"AlphaBetaTable", limited | windowed | remembers, func(s graphState, q question, o observer) result {
		return AlphaBetaTable(s, q.depth, q.alpha, q.beta, q.table, o)
	}},
	{"PVS", limited | windowed | remembers, func(s graphState, q question, o observer) result {
		return PVS(s, q.depth, q.alpha, q.beta, q.table, o)
	}},
	{"IterativeDeepening", limited | remembers, func(s graphState, q question, o observer) result {
		return IterativeDeepening(s, q.depth, q.table, o)
	}},
	{"MTDF", limited | remembers, func(s graphState, q question, o observer) result {
		return MTDF(s, q.depth, q.alpha, q.table, o)
	}},
}

// tableSizes are the numbers of slots that the searches with a table are tried with.
var tableSizes = []int{-1, 0, 1, 2, 7, 64, 1021}

// graphs calls check for count random graphs with a generator of its own each, in parallel parts.
func graphs(t *testing.T, count int, check func(t *testing.T, rng *rand.Rand, g *graph)) {
	const parts = 4
	for part := range parts {
		t.Run(fmt.Sprintf("part %d", part), func(t *testing.T) {
			t.Parallel()
			for i := part; i < count && !t.Failed(); i += parts {
				rng := rand.New(rand.NewPCG(uint64(i), 1))
				check(t, rng, newGraph(rng, randomShape(rng), 1500))
				if t.Failed() {
					t.Logf("in random graph %d", i)
				}
			}
		})
	}
}

// TestFamilyKeepsTheContract asks random searches for random depths, windows and guesses, at the root of random graphs and below
// it, with a table of their own or with one that all searches of a graph share. It holds the results to the contract of the
// package comment.
func TestFamilyKeepsTheContract(t *testing.T) {
	const depths = maxLayers + 1 // the last two reach every leaf
	var outside, inside [10]atomic.Int64
	t.Run("graphs", func(t *testing.T) {
		graphs(t, 10000, func(t *testing.T, rng *rand.Rand, g *graph) {
			values := g.values(depths)
			shared := NewTable[edge](tableSizes[rng.IntN(len(tableSizes))])
			for range 40 {
				i, at := rng.IntN(len(family)), rng.IntN(1+rng.IntN(len(g.nodes)))
				m, q := family[i], whole(rng.IntN(depths+1), tableSizes[rng.IntN(len(tableSizes))])
				if rng.IntN(2) == 0 {
					q.table = shared
				}
				if m.traits&limited == 0 {
					q.depth = depths
				}
				truth := values[q.depth][at]
				if m.traits&windowed != 0 && rng.IntN(2) == 0 {
					width := []int{1, 2, 5, 500}[rng.IntN(4)]
					q.alpha = truth + rng.IntN(2*width+3) - 2 - 3*width/2
					q.beta = q.alpha + width
				}
				guess := q
				if m.name == "MTDF" {
					guess.alpha = []int{-Infinity - 1, rng.IntN(4000) - 2000, truth, Infinity + 1}[rng.IntN(4)]
				}
				r := m.search(graphState{g, at}, guess, nil)
				if r.Value > q.alpha && r.Value < q.beta {
					inside[i].Add(1)
				} else if r.Value != q.alpha && r.Value != q.beta && r.HasMove {
					outside[i].Add(1)
				}
				checkContract(t, fmt.Sprintf("%s(%d, %d, %d) at %d", m.name, q.depth, guess.alpha, q.beta, at), g, at, values, q, r)
			}
		})
	})
	for i, m := range family {
		if in, out := inside[i].Load(), outside[i].Load(); in < 5000 || m.traits&windowed != 0 && out < 5000 {
			t.Errorf("%s: %d results inside of the window and %d outside are too few for the test to mean much", m.name, in, out)
		}
	}
}

// checkContract compares the result of a search with what the contract says of its value and its move.
func checkContract(t *testing.T, name string, g *graph, at int, values [][]int, q question, r result) {
	t.Helper()
	truth, children := values[q.depth][at], g.nodes[at].children
	kept := r.Value == truth
	if r.Value <= q.alpha {
		kept = truth <= r.Value
	} else if r.Value >= q.beta {
		kept = truth >= r.Value
	}
	if !kept {
		t.Errorf("%s = %d, but the value is %d", name, r.Value, truth)
	}
	must.Equal(t, r.HasMove, q.depth > 0 && len(children) > 0, name)
	if r.HasMove && r.Value > q.alpha {
		if worth := -values[q.depth-1][children[r.Move]]; worth < r.Value || r.Value < q.beta && worth != r.Value {
			t.Errorf("%s = %d, but its move is worth %d", name, r.Value, worth)
		}
	}
}

// TestEntryIsEnough holds an entry against the window from 10 to 20.
func TestEntryIsEnough(t *testing.T) {
	for _, c := range []struct {
		bound  Bound
		value  int
		enough bool
	}{
		{Exact, 0, true}, {Exact, 15, true}, {Exact, 99, true},
		{Lower, 9, false}, {Lower, 19, false}, {Lower, 20, true}, {Lower, 21, true},
		{Upper, 21, false}, {Upper, 11, false}, {Upper, 10, true}, {Upper, 9, true},
	} {
		e := Entry[edge]{Value: c.value, Bound: c.bound, Depth: 4}
		must.Equal(t, e.isEnough(4, 10, 20), c.enough, c.bound, c.value)
		if e.isEnough(3, 10, 20) || e.isEnough(5, 10, 20) {
			t.Errorf("bound %d, value %d is enough for a search of another depth", c.bound, c.value)
		}
	}
}

// TestOrder gives the root an entry of another depth, which is not enough for it: its move is tried first, the others by their
// hints.
func TestOrder(t *testing.T) {
	g := &graph{nodes: make([]vertex, 6)}
	g.nodes[0] = vertex{children: []int{1, 2, 3, 4, 5}, hints: []int{3, 9, 3, -2, 7}, key: 1}
	byHint := []edge{1, 4, 0, 2, 3}
	for _, m := range family {
		if m.traits&remembers == 0 || m.name == "IterativeDeepening" || m.name == "MTDF" {
			continue
		}
		for _, first := range byHint {
			want := slices.Insert(slices.DeleteFunc(slices.Clone(byHint), func(x edge) bool { return x == first }), 0, first)
			q := whole(1, 1)
			q.table.store(1, Entry[edge]{Value: 77, Depth: 2, Move: first})
			var tried []edge
			m.search(g.root(), q, func(e Event[graphState, edge]) {
				if e.Kind == Tried {
					tried = append(tried, e.Move)
				}
			})
			must.Equal(t, tried, want, m.name, first)
		}
	}
}

func TestDeepenYieldsEveryIteration(t *testing.T) {
	g := newGraph(rand.New(rand.NewPCG(6, 6)), shape{layers: 6, branch: 3, uniform: true, spread: 100}, 1500)
	next, nodes := 1, 0
	for depth, r := range Deepen(g.root(), 6, NewTable[edge](1021), nil) {
		if want := NegamaxDepth(g.root(), depth, nil).Value; depth != next || r.Value != want || r.Nodes <= nodes {
			t.Errorf("iteration %d, depth %d: %+v after %d nodes, want value %d", next, depth, r, nodes, want)
		}
		next, nodes = next+1, r.Nodes
		if depth == 5 {
			break
		}
	}
	must.Equal(t, next, 6, "the iterations ended before depth")
	iterations := 0
	for range Deepen(graphState{g, len(g.nodes) - 1}, 6, NewTable[edge](1021), nil) {
		iterations++
	}
	must.Equal(t, iterations, 1)
	if r := IterativeDeepening(g.root(), 0, NewTable[edge](1), nil); r.Value != g.root().Evaluate() || r.HasMove || r.Nodes != 1 {
		t.Errorf("depth 0: %+v", r)
	}
}

func TestInfiniteEvaluationIsRefused(t *testing.T) {
	for value, want := range map[int]bool{Infinity - 1: false, 1 - Infinity: false, Infinity: true, -Infinity: true} {
		t.Run(fmt.Sprint(value), func(t *testing.T) {
			defer func() {
				must.Equal(t, recover() != nil, want, "refused")
			}()
			g := &graph{nodes: []vertex{{value: value}}}
			if r := AlphaBeta(g.root(), 1, -Infinity, Infinity, nil); r.Value != value {
				t.Errorf("value %d", r.Value)
			}
		})
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

// graph is a random game: states with edges that lead only to later layers, of the other player. Two states may lead
// to the same one, over ways of different length, and any state may be without edges.
type graph struct {
	nodes []vertex
	first Color // the side to move at vertex 0
}

// vertex is a state of a graph.
type vertex struct {
	layer    int
	children []int // the vertex that each edge leads to; two edges may lead to the same
	hints    []int // per edge
	value    int   // what Evaluate says
	key      uint64
}

// shape says what a random graph looks like.
type shape struct {
	layers   int     // edges on the longest way, at most
	branch   int     // edges of one state, at most
	uniform  bool    // every state above the last layer has exactly branch edges
	stop     float64 // probability that a state has no edges; less near the root
	share    float64 // probability that an edge may lead to a state that exists already
	spread   int     // leaf values: the smaller, the more ties
	related  bool    // values change little from a state to the next, so that evaluation and hints mean something
	denseKey bool    // keys are small numbers rather than random ones
}

// maxLayers is the most plies that a game on a graph of randomShape can last.
const maxLayers = 7

// randomShape draws a shape.
func randomShape(rng *rand.Rand) shape {
	return shape{
		layers:   1 + rng.IntN(maxLayers),
		branch:   2 + rng.IntN(4),
		stop:     rng.Float64() * 0.3,
		share:    []float64{0, 0.5, 1}[rng.IntN(3)],
		spread:   []int{0, 1, 2, 10, 1000}[rng.IntN(5)],
		related:  rng.IntN(2) == 0,
		denseKey: rng.IntN(2) == 0,
	}
}

// newGraph draws a graph of the shape, or of a smaller one, whose tree has at most limit nodes.
func newGraph(rng *rand.Rand, s shape, limit int) *graph {
	for {
		g := &graph{first: First}
		if rng.IntN(2) == 0 {
			g.first = Second
		}
		g.grow(rng, s, 0, 0)
		left := limit
		if g.spend(0, &left); left >= 0 {
			g.hint(rng, s)
			return g
		}
		if s.branch > 2 {
			s.branch--
		} else {
			s.layers--
		}
	}
}

// grow adds a vertex and all that can be reached from it, and returns its number.
func (g *graph) grow(rng *rand.Rand, s shape, layer, parentValue int) int {
	at := len(g.nodes)
	v := vertex{layer: layer, value: rng.IntN(2*s.spread+1) - s.spread, key: rng.Uint64()}
	if s.related {
		v.value -= parentValue
	}
	if s.denseKey {
		v.key = uint64(at)
	}
	g.nodes = append(g.nodes, v)
	edges := s.branch
	if !s.uniform {
		edges = 1 + rng.IntN(s.branch)
	}
	if layer == s.layers || rng.Float64() < s.stop/float64(1+3*max(0, 2-layer)) {
		edges = 0
	}
	for range edges {
		child := rng.IntN(len(g.nodes))
		if (g.nodes[child].layer-layer)%2 != 1 || rng.Float64() >= s.share { // not in a later layer, of the other player
			child = g.grow(rng, s, layer+1, v.value)
		}
		g.nodes[at].children = append(g.nodes[at].children, child)
	}
	return at
}

// hint sets the hints: from what the child looks like, with noise, or from nothing at all.
func (g *graph) hint(rng *rand.Rand, s shape) {
	for i := range g.nodes {
		v := &g.nodes[i]
		for _, child := range v.children {
			hint := rng.IntN(5)
			if s.related {
				hint = -4*g.nodes[child].value + rng.IntN(2*s.spread+1)
			}
			v.hints = append(v.hints, hint)
		}
	}
}

// spend takes the nodes of the tree below a vertex from left, until that is negative.
func (g *graph) spend(at int, left *int) {
	*left--
	for _, child := range g.nodes[at].children {
		if *left >= 0 {
			g.spend(child, left)
		}
	}
}

// values returns value(vertex, depth) for all vertices and all depths up to the given one, as table[depth][vertex]. It
// is computed depth by depth, without recursion and without any of the searches under test.
func (g *graph) values(depth int) [][]int {
	table := make([][]int, depth+1)
	for d := range table {
		table[d] = make([]int, len(g.nodes))
		for i, v := range g.nodes {
			if d == 0 || len(v.children) == 0 {
				table[d][i] = v.value
				continue
			}
			best := -table[d-1][v.children[0]]
			for _, child := range v.children[1:] {
				best = max(best, -table[d-1][child])
			}
			table[d][i] = best
		}
	}
	return table
}

// edge is a move of a graphState: the number of the edge.
type edge uint8

// graphState is a vertex as a State.
type graphState struct {
	*graph
	at int
}

func (g *graph) root() graphState { return graphState{graph: g} }

func (s graphState) Moves() []edge {
	moves := make([]edge, len(s.nodes[s.at].children))
	for i := range moves {
		moves[i] = edge(i)
	}
	return moves
}

func (s graphState) Play(m edge) graphState {
	return graphState{graph: s.graph, at: s.nodes[s.at].children[m]}
}

func (s graphState) Evaluate() int   { return s.nodes[s.at].value }
func (s graphState) Hint(m edge) int { return s.nodes[s.at].hints[m] }
func (s graphState) Key() uint64     { return s.nodes[s.at].key }

func (s graphState) Color() Color {
	if s.nodes[s.at].layer%2 == 0 {
		return s.first
	}
	return -s.first
}

func TestRecorderSeesTheWholeSearch(t *testing.T) {
	for i := range 300 {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		g := newGraph(rng, randomShape(rng), 500)
		values := g.values(maxLayers)
		for _, m := range family {
			var r Recorder[graphState, edge]
			result := m.search(g.root(), whole(5, 64), func(e Event[graphState, edge]) {
				if e.Kind == Entered && e.Ply != len(r.open) || e.Kind != Entered &&
					(e.Ply+1 != len(r.open) || r.open[e.Ply].State != e.State) {
					t.Fatalf("%s: event %d at ply %d with %d states open", m.name, e.Kind, e.Ply, len(r.open))
				}
				r.Observe(e)
			})
			must.Equal(t, m.search(g.root(), whole(5, 64), nil), result, m.name)
			n := 0
			for _, root := range r.Roots {
				must.Equal(t, root.State, g.root(), m.name)
				n += checkNode(t, m.name, root, values)
			}
			if n != result.Nodes || len(r.open) > 0 {
				t.Errorf("%s visits %d nodes, %d were recorded, %d were not left", m.name, result.Nodes, n, len(r.open))
			}
			if last := r.Roots[len(r.Roots)-1]; m.name != "Minimax" && last.Value != result.Value {
				t.Errorf("%s finds %d, the last root says %d", m.name, result.Value, last.Value)
			}
		}
		if t.Failed() {
			t.Fatalf("in graph %d", i)
		}
	}
}

// checkNode holds a recorded visit, and all below it, to the rules of the game and of the search, and returns their number. The
// values of Minimax are for the first player.
func checkNode(t *testing.T, name string, n *Node[graphState, edge], values [][]int) (nodes int) {
	truth, value := values[min(n.Depth, len(values)-1)][n.State.at], n.Value
	if name == "Minimax" {
		value *= int(n.State.Color())
	}
	kept := map[Bound]bool{Exact: truth == value, Lower: truth >= value, Upper: truth <= value}
	if !kept[n.Bound()] {
		t.Errorf("%s: value %d of kind %d, but the truth is %d", name, value, n.Bound(), truth)
	}
	if n.Hit != nil || !n.HasBest {
		if len(n.Children) > 0 || n.Cut || n.HasBest != (n.Hit != nil) {
			t.Errorf("%s: a leaf or hit with %d children, cut %v, best move %v", name, len(n.Children), n.Cut, n.HasBest)
		}
		return 1
	}
	return 1 + checkChildren(t, name, n, values)
}

// checkChildren checks that the children of n lead where the moves say, that no move is missing, and that the last
// visit by each move explains the value of n. It returns the number of nodes below n.
func checkChildren(t *testing.T, name string, n *Node[graphState, edge], values [][]int) (nodes int) {
	sign := -1
	if name == "Minimax" {
		sign = int(n.State.Color())
	}
	tried := map[edge]int{} // what the last visit said, for the side to move
	for _, child := range n.Children {
		must.Equal(t, child.State, n.State.Play(child.Move), name, child.Move)
		if n.Depth != Unlimited && child.Depth != n.Depth-1 {
			t.Errorf("%s: depth %d below depth %d", name, child.Depth, n.Depth)
		}
		tried[child.Move] = sign * child.Value
		nodes += checkNode(t, name, child, values)
	}
	best, all := -Infinity, slices.Clone(n.Skipped)
	for m, value := range tried {
		best = max(best, value)
		all = append(all, m)
	}
	slices.Sort(all)
	must.Equal(t, all, n.State.Moves(), name)
	value := n.Value
	if name == "Minimax" {
		value *= sign
	}
	if best != value || tried[n.Best] != value {
		t.Errorf("%s: value %d, but the best child says %d and the best move %d", name, value, best, tried[n.Best])
	}
	if n.Cut != (n.Value >= n.Beta) || !n.Cut && len(n.Skipped) > 0 {
		t.Errorf("%s: value %d, beta %d, cut %v, %d moves skipped", name, n.Value, n.Beta, n.Cut, len(n.Skipped))
	}
	return nodes
}
