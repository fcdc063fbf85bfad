package movegen_test

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestPerftDepths counts from depth 0 on, where the loops have their ends.
func TestPerftDepths(t *testing.T) {
	p := playout.Parse(t, kiwipete)
	for depth, want := range []uint64{1, 48, 2039, 97862, 4085603} {
		if got, ok := movegen.Perft(&p, depth, nil); got != want || !ok {
			t.Errorf("perft %d = %d, %v, want %d", depth, got, ok, want)
		}
		if depth == 0 {
			continue
		}
		sum, lines := uint64(0), 0
		got, ok := movegen.Divide(&p, depth, nil, func(m board.Move, nodes uint64) {
			if !movegen.IsLegal(&p, m) {
				t.Errorf("divide reports the move %s", movegen.FormatMove(&p, m, false))
			}
			next := playout.After(&p, m)
			if want, _ := movegen.Perft(&next, depth-1, nil); nodes != want {
				t.Errorf("divide %d: %d for %s, want %d", depth, nodes, movegen.FormatMove(&p, m, false), want)
			}
			sum += nodes
			lines++
		})
		if got != want || sum != want || lines != 48 || !ok {
			t.Errorf("divide %d = %d, %v, with %d in %d lines, want %d in 48", depth, got, ok, sum, lines, want)
		}
	}
}

// TestPerftStops checks that a count ends at once when it is stopped, and says that it is not complete.
func TestPerftStops(t *testing.T) {
	p := board.StartPosition()
	for _, after := range []int{1, 2, 100} {
		calls := 0
		stop := func() bool { calls++; return calls >= after }
		if n, ok := movegen.Perft(&p, 6, stop); ok || n >= 119060324 {
			t.Errorf("stopped at question %d, perft counts %d, %v", after, n, ok)
		}
		must.Equal(t, calls, after, "stop was asked")
	}

	calls, lines := 0, 0
	stop := func() bool { calls++; return calls >= 50 }
	n, ok := movegen.Divide(&p, 5, stop, func(board.Move, uint64) { lines++ })
	if ok || n >= 4865609 || calls != 50 || lines != 2 {
		// Each first move is followed by 20 positions three plies above the leaves: the 50th is of the third.
		t.Errorf("stopped, divide counts %d, %v, in %d lines after %d questions", n, ok, lines, calls)
	}
}

// TestPerftAllocations checks that the number of allocations does not depend on the number of nodes.
func TestPerftAllocations(t *testing.T) {
	p := playout.Parse(t, kiwipete)
	for depth := 1; depth <= 4; depth++ {
		if n := testing.AllocsPerRun(2, func() { movegen.Perft(&p, depth, nil) }); n > 1 {
			t.Errorf("perft %d: %v allocations, want one for its frames", depth, n)
		}
	}
}
