package search

import (
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// reportDelay is how long a search reports completed iterations only: nobody can read faster.
const reportDelay = time.Second

// reportCurrMove reports the root move about to be searched once the search has gone on for a while.
func (t *thread) reportCurrMove(m board.Move, number int) {
	report := t.engine.reporter.CurrMove
	if t.id == 0 && report != nil && t.engine.clock.sinceStart() > reportDelay {
		report(CurrMove{Depth: t.rootDepth, Move: m, Number: number})
	}
}

// reportBound reports a line whose score fell outside the window.
func (t *thread) reportBound() {
	report := t.engine.reporter.Bound
	if t.id == 0 && t.pvIndex == 0 && report != nil && t.engine.clock.sinceStart() > reportDelay {
		t.reportLines(1, report)
	}
}

// reportLast repeats the lines if the search was stopped in the middle of an iteration, so that the first line reported
// last is always the one that is played, and no other begins with the same move.
func (t *thread) reportLast() {
	if !t.stopped {
		return
	}
	best := &t.roots[0]
	if t.pvIndex == 0 && best.score <= -scores.MateBound && best.score != -scores.Infinity && t.completed > 0 {
		best.bound = tt.Lower // the moves that were not searched any more may save the game
	}
	t.restoreRoots()
	t.reportLines(t.lines(), t.engine.reporter.Info)
}

// lines returns how many lines there are to search and report.
func (t *thread) lines() int { return min(max(t.engine.limits.MultiPV, 1), t.rootCount) }

// reportLines reports the best lines.
func (t *thread) reportLines(lines int, report func(Info)) {
	if t.id != 0 || report == nil {
		return
	}
	t.published.Store(t.nodes)
	info := Info{
		Nodes: t.engine.Nodes(), TBHits: t.engine.tablebaseHitCount(),
		HashFull: t.table.HashFull(), Time: t.engine.clock.sinceStart(),
	}
	for i := range lines {
		r := &t.roots[i]
		if r.depth == 0 && i > 0 {
			break // stopped before it was searched at all
		}
		info.Score, info.Bound, info.Known = r.reported()
		info.Depth, info.SelDepth = max(r.depth, 1), r.selDepth
		info.MultiPV, info.PV = i+1, r.pv[:r.pvLen]
		report(info)
	}
}

// reportNoMoves reports a root without legal moves: mated or stalemated.
func (e *Engine) reportNoMoves(t *thread) {
	score := scores.Draw
	if t.at(0).position.InCheck() && len(e.limits.SearchMoves) == 0 {
		score = -scores.Mate
	}
	if e.reporter.Info != nil {
		e.reporter.Info(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Time: e.clock.sinceStart()})
	}
}
