package tree

import (
	"vertigo/board"
	"vertigo/movegen"
	"vertigo/search/textbook"
)

// node is a node of a recorded search.
type node = textbook.Node[state, board.Move]

// variant is one of the searches with its statistics.
type variant struct {
	member
	Roots   []*node    // the visits to the root, in their order; nil for a search that visits the same tree as the first
	Value   int        // for the side to move
	Best    board.Move // NoMove if there is none
	Nodes   int        // positions visited
	Leaves  int        // positions evaluated
	Cuts    int        // positions with a cutoff
	Skipped int        // moves that were not tried because of cutoffs
	Hits    int        // positions that the table answered
}

// mostNodes bounds the tree of plain negamax: a larger tree takes long to search and shows no more.
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

// observer receives the steps of a search.
type observer = textbook.Observer[state, board.Move]

// search is one of the family of searches.
type search func(root state, depth int, o observer) textbook.Result[board.Move]

// member is a search with its description.
type member struct {
	Name, About string
	Round       string // name of a visit to the root where there are several
	run         search
}

// toEnd turns run, which searches to the end of the game, into a search to a depth, where the game counts as over.
func toEnd(run func(state, observer) textbook.Result[board.Move]) search {
	return func(root state, depth int, o observer) textbook.Result[board.Move] {
		root.horizon = depth
		return run(root, o)
	}
}

// opened returns a search with the open window.
func opened(run func(root state, depth, alpha, beta int, o observer) textbook.Result[board.Move]) search {
	return func(root state, depth int, o observer) textbook.Result[board.Move] {
		return run(root, depth, -textbook.Infinity, textbook.Infinity, o)
	}
}

// tabled returns a search with the open window and an empty table.
func tabled(run func(state, int, int, int, *textbook.Table[board.Move], observer) textbook.Result[board.Move]) search {
	return opened(func(root state, depth, alpha, beta int, o observer) textbook.Result[board.Move] {
		return run(root, depth, alpha, beta, newTable(), o)
	})
}

// family returns the searches, from the plainest to the best. The first exhaustive of them visit the whole tree.
func family() []member {
	return []member{
		{"Minimax", "the definition: White picks the greatest value, Black the least, each with a function of its own.", "",
			toEnd(textbook.Minimax)},
		{"Negamax with colour",
			"one function for both: what is good for one is bad for the other, so the sign changes at every move.", "",
			toEnd(textbook.NegamaxColor)},
		{"Negamax", "needs no colour, because the evaluation is for the player to move.", "", toEnd(textbook.Negamax)},
		{"Negamax to a depth", "stops at a horizon, where the evaluation is the value; visits every move up to it.", "",
			textbook.NegamaxDepth[state, board.Move]},
		{"Alpha-beta", "leaves a position as soon as one move proves that the opponent will avoid it.", "", opened(textbook.AlphaBeta)},
		{"Alpha-beta, moves ordered",
			"tries captures and promotions first: the sooner a good move is found, the more can be left out.", "",
			opened(textbook.AlphaBetaOrdered)},
		{"Alpha-beta, ordered, with a table", "also remembers positions, and reuses their values when other moves lead there.", "",
			tabled(textbook.AlphaBetaTable)},
		{"PVS (NegaScout)", "expects the first move to be best, asks of each other move only whether it is better, " +
			"and searches the few better ones again.", "",
			tabled(textbook.PVS)},
		{"Iterative deepening", "runs PVS to 1, 2, 3, … plies: there is always an answer, " +
			"and each round leaves good moves for the next to try first.", "round",
			func(root state, depth int, o observer) textbook.Result[board.Move] {
				return textbook.IterativeDeepening(root, depth, newTable(), o)
			}},
		{"MTD(f)", "never asks for the value, only whether it reaches a bound, again and again, until one value is left. " +
			"The first guess comes from a search two plies shallower, which is not counted here.", "question",
			func(root state, depth int, o observer) textbook.Result[board.Move] {
				guess := tabled(textbook.AlphaBetaTable)(root, max(depth-2, 0), nil)
				return textbook.MTDF(root, depth, guess.Value, newTable(), o)
			}},
	}
}

// exhaustive is the number of searches that visit the whole tree, of which the last one is drawn.
const exhaustive = 4

func newTable() *textbook.Table[board.Move] { return textbook.NewTable[board.Move](tableSlots) }

// searches runs the whole family on root to depth plies. The first of them whose tree is kept visits all of it.
func searches(root state, depth int) (list []*variant) {
	for i, m := range family() {
		list = append(list, m.search(root, depth, i >= exhaustive-1)) // the trees of the first ones are the same
	}
	return list
}

// search runs one search and counts its nodes; with keep, the tree is kept.
func (m member) search(root state, depth int, keep bool) *variant {
	v := &variant{member: m}
	var record textbook.Recorder[state, board.Move]
	hit := false // the node that is left next was answered by the table
	result := m.run(root, depth, func(e textbook.Event[state, board.Move]) {
		if keep {
			record.Observe(e)
		}
		switch e.Kind {
		case textbook.Hit:
			v.Hits++
			hit = true
		case textbook.Left:
			if !hit && !e.HasMove {
				v.Leaves++
			}
			hit = false
		case textbook.Cut:
			if len(e.Skipped) > 0 {
				v.Cuts++
				v.Skipped += len(e.Skipped)
			}
		}
	})
	v.Roots, v.Value, v.Nodes = record.Roots, result.Value, result.Nodes
	if result.HasMove {
		v.Best = result.Move
	}
	return v
}
