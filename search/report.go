package search

import (
	"time"

	"vertigo/board"
	"vertigo/tt"
)

// quietTime is how long a search reports nothing but completed iterations: nobody can read faster.
const quietTime = time.Second

// announce reports the root move about to be searched once the search has gone on for a while.
func (t *Thread) announce(m board.Move, number int) {
	report := t.pool.reporter.CurrMove
	if t.id == 0 && report != nil && t.pool.clock.total() > quietTime {
		report(CurrMove{Depth: t.rootDepth, Move: m, Number: number})
	}
}

// reportBound reports a line whose score fell outside the window.
func (t *Thread) reportBound() {
	if t.id == 0 && t.rootFirst == 0 && t.pool.clock.total() > quietTime {
		t.reportLines(1)
	}
}

// reportLast repeats the best line if the search was stopped in the middle of an iteration, so that the last line
// reported is always the one that is played.
func (t *Thread) reportLast() {
	if t.stopped {
		best := &t.roots[0]
		if t.completed == 0 || best.score == -Infinity {
			t.restoreRoots()
		} else if t.rootFirst == 0 && best.score <= -MateBound {
			best.bound = tt.Lower // the moves that were not searched any more may save the game
		}
		t.reportLines(1)
	}
}

// reportLines reports the best lines.
func (t *Thread) reportLines(lines int) {
	report := t.pool.reporter.Info
	if t.id != 0 || report == nil {
		return
	}
	t.published.Store(t.nodes)
	info := Info{
		Depth: t.rootDepth, Nodes: t.pool.Nodes(), TBHits: t.pool.tablebaseHitCount(),
		HashFull: t.table.HashFull(), Time: t.pool.clock.total(),
	}
	for i := range lines {
		r := &t.roots[i]
		info.Score, info.Bound = r.shown()
		info.MultiPV, info.SelDepth, info.PV = i+1, r.selDepth, r.pv[:r.pvLen]
		report(info)
	}
}
