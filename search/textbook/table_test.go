package textbook

import (
	"slices"
	"testing"
)

func TestEntrySettles(t *testing.T) {
	const alpha, beta = 10, 20
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
		if got := e.isEnough(4, alpha, beta); got != c.enough {
			t.Errorf("bound %d, value %d, window (%d, %d): enough %v", c.bound, c.value, alpha, beta, got)
		}
		if e.isEnough(3, alpha, beta) || e.isEnough(5, alpha, beta) {
			t.Errorf("bound %d, value %d is enough for a search of another depth", c.bound, c.value)
		}
	}
}

func TestTableForgetsButNeverConfuses(t *testing.T) {
	for _, size := range []int{-1, 0, 1, 2, 7} {
		table := NewTable[edge](size)
		for key := range uint64(20) {
			if _, known := table.probe(key); known {
				t.Errorf("%d slots: an empty table knows %d", size, key)
			}
		}
		for key := range uint64(20) {
			table.store(key, Entry[edge]{Value: int(key), Depth: 1})
		}
		remembered := 0
		for key := range uint64(20) {
			if e, known := table.probe(key); known {
				remembered++
				if e.Value != int(key) || key+uint64(size) < 20 {
					t.Errorf("%d slots: %d is remembered as %d", size, key, e.Value)
				}
			}
		}
		if remembered != max(size, 0) {
			t.Errorf("%d slots remember %d states", size, remembered)
		}
	}
}

// TestRememberedMoveGoesFirst gives the root an entry of another depth, which is not enough for it, and looks at the order in
// which the moves are tried.
func TestRememberedMoveGoesFirst(t *testing.T) {
	root := newGrid(3, 3, 3, false).start()
	byHint := []uint8{4, 0, 2, 6, 8, 1, 3, 5, 7} // the centre, the corners, the edges
	for _, m := range byHint {
		want := slices.Insert(slices.DeleteFunc(slices.Clone(byHint), func(x uint8) bool { return x == m }), 0, m)
		for name, search := range map[string]func(*Table[uint8], Observer[gridState, uint8]) Result[uint8]{
			"AlphaBetaTable": func(table *Table[uint8], o Observer[gridState, uint8]) Result[uint8] {
				return AlphaBetaTable(root, 1, -Infinity, Infinity, table, o)
			},
			"PVS": func(table *Table[uint8], o Observer[gridState, uint8]) Result[uint8] {
				return PVS(root, 1, -Infinity, Infinity, table, o)
			},
		} {
			table := NewTable[uint8](1)
			table.store(root.Key(), Entry[uint8]{Value: 77, Depth: 2, Move: m})
			var tried []uint8
			search(table, func(e Event[gridState, uint8]) {
				if e.Kind == Tried && !slices.Contains(tried, e.Move) {
					tried = append(tried, e.Move)
				}
			})
			if !slices.Equal(tried, want) {
				t.Errorf("%s remembers %d and tries %v, want %v", name, m, tried, want)
			}
		}
	}
}
