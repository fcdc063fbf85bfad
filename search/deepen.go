package search

import (
	"vertigo/board"
	"vertigo/tt"
)

// deepen searches the root one ply deeper at a time until a limit is reached. Each iteration orders the moves of the
// next, which makes the sum of them cheaper than the last one alone would be.
func (t *Thread) deepen() {
	limit := MaxPly - 1
	if l := t.pool.limits.Depth; l > 0 {
		limit = min(l, limit)
	}
	for depth := 1; depth <= limit && !t.stopped; depth++ {
		t.rootDepth = depth
		t.iterate(depth)
		if t.stopped {
			break
		}
		t.completed = depth
		t.noteBest()
		if t.id == 0 && t.enough() {
			break
		}
		t.lastScore = t.roots[0].score
	}
	t.published.Store(t.nodes)
	if t.id == 0 {
		t.reportLast()
	}
}

// iterate searches the root to the given depth, once for each line of MultiPV.
func (t *Thread) iterate(depth int) {
	roots := t.roots[:t.rootCount]
	for i := range roots {
		roots[i].before.set(&roots[i].line)
	}
	if m := t.pool.limits.Mate; selective && m > 0 && depth < 2*m && t.seekMate(depth, m) {
		t.reportLines(1)
		return
	}
	if t.stopped {
		return
	}
	lines := t.lines()
	for t.rootFirst = 0; t.rootFirst < lines; t.rootFirst++ {
		t.selDepth = 0
		t.aspirate(depth)
		sortRoots(roots[:t.rootFirst+1])
		if t.stopped {
			return
		}
		if t.rootFirst == lines-1 {
			t.reportLines(lines)
		}
	}
}

// seekMate looks for a mate in the given number of moves and reports whether there is one within depth plies. The window
// leaves everything else out, so that most lines end as soon as they have become too long, and nothing is reduced: at
// the depth of the mate the answer is certain.
func (t *Thread) seekMate(depth, moves int) bool {
	t.rootFirst, t.selDepth, t.seeking = 0, 0, true
	roots := t.roots[:t.rootCount]
	score := t.searchRoot(depth, Mate-2*moves, Infinity)
	t.seeking = false
	if score > Mate-2*moves {
		sortRoots(roots)
		return true
	}
	for i := range roots {
		roots[i].line.set(&roots[i].before)
	}
	return false
}

// aspirate searches the root with a narrow window around the score of the iteration before, and widens it on the side
// where the score falls outside: most scores change little, and a narrow window cuts more.
func (t *Thread) aspirate(depth int) {
	alpha, beta := -Infinity, Infinity
	previous := t.roots[t.rootFirst].before.score
	width := aspirationDelta
	if selective && depth >= aspirationDepth && !isDecisive(previous) {
		alpha, beta = max(previous-width, -Infinity), min(previous+width, Infinity)
	}
	for {
		score := t.searchRoot(depth, alpha, beta)
		sortRoots(t.roots[t.rootFirst:t.rootCount])
		if t.stopped || score > alpha && score < beta {
			return
		}
		t.reportBound()
		width += width * aspirationGrowth / 100
		if score <= alpha {
			alpha, beta = max(score-width, -Infinity), (alpha+beta)/2
		} else {
			beta = min(score+width, Infinity)
			best := &t.roots[t.rootFirst]
			best.before.set(&best.line) // should the search be stopped before it knows more
		}
		if width > aspirationLimit || isDecisive(score) {
			alpha, beta = -Infinity, Infinity
		}
	}
}

// searchRoot searches the root moves from rootFirst on and returns the value of the best. Scores of moves that do not
// beat alpha are -Infinity, so that sorting keeps their order.
func (t *Thread) searchRoot(depth, alpha, beta int) int {
	f := &t.frames[0]
	f.inCheck = f.position.InCheck()
	f.rawEval, f.staticEval = NoScore, NoScore
	if !f.inCheck {
		f.rawEval = t.rawEvaluation(0)
		f.staticEval = t.correctedEvaluation(0, f.rawEval)
	}
	t.linkHistories(0)
	t.frames[1].cutoffs = 0
	t.frames[1].killer, t.frames[2].killer = board.NoMove, board.NoMove
	n := node{frame: f, depth: depth, alpha: alpha, beta: beta, pv: true, best: -Infinity}
	roots := t.contenders()
	for i := range roots {
		roots[i].score = -Infinity
	}
	for i := range roots {
		r := &roots[i]
		before := t.nodes
		t.announce(r.move, t.rootFirst+i+1)
		t.makeMove(0, r.move)
		n.moveCount++
		quiet := f.position.IsQuiet(r.move)
		n.history = t.historyOf(f, r.move, quiet)
		score := t.searchMove(&n, r.move, quiet)
		r.nodes += t.nodes - before
		if t.stopped {
			return n.best
		}
		n.best = max(n.best, score)
		if i == 0 || score > n.alpha {
			t.setRoot(r, score, &n)
		}
		if score > n.alpha {
			n.alpha, n.bestMove = score, r.move
			if score >= beta {
				break
			}
		}
	}
	if t.rootFirst == 0 && len(t.pool.limits.SearchMoves) == 0 { // else the position is worth more than what was searched
		t.store(&n, alpha)
	}
	return n.best
}

// setRoot records the score and line of the root move just searched.
func (t *Thread) setRoot(r *rootMove, score int, n *node) {
	r.score, r.depth, r.selDepth = score, t.rootDepth, t.selDepth
	switch {
	case score >= n.beta:
		r.bound = tt.Lower
	case score <= n.alpha:
		r.bound = tt.Upper
		return // the line of a move that failed low proves nothing; the old one stays
	default:
		r.bound = tt.Exact
	}
	t.updatePV(0, r.move)
	f := &t.frames[0]
	r.pvLen = copy(r.pv[:], f.pv[:f.pvLen])
}

// sortRoots sorts root moves by rank and score, the best first, and keeps the order of equal ones. Insertion sort: the
// list is short and nearly sorted.
func sortRoots(roots []rootMove) {
	for i := 1; i < len(roots); i++ {
		for j := i; j > 0 && roots[j].beats(&roots[j-1]); j-- {
			roots[j], roots[j-1] = roots[j-1], roots[j]
		}
	}
}

// beats reports whether r belongs before other.
func (r *rootMove) beats(other *rootMove) bool {
	return r.rank > other.rank || r.rank == other.rank && r.score > other.score
}

// restoreRoots goes back to the results of the last iteration where the present one has none yet; these moves come after
// those that it has searched. The best move has a score in any case: if there is no result at all, the static evaluation.
func (t *Thread) restoreRoots() {
	roots := t.roots[:t.rootCount]
	fresh := 0
	for fresh < len(roots) && roots[fresh].score != -Infinity {
		fresh++
	}
	for i := range roots[fresh:] {
		if r := &roots[fresh+i]; r.score == -Infinity {
			r.line.set(&r.before)
		}
	}
	sortRoots(roots[fresh:])
	if best := &roots[0]; best.score == -Infinity {
		best.score, best.bound = t.rawEvaluation(0), tt.Exact
	}
}
