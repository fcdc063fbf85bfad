package textbook

import (
	"fmt"
	"testing"
)

func TestTicTacToeIsADraw(t *testing.T) {
	root := newGrid(3, 3, 3, false).start()
	for i, m := range family[gridState, uint8]() {
		for _, size := range []int{1, 2, 7, 10007} {
			r := m.search(root, 9, NewTable[uint8](size))
			if r.Value != 0 || !r.HasMove {
				t.Errorf("%s with %d slots finds %+v, not a draw", m.name, size, r)
			}
			if i < withTable {
				break
			}
		}
	}
}

func TestTicTacToeTreeIsComplete(t *testing.T) {
	root := newGrid(3, 3, 3, false).start()
	for i, nodes := range []int{
		Minimax(root, nil).Nodes, NegamaxColor(root, nil).Nodes, Negamax(root, nil).Nodes,
		NegamaxDepth(root, 9, nil).Nodes, NegamaxDepth(root, Unlimited, nil).Nodes,
	} {
		if nodes != 549946 {
			t.Errorf("search %d visits %d nodes, want 549946", i, nodes)
		}
	}
}

// TestEveryTicTacToePosition searches all positions of the game with one table, after its values are known.
func TestEveryTicTacToePosition(t *testing.T) {
	g := newGrid(3, 3, 3, false)
	known := map[[2]uint16]int{}
	g.start().solve(known)
	if len(known) != 5478 {
		t.Fatalf("%d positions, want 5478", len(known))
	}
	table := NewTable[uint8](499)
	members := family[gridState, uint8]()[4:]
	for key, want := range known {
		s := gridState{grid: g, mine: key[0], theirs: key[1]}
		for _, m := range members {
			if m.name == "AlphaBeta" && len(s.Moves()) > 7 {
				continue // the few large trees are searched in TestTicTacToeIsADraw
			}
			r := m.search(s, 9, table)
			if r.Value != want {
				t.Fatalf("%s of %+v: value %d, want %d", m.name, s, r.Value, want)
			}
			if r.HasMove != (len(s.Moves()) > 0) || r.HasMove && -s.Play(r.Move).solve(known) != want {
				t.Fatalf("%s of %+v: move %d does not achieve %d", m.name, s, r.Move, want)
			}
		}
	}
}

// TestConnectFourOn4x4 searches a game of 16 plies, too long for the plain searches, to its end, and all searches to
// a depth that they can reach.
func TestConnectFourOn4x4(t *testing.T) {
	g := newGrid(4, 4, 4, true)
	root := g.start()
	known := map[[2]uint16]int{}
	want := root.solve(known)
	if want != 0 || len(known) != 161029 {
		t.Fatalf("value %d and %d positions, want a draw and 161029", want, len(known))
	}
	for _, m := range family[gridState, uint8]()[withTable:] {
		r := m.search(root, 16, NewTable[uint8](1<<18-5))
		if r.Value != want || -root.Play(r.Move).solve(known) != want {
			t.Errorf("%s to the end finds %+v, want value %d", m.name, r, want)
		}
	}
	for depth := range 7 {
		want := NegamaxDepth(root, depth, nil)
		for _, m := range family[gridState, uint8]() {
			r := m.search(root, depth, NewTable[uint8](101))
			if r.Value != want.Value {
				t.Errorf("%s to depth %d: value %d, want %d", m.name, depth, r.Value, want.Value)
			}
			if r.HasMove && -NegamaxDepth(root.Play(r.Move), depth-1, nil).Value != want.Value {
				t.Errorf("%s to depth %d: move %d does not achieve %d", m.name, depth, r.Move, want.Value)
			}
		}
	}
}

func TestDeepenYieldsEveryRound(t *testing.T) {
	root := newGrid(3, 3, 3, false).start()
	next, nodes := 1, 0
	for depth, r := range Deepen(root, 6, NewTable[uint8](1021), nil) {
		if want := NegamaxDepth(root, depth, nil).Value; depth != next || r.Value != want {
			t.Errorf("round %d, depth %d: value %d, want %d", next, depth, r.Value, want)
		}
		if r.Nodes <= nodes {
			t.Errorf("depth %d: %d nodes in all, after %d", depth, r.Nodes, nodes)
		}
		next, nodes = next+1, r.Nodes
		if depth == 5 {
			break
		}
	}
	if next != 6 {
		t.Errorf("the rounds ended before depth %d", next)
	}
	over := gridState{grid: root.grid, mine: 0b100100000, theirs: 0b000000111}
	rounds := 0
	for range Deepen(over, 6, NewTable[uint8](1021), nil) {
		rounds++
	}
	if rounds != 1 {
		t.Errorf("%d rounds where the game is over, want 1", rounds)
	}
	if r := IterativeDeepening(root, 0, NewTable[uint8](1), nil); r.Value != root.Evaluate() || r.HasMove || r.Nodes != 1 {
		t.Errorf("depth 0: %+v", r)
	}
}

// endless is a game that evaluates its only state as value.
type endless struct{ value int }

func (endless) Moves() []int       { return []int{0} }
func (s endless) Play(int) endless { return s }
func (s endless) Evaluate() int    { return s.value }

func TestInfiniteEvaluationIsRefused(t *testing.T) {
	for _, c := range []struct {
		value   int
		refused bool
	}{{Infinity - 1, false}, {1 - Infinity, false}, {Infinity, true}, {-Infinity, true}} {
		t.Run(fmt.Sprint(c.value), func(t *testing.T) {
			defer func() {
				if refused := recover() != nil; refused != c.refused {
					t.Errorf("refused: %v, want %v", refused, c.refused)
				}
			}()
			for depth := range 3 {
				want := c.value
				if depth == 1 {
					want = -want
				}
				if r := AlphaBeta(endless{c.value}, depth, -Infinity, Infinity, nil); r.Value != want || r.HasMove != (depth > 0) {
					t.Errorf("depth %d: %+v, want value %d", depth, r, want)
				}
			}
		})
	}
}
