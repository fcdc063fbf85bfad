package treeview

import (
	"vertigo/board"
	"vertigo/internal/analysis/gametree"
	"vertigo/movegen"
)

// node is a node of a recorded search.
type node = gametree.Node[state, board.Move]

// variant is one of the searches and what it did.
type variant struct {
	Name, About string
	Root        *node
	Best        board.Move // NoMove if there is none
	Nodes       int        // positions visited
	Leaves      int        // positions evaluated
	Cuts        int        // positions in which a move made the rest superfluous
	Skipped     int        // moves that were not tried because of that
	Hits        int        // positions that the table answered
}

// mostNodes bounds the tree of plain negamax: what is larger takes long to search and says no more.
const mostNodes = 250_000

// tableSlots is the size of the table: about one for each node of the largest tree.
const tableSlots = 1<<18 - 5

// deepest returns the greatest depth, wanted at most, to which plain negamax visits no more than mostNodes positions
// from p, and how many it visits then. It counts lines by the rules alone, and so a few too many where neither side
// has enough to win with.
func deepest(p *board.Position, wanted int) (depth, size int) {
	size = 1
	for depth < wanted {
		lines, _ := movegen.Perft(p, depth+1, nil)
		if uint64(size)+lines > mostNodes {
			break
		}
		depth, size = depth+1, size+int(lines)
	}
	return depth, size
}

// searches returns the four searches of root to depth plies, from the plainest to the cleverest.
func searches(root state, depth int) []*variant {
	const all = gametree.Infinity
	list := []struct {
		name, about string
		run         func(gametree.Observer[state, board.Move]) gametree.Result[board.Move]
	}{
		{"Negamax", "looks at every move of every position, to the end.",
			func(o gametree.Observer[state, board.Move]) gametree.Result[board.Move] {
				return gametree.NegamaxDepth(root, depth, o)
			}},
		{"Alpha-beta", "stops looking at a position as soon as one move proves that the opponent will not let it come about.",
			func(o gametree.Observer[state, board.Move]) gametree.Result[board.Move] {
				return gametree.AlphaBeta(root, depth, -all, all, o)
			}},
		{"Alpha-beta, moves ordered", "tries captures and promotions first: the sooner a good move is found, the more can be left out.",
			func(o gametree.Observer[state, board.Move]) gametree.Result[board.Move] {
				return gametree.AlphaBetaOrdered(root, depth, -all, all, o)
			}},
		{"Alpha-beta, ordered, with a table", "also remembers positions, and answers from memory when other moves lead to one again.",
			func(o gametree.Observer[state, board.Move]) gametree.Result[board.Move] {
				return gametree.AlphaBetaTable(root, depth, -all, all, gametree.NewTable[board.Move](tableSlots), o)
			}},
	}
	var variants []*variant
	for _, s := range list {
		var record gametree.Recorder[state, board.Move]
		result := s.run(record.Observe)
		v := &variant{Name: s.name, About: s.about, Root: record.Roots[0], Nodes: result.Nodes}
		if result.HasMove {
			v.Best = result.Move
		}
		v.count(v.Root)
		variants = append(variants, v)
	}
	return variants
}

// count adds what happened at n and below.
func (v *variant) count(n *node) {
	switch {
	case n.Hit != nil:
		v.Hits++
	case !n.HasBest:
		v.Leaves++
	}
	if n.Cut && len(n.Skipped) > 0 {
		v.Cuts++
		v.Skipped += len(n.Skipped)
	}
	for _, child := range n.Children {
		v.count(child)
	}
}
