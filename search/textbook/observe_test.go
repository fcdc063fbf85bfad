package textbook

import (
	"math/rand/v2"
	"slices"
	"testing"

	"vertigo/internal/testing/must"
)

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
