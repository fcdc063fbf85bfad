package search

import (
	"slices"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// rootMove is a root move with its lines and scores.
type rootMove struct {
	move     board.Move
	line            // what the iteration in progress has found; its score is -Infinity if the move has not beaten alpha
	previous line   // what the iteration before has found
	tbRank   int    // by the tablebases: a better move has a greater rank; 0 where they do not know
	tbScore  int    // by the tablebases, scores.None where they do not know
	nodes    uint64 // spent on it in this search
}

// line is the result of the search of a root move. Its parts belong together: the moves lead to where the score comes from.
type line struct {
	score    int
	bound    tt.Bound // of score
	depth    int      // of the iteration, in plies; 0 if nothing was found yet
	selDepth int
	pv       [MaxPly + 2]board.Move
	pvLen    int
}

// copyFrom makes l a copy of other.
func (l *line) copyFrom(other *line) {
	l.score, l.bound, l.depth, l.selDepth = other.score, other.bound, other.depth, other.selDepth
	l.pvLen = copy(l.pv[:], other.pv[:other.pvLen])
}

// orderRoots makes the moves that the limits allow the root moves of the thread, in the order in which the histories and the
// table would have them searched.
func (t *thread) orderRoots(l *Limits) {
	f := t.at(0)
	var allowed movegen.List
	rootMoves(&f.position, l, &allowed)
	ttMove := board.NoMove
	if e, ok := t.table.Probe(t.ttKey(f)); ok && f.isLegalTTMove(e.Move) {
		ttMove = e.Move
	}
	t.linkHistories(0)
	f.checks = f.position.CheckInfo()
	f.picker.start(ttMove, board.NoMove)
	t.rootCount = 0
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		if slices.Contains(allowed.Slice(), m) {
			t.roots[t.rootCount].reset(m)
			t.rootCount++
		}
	}
}

// rootMoves fills list with the legal root moves that the limits allow.
func rootMoves(p *board.Position, l *Limits, list *movegen.List) {
	movegen.Generate(p, list, movegen.All)
	if len(l.SearchMoves) > 0 {
		allowed := slices.DeleteFunc(list.Slice(), func(m board.Move) bool { return !slices.Contains(l.SearchMoves, m) })
		list.N = len(allowed)
	}
}

// reset makes r the root move m, without a result.
func (r *rootMove) reset(m board.Move) {
	r.move, r.tbRank, r.tbScore, r.nodes = m, 0, scores.None, 0
	r.score, r.bound, r.depth, r.selDepth = -scores.Infinity, tt.BoundNone, 0, 0
	r.pv[0], r.pvLen = m, 1
	r.previous.copyFrom(&r.line)
}

// rootsInSearch returns the root moves of the line in search: those from pvIndex on that have the same rank, which without
// tablebases is all.
func (t *thread) rootsInSearch() []rootMove {
	end := t.pvIndex + 1
	for end < t.rootCount && t.roots[end].tbRank == t.roots[t.pvIndex].tbRank {
		end++
	}
	return t.roots[t.pvIndex:end]
}

// reported returns the score to report: that of the tablebases, unless the search has found a mate, which says more; and which
// of the two it is.
func (r *rootMove) reported() (score int, bound tt.Bound, known bool) {
	if r.tbScore == scores.None || scores.IsMate(r.score) && (r.score > scores.Draw) == (r.tbScore > scores.Draw) {
		return r.score, r.bound, false
	}
	return r.tbScore, tt.Exact, true
}

// searchRoot searches the line of MultiPV that begins with the root move pvIndex, and returns its score.
func (t *thread) searchRoot(depth, alpha, beta int) int {
	roots := t.rootsInSearch()
	for i := range roots {
		roots[i].score = -scores.Infinity
	}
	t.at(1).cutoffs = 0
	t.rootWindow = max(beta-alpha, 1)
	return t.negamax(0, depth, alpha, beta, pvNode)
}

// isWholeRoot reports whether the line in search may be any move of the position.
func (t *thread) isWholeRoot() bool { return t.pvIndex == 0 && len(t.engine.limits.SearchMoves) == 0 }

// updateRootMove notes the score of the root move just searched, the number of its line, and the nodes that it took. The score
// of a move that does not beat alpha is only a bound: such a move keeps -Infinity, unless it is the first.
func (t *thread) updateRootMove(n *node, number, score int, nodes uint64) {
	r := &t.roots[t.pvIndex+number-1]
	r.nodes += nodes
	if t.stopped || number > 1 && score <= n.alpha {
		return
	}
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
	next := t.at(1)
	r.pv[0] = r.move
	r.pvLen = 1 + copy(r.pv[1:], next.pv[:next.pvLen])
}

// sortRoots sorts root moves, the best first, and keeps the order of equal ones. Insertion sort: the list is short and
// nearly sorted.
func sortRoots(roots []rootMove) {
	for i := 1; i < len(roots); i++ {
		for j := i; j > 0 && roots[j].beats(&roots[j-1]); j-- {
			roots[j], roots[j-1] = roots[j-1], roots[j]
		}
	}
}

// beats reports whether r belongs before other. Moves that did not beat alpha are equal here and stay in the order in which
// they last did.
func (r *rootMove) beats(other *rootMove) bool {
	return r.tbRank > other.tbRank || r.tbRank == other.tbRank && r.score > other.score
}

// restoreRoots goes back to the results of the last iteration where the present one has none yet; these moves come after
// those that it has searched. The best move has a score in any case: if there is no result at all, the static evaluation.
func (t *thread) restoreRoots() {
	roots := t.roots[:t.rootCount]
	fresh := 0
	for fresh < len(roots) && roots[fresh].score != -scores.Infinity {
		fresh++
	}
	for i := range roots[fresh:] {
		if r := &roots[fresh+i]; r.score == -scores.Infinity {
			r.line.copyFrom(&r.previous)
		}
	}
	sortRoots(roots[fresh:])
	if best := &roots[0]; best.score == -scores.Infinity {
		best.score, best.bound = t.rawEvaluation(0), tt.Exact
	}
}
