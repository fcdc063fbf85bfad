package search

import (
	"time"

	"vertigo/eval/scores"
	"vertigo/tt"
)

// overLimit reports whether the time for the search or the nodes of all threads are used up. A search that has pondered for
// long enough ends with the ponderhit, in the middle of an iteration too, unless that is about to find that the best move
// fails low.
func (e *Engine) overLimit() bool {
	if e.limits.Nodes > 0 && len(e.threads) > 1 && e.Nodes() >= e.limits.Nodes {
		return true
	}
	elapsed, counts := e.elapsed()
	return counts && (elapsed >= e.clock.hard || e.clock.content && e.threads[0].roots[0].bound != tt.Upper)
}

// isCancelled reports whether the context of the search has ended.
func (e *Engine) isCancelled() bool {
	select {
	case <-e.cancelled:
		return true
	default:
		return false
	}
}

// elapsed returns the time that the search has used of its own. It counts where there is a limit for it and the opponent,
// on whose time a search may ponder, has moved.
func (e *Engine) elapsed() (used time.Duration, counts bool) {
	if !e.clock.limited || e.clock.isPondering() {
		return 0, false
	}
	return e.clock.elapsed(), true
}

// enough reports whether the first thread should begin no further iteration.
func (t *thread) enough() bool {
	e := t.engine
	best := &t.roots[0]
	if m := e.limits.Mate; m > 0 && best.score >= scores.MateBound && scores.MateIn(best.score) <= m {
		return true
	}
	if soft := e.limits.SoftNodes; soft > 0 && t.nodes >= soft {
		return true
	}
	if f := e.limits.Enough; f != nil && f(best.move, t.nodes) {
		return true
	}
	if !e.clock.limited {
		return false
	}
	if e.clock.fixed {
		elapsed, counts := e.elapsed()
		return counts && elapsed >= e.clock.hard
	}
	e.clock.content = t.rootCount == 1 || e.clock.total() >= e.clock.soft*time.Duration(t.patience())/100
	return e.clock.content && !e.clock.isPondering()
}

// patience returns how much of the planned time the move deserves, in per cent: more while the best move changes, while
// it took a small share of the nodes to hold its place, and while its score falls.
func (t *thread) patience() int {
	best := &t.roots[0]
	share := int(best.nodes * 100 / max(t.nodes, 1))
	changes := max(timeUnstable-timeSettling*t.stable, timeSettled)
	effort := max(timeEffort-share*timeShare/100, timeEffortLeast)
	trend := 100 + max(-timeTrendLimit, min((t.lastScore-best.score)*timeTrend/10, timeTrendLimit))
	return changes * effort / 100 * trend / 100
}

// noteBest notes, after an iteration, for how many iterations the best move has been the same and what it scored.
func (t *thread) noteBest() {
	best := &t.roots[0]
	t.stable++
	if best.move != t.lastBest {
		t.stable, t.lastBest = 0, best.move
	}
}
