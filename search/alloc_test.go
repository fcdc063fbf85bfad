package search

import (
	"context"
	"testing"
	"time"

	"vertigo/board"
)

// TestAllocations checks that a search allocates nothing whatever its limits are.
func TestAllocations(t *testing.T) {
	moves := legalMoves(&game(t, varied[1]).Position)[:5]
	for _, test := range []struct {
		name    string
		threads int
		fen     string
		l       Limits
	}{
		{"depth", 1, varied[1], Limits{Depth: 4}},
		{"nodes", 1, varied[2], Limits{Nodes: 3000}},
		{"lines", 1, varied[3], Limits{Depth: 3, MultiPV: 4}},
		{"moves", 1, varied[1], Limits{Depth: 3, SearchMoves: moves}},
		{"time", 1, varied[0], Limits{MoveTime: time.Millisecond}},
		{"clock", 1, varied[0], Limits{Clock: true, Time: 20 * time.Millisecond, Inc: time.Millisecond}},
		{"endgame", 1, varied[5], Limits{Depth: 5}},
		{"mated", 1, shortSearches[0].fen, Limits{}},
		{"threads", 3, varied[1], Limits{Depth: 4}},
	} {
		p := newEngine(t, 1, test.threads)
		g := game(t, test.fen)
		g.Keys = append(g.Keys, make([]uint64, 99)...)
		reports := 0
		report := func(i Info) { reports += len(i.PV) }
		r := Reporter{Info: report, Bound: report, CurrMove: func(CurrMove) { reports++ }}
		if n := testing.AllocsPerRun(20, func() {
			p.Search(t.Context(), g, test.l, r)
		}); n != 0 {
			t.Errorf("%s: %v allocations per search", test.name, n)
		}
	}
	p := newEngine(t, 1, 1)
	g := game(t, board.StartFEN)
	hit := make(chan time.Time, 1)
	ended, stop := context.WithCancel(t.Context())
	stop()
	if n := testing.AllocsPerRun(20, func() {
		hit <- time.Now()
		p.Search(t.Context(), g, Limits{PonderHit: hit, MoveTime: time.Millisecond}, Reporter{})
		p.Search(ended, g, Limits{Infinite: true}, Reporter{})
	}); n != 0 {
		t.Errorf("pondering and stopping: %v allocations", n)
	}
}
