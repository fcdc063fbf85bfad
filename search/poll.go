package search

import (
	"vertigo/eval/scores"
	"vertigo/tt"
)

// pollInterval is the number of nodes between two polls of the stop flag and the clock: a fraction of a millisecond.
const pollInterval = 512

// visit counts a node and reports whether the search is to go on.
func (t *thread) visit() bool {
	if t.nodes >= t.nodeLimit {
		t.stopped = true
		t.engine.stop.Store(true)
	}
	if t.stopped {
		return false
	}
	t.nodes++
	if t.nodes%pollInterval == 0 {
		t.poll()
	}
	return true
}

// poll publishes the node count and notices a stop. Every thread watches the context and the deadline, since the main thread may
// have to wait for a processor that another keeps busy; the main thread also watches the other limits for all. They hold as soon
// as one move has a score.
func (t *thread) poll() {
	t.published.Store(t.nodes)
	e := t.engine
	over := e.isCancelled()
	if t.isMain && t.hasScore() {
		e.clock.update()
		e.deadline.Store(int64(e.clock.deadline()))
		over = over || e.isOverLimit()
	}
	if d := e.deadline.Load(); over || d > 0 && int64(e.clock.sinceStart()) >= d {
		e.stop.Store(true)
	}
	t.stopped = e.stop.Load()
}

// hasScore reports whether the search has scored a root move.
func (t *thread) hasScore() bool {
	return t.completed > 0 || t.roots[0].score != -scores.Infinity
}

// isOverLimit reports whether the nodes of all threads are used up, or the search has been long enough: other threads have agreed
// to that, or a ponderhit has made it true. Then it ends in the middle of an iteration too, but not while the best move is
// failing low: a better one may follow.
func (e *Engine) isOverLimit() bool {
	if e.limits.Nodes > 0 && len(e.threads) > 1 && e.Nodes() >= e.limits.Nodes {
		return true
	}
	return e.isEnough() && e.threads[0].roots[0].bound != tt.Upper
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
