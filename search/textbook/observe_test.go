package textbook

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// observed returns all searches to a given depth under one signature that takes an observer. The plain ones go to
// the end of the game.
func observed(depth int) map[string]func(s graphState, o Observer[graphState, edge]) Result[edge] {
	type search = func(s graphState, o Observer[graphState, edge]) Result[edge]
	return map[string]search{
		"Minimax":      func(s graphState, o Observer[graphState, edge]) Result[edge] { return Minimax(s, o) },
		"NegamaxColor": func(s graphState, o Observer[graphState, edge]) Result[edge] { return NegamaxColor(s, o) },
		"Negamax":      func(s graphState, o Observer[graphState, edge]) Result[edge] { return Negamax(s, o) },
		"NegamaxDepth": func(s graphState, o Observer[graphState, edge]) Result[edge] { return NegamaxDepth(s, depth, o) },
		"AlphaBeta": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return AlphaBeta(s, depth, -Infinity, Infinity, o)
		},
		"AlphaBetaOrdered": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return AlphaBetaOrdered(s, depth, -Infinity, Infinity, o)
		},
		"AlphaBetaTable": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return AlphaBetaTable(s, depth, -Infinity, Infinity, NewTable[edge](64), o)
		},
		"PVS": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return PVS(s, depth, -Infinity, Infinity, NewTable[edge](64), o)
		},
		"IterativeDeepening": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return IterativeDeepening(s, depth, NewTable[edge](64), o)
		},
		"MTDF": func(s graphState, o Observer[graphState, edge]) Result[edge] {
			return MTDF(s, depth, 0, NewTable[edge](64), o)
		},
	}
}

// seen counts what occurred in the recorded trees of one search.
type seen struct {
	nodes, leaves, hits, cuts, skipped, twice int
}

func TestRecorderSeesTheWholeSearch(t *testing.T) {
	const depth = 5
	total := map[string]*seen{}
	for i := range 300 {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		g := newGraph(rng, randomShape(rng), 500)
		values := g.values(8)
		for name, search := range observed(depth) {
			var r Recorder[graphState, edge]
			result := search(g.root(), r.Observe)
			if plain := search(g.root(), nil); plain != result {
				t.Fatalf("graph %d: %s finds %+v unobserved, %+v observed", i, name, plain, result)
			}
			if total[name] == nil {
				total[name] = &seen{}
			}
			before := total[name].nodes
			for _, root := range r.Roots {
				if root.State != g.root() {
					t.Fatalf("graph %d: %s: a root is not the root", i, name)
				}
				checkNode(t, name, root, values, total[name])
			}
			if n := total[name].nodes - before; n != result.Nodes {
				t.Fatalf("graph %d: %s visits %d nodes, %d were recorded", i, name, result.Nodes, n)
			}
			if last := r.Roots[len(r.Roots)-1]; name != "Minimax" && last.Value != result.Value {
				t.Fatalf("graph %d: %s finds %d, the last root says %d", i, name, result.Value, last.Value)
			}
		}
		if t.Failed() {
			t.Fatalf("in graph %d", i)
		}
	}
	for name, s := range total {
		t.Logf("%-20s %+v", name, *s)
		plain := []string{"Minimax", "NegamaxColor", "Negamax", "NegamaxDepth"}
		prunes := !slices.Contains(plain, name)
		remembers := prunes && name != "AlphaBeta" && name != "AlphaBetaOrdered"
		scouts := name == "PVS" || name == "IterativeDeepening"
		if (s.cuts > 0) != prunes || (s.skipped > 0) != prunes || (s.hits > 0) != remembers ||
			(s.twice > 0) != scouts || s.leaves == 0 {
			t.Errorf("%s: %+v is not like it", name, *s)
		}
	}
}

// checkNode holds a recorded visit, and all below it, to the rules of the game and of the search. The values
// of Minimax are for the first player.
func checkNode(t *testing.T, name string, n *Node[graphState, edge], values [][]int, s *seen) {
	s.nodes++
	if n.Hit != nil {
		s.hits++
	}
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
		if n.Hit == nil {
			s.leaves++
		}
		return
	}
	checkChildren(t, name, n, values, s)
}

// checkChildren checks that the children of n lead where the moves say, that no move is missing, and that the last
// visit by each move explains the value of n.
func checkChildren(t *testing.T, name string, n *Node[graphState, edge], values [][]int, s *seen) {
	sign := -1
	if name == "Minimax" {
		sign = int(n.State.Color())
	}
	tried := map[edge]int{} // what the last visit said, for the side to move
	for _, child := range n.Children {
		if child.State != n.State.Play(child.Move) {
			t.Errorf("%s: move %d does not lead to its child", name, child.Move)
		}
		if n.Depth != Unlimited && child.Depth != n.Depth-1 {
			t.Errorf("%s: depth %d below depth %d", name, child.Depth, n.Depth)
		}
		if _, again := tried[child.Move]; again {
			s.twice++
		}
		tried[child.Move] = sign * child.Value
		checkNode(t, name, child, values, s)
	}
	best, all := -Infinity, slices.Clone(n.Skipped)
	for m, value := range tried {
		best = max(best, value)
		all = append(all, m)
	}
	slices.Sort(all)
	if !slices.Equal(all, n.State.Moves()) {
		t.Errorf("%s: moves %v were tried or skipped, the legal ones are %v", name, all, n.State.Moves())
	}
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
	if n.Cut {
		s.cuts++
		s.skipped += len(n.Skipped)
	}
}

// TestEventsAreNested reads the events of every search as brackets: each is told of the state that is open, at its ply.
func TestEventsAreNested(t *testing.T) {
	for i := range 100 {
		rng := rand.New(rand.NewPCG(uint64(i), 4))
		g := newGraph(rng, randomShape(rng), 500)
		for name, search := range observed(5) {
			var open []graphState
			tried := false // a move was made and its child not yet entered
			search(g.root(), func(e Event[graphState, edge]) {
				if e.Kind == Entered {
					if tried != (len(open) > 0) {
						t.Fatalf("graph %d: %s enters a state at ply %d without a move", i, name, e.Ply)
					}
					open, tried = append(open, e.State), false
				}
				if tried || len(open) != e.Ply+1 || open[e.Ply] != e.State {
					t.Fatalf("graph %d: %s: event %d at ply %d with %d states open", i, name, e.Kind, e.Ply, len(open))
				}
				switch e.Kind {
				case Tried:
					tried = true
				case Left:
					open = open[:e.Ply]
				}
			})
			if len(open) != 0 {
				t.Fatalf("graph %d: %s leaves %d states open", i, name, len(open))
			}
		}
	}
}
