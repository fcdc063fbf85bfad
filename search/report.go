package search

import (
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// For the first reportDelay, a search reports only completed iterations, since nobody can read faster. For the same reason,
// reports of root moves are at least currMoveInterval apart.
const (
	reportDelay      = 3 * time.Second
	currMoveInterval = 10 * time.Millisecond
)

// reportCurrMove reports the root move about to be searched once the search has gone on for a while.
func (t *thread) reportCurrMove(m board.Move, number int) {
	e := t.engine
	if !t.isMain || e.reporter.CurrMove == nil {
		return
	}
	if now := e.clock.sinceStart(); now > max(reportDelay, e.lastCurrMove+currMoveInterval) {
		e.lastCurrMove = now
		e.clock.update()
		e.reporter.CurrMove(CurrMove{Depth: t.rootDepth, Move: m, Number: number})
		e.clock.resume()
	}
}

// reportBound reports a line whose score fell outside the window.
func (t *thread) reportBound() {
	report := t.engine.reporter.Bound
	if t.isMain && t.pvIndex == 0 && report != nil && t.engine.clock.sinceStart() > reportDelay {
		t.reportLines(1, report)
	}
}

// reportLast repeats the lines if the search was stopped in the middle of an iteration. So the first line of the last report is
// always the one that is played, and no other line begins with the same move.
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
	if !t.isMain || report == nil {
		return
	}
	t.engine.clock.update()
	defer t.engine.clock.resume()
	t.published.Store(t.nodes)
	info := Info{
		Nodes: t.engine.Nodes(), TBHits: t.engine.tablebaseHitCount(),
		HashFull: t.engine.table.HashFull(), Time: t.engine.clock.sinceStart(),
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

// reported returns the score to report, its bound, and whether it comes from the tablebases. Their score is reported unless the
// search has found a mate, which says more, or has not scored the move yet.
func (r *rootMove) reported() (score int, bound tt.Bound, known bool) {
	if r.tbScore == scores.None || r.score == -scores.Infinity ||
		scores.IsMate(r.score) && scores.IsDecisive(r.tbScore) && (r.score > scores.Draw) == (r.tbScore > scores.Draw) {
		return r.score, r.bound, false
	}
	return r.tbScore, tt.Exact, true
}

// reportNoMoves reports a root without legal moves: mated or stalemated.
func (e *Engine) reportNoMoves(t *thread) {
	score := scores.Draw
	if t.frame(0).position.InCheck() && len(e.limits.SearchMoves) == 0 {
		score = -scores.Mate
	}
	if e.reporter.Info != nil {
		e.reporter.Info(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Time: e.clock.sinceStart()})
	}
}

// outcome returns the result of the thread's search.
func (t *thread) outcome() Result {
	t.published.Store(t.nodes)
	if t.rootCount == 0 {
		return Result{}
	}
	best := &t.roots[0]
	r := Result{Best: best.move, Depth: t.completed}
	r.Score, _, _ = best.reported()
	if best.pvLen > 1 {
		r.Ponder = best.pv[1]
	} else {
		r.Ponder = t.ttReply(best.move)
	}
	return r
}

// ttReply returns the move that the table has for the position after the root move m, for a line that ends with it: after a fail
// high, or at depth 1. It is NoMove if the table has none or the game is over.
func (t *thread) ttReply(m board.Move) board.Move {
	root := t.frame(0)
	t.makeMove(root, m)
	if t.isDraw(root.next) {
		return board.NoMove
	}
	return t.engine.TableMove(&root.next.position)
}
