package textbook

import "math/rand/v2"

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
