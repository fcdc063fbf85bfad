package search

import "vertigo/eval/scores"

// deepen searches the root one ply deeper at a time until a limit is reached. Each iteration orders the moves of the
// next, which makes the sum of them cheaper than the last one alone would be.
func (t *thread) deepen() {
	limit := MaxPly - 1
	if l := t.engine.limits.Depth; l > 0 {
		limit = min(l, limit)
	}
	for depth := 1; depth <= limit && !t.stopped; depth++ {
		t.rootDepth = depth
		t.iterate(depth)
		if t.stopped {
			break
		}
		t.completed = depth
		t.updateStability()
		if t.id == 0 {
			t.updateTime()
			if t.isDone() {
				break
			}
		}
		t.lastScore = t.roots[0].score
	}
	t.published.Store(t.nodes)
	if t.id == 0 {
		t.reportLast()
	}
}

// iterate searches the root to the given depth, once for each line of MultiPV.
func (t *thread) iterate(depth int) {
	roots := t.roots[:t.rootCount]
	for i := range roots {
		roots[i].previous.copyFrom(&roots[i].line)
	}
	if m := t.engine.limits.Mate; selective && m > 0 && depth < 2*m && t.searchMate(depth, m) {
		t.reportLines(1, t.engine.reporter.Info)
		return
	}
	if t.stopped {
		return
	}
	lines := t.lines()
	for t.pvIndex = 0; t.pvIndex < lines; t.pvIndex++ {
		t.selDepth = 0
		t.aspirate(depth)
		sortRoots(roots[:t.pvIndex+1])
		if t.stopped {
			return
		}
		if t.pvIndex == lines-1 {
			t.reportLines(lines, t.engine.reporter.Info)
		}
	}
}

// searchMate looks for a mate in the given number of moves and reports whether there is one within depth plies. The window
// leaves everything else out, so that most lines end as soon as they have become too long, and nothing is reduced: at
// the depth of the mate the answer is certain.
func (t *thread) searchMate(depth, moves int) bool {
	t.pvIndex, t.selDepth, t.mateSearch = 0, 0, true
	roots := t.roots[:t.rootCount]
	score := t.searchRoot(depth, scores.Mate-2*moves, scores.Infinity)
	t.mateSearch = false
	if score > scores.Mate-2*moves {
		sortRoots(roots)
		return true
	}
	for i := range roots {
		roots[i].line.copyFrom(&roots[i].previous)
	}
	return false
}

// aspirate searches the root with a narrow window around the score of the iteration before, and widens it on the side
// where the score falls outside: most scores change little, and a narrow window cuts more (70 Elo).
func (t *thread) aspirate(depth int) {
	alpha, beta := -scores.Infinity, scores.Infinity
	previous := t.roots[t.pvIndex].previous.score
	width := aspirationDelta
	if selective && depth >= aspirationDepth && !scores.IsDecisive(previous) {
		alpha, beta = max(previous-width, -scores.Infinity), min(previous+width, scores.Infinity)
	}
	for {
		score := t.searchRoot(depth, alpha, beta)
		sortRoots(t.roots[t.pvIndex:t.rootCount])
		if t.stopped || score > alpha && score < beta {
			return
		}
		t.reportBound()
		width += width * aspirationGrowth / 100
		if score <= alpha {
			alpha, beta = max(score-width, -scores.Infinity), (alpha+beta)/2
		} else {
			beta = min(score+width, scores.Infinity)
			best := &t.roots[t.pvIndex]
			best.previous.copyFrom(&best.line) // should the search be stopped before it knows more
		}
		if width > aspirationLimit || scores.IsDecisive(score) {
			alpha, beta = -scores.Infinity, scores.Infinity
		}
	}
}
