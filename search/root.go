package search

import (
	"cmp"
	"slices"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// rootMove is a root move with its lines and scores.
type rootMove struct {
	move     board.Move
	rootLine          // what the iteration in progress has found; its score is -Infinity if the move has not beaten alpha
	previous rootLine // what the iteration before has found
	tbScore  int      // by the tablebases, scores.None where they do not know
	tbValue  int      // by the tablebases, from Loss to Win; 0 where they do not know
	tbRank   int      // by the tablebases, among moves of the same value: a better move has a greater rank
	nodes    uint64   // spent on it in this search
}

// rootLine is the result of the search of a root move. Its parts belong together: the moves lead to where the score comes from.
type rootLine struct {
	score    int
	bound    tt.Bound // of score
	depth    int      // of the iteration, in plies; 0 if nothing was found yet
	selDepth int
	pv       [MaxPly + 2]board.Move
	pvLen    int
}

// deepen searches the root one ply deeper at a time, once for each line of MultiPV, until a limit is reached. Each iteration
// orders the moves of the next, which makes the sum of them cheaper than the last one alone would be.
func (t *thread) deepen() {
	limit := MaxPly - 1
	if l := t.engine.limits.Depth; l > 0 {
		limit = min(l, limit)
	}
	mate := t.engine.limits.Mate
	if mate > 0 {
		limit = min(2*mate, limit) // deep enough for both sides to be certain
	}
	roots, lines := t.roots[:t.rootCount], t.lines()
	for depth := 1; depth <= limit; depth++ {
		t.rootDepth = depth
		for i := range roots {
			roots[i].previous.copyFrom(&roots[i].rootLine)
		}
		first := 0
		if mate > 0 && t.searchMate(mate) {
			first = 1 // the best line is known
		}
		if t.stopped {
			return
		}
		for t.pvIndex = first; t.pvIndex < lines; t.pvIndex++ {
			t.aspirate()
			sortRoots(roots[:t.pvIndex+1])
			if t.stopped {
				return
			}
		}
		t.reportLines(lines, t.engine.reporter.Info)
		t.completed = depth
		t.publishBest()
		t.voteSoftStop()
		if t.isMain && t.isDone() {
			return
		}
	}
}

// searchMate looks for a mate in the given number of moves and reports whether there is one within the depth of the iteration.
// The window leaves everything else out, so that most lines end as soon as they have become too long, and nothing is reduced: at
// the depth of the mate the answer is certain. The last depth, which is even, asks instead whether the side to move is mated.
func (t *thread) searchMate(moves int) bool {
	if !selective {
		return false // every search is certain
	}
	t.pvIndex, t.selDepth, t.mateSearch = 0, 0, true
	roots := t.roots[:t.rootCount]
	alpha, beta := scores.Mate-2*moves, scores.Infinity
	toBeMated := t.rootDepth == 2*moves
	if toBeMated {
		alpha, beta = -scores.Infinity, matedIn(2*moves)+1
	}
	t.startRoot()
	score := t.negamax(0, t.rootDepth, alpha, beta, pvNode)
	t.mateSearch = false
	if score > alpha && score < beta && !(toBeMated && t.stopped) { // the moves that were not searched any more may save the game
		sortRoots(roots)
		return true
	}
	for i := range roots {
		roots[i].rootLine.copyFrom(&roots[i].previous)
	}
	return false
}

// aspirate searches the root with a narrow window around the score of the iteration before, and widens it on the side
// where the score falls outside: most scores change little, and a narrow window cuts more (70 Elo).
func (t *thread) aspirate() {
	t.selDepth = 0
	alpha, beta := -scores.Infinity, scores.Infinity
	previous := t.roots[t.pvIndex].previous.score
	width := aspirationDelta
	mixed := t.findTopRank()
	if selective && t.rootDepth >= aspirationDepth && !scores.IsDecisive(previous) &&
		!mixed { // With mixed ranks, whether a move counts depends on its exact score, not only on the side of the window.
		alpha, beta = max(previous-width, -scores.Infinity), min(previous+width, scores.Infinity)
	}
	for {
		t.startRoot()
		score := t.negamax(0, t.rootDepth, alpha, beta, pvNode)
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
			best.previous.copyFrom(&best.rootLine) // should the search be stopped before it knows more
		}
		if width > aspirationLimit || scores.IsDecisive(score) {
			alpha, beta = -scores.Infinity, scores.Infinity
		}
	}
}

// startRoot sets the thread up for a search of the line of MultiPV that begins with the root move pvIndex.
func (t *thread) startRoot() {
	roots := t.rootsInSearch()
	for i := range roots {
		roots[i].score = -scores.Infinity
	}
	t.frame(1).cutoffs = 0
}

// findTopRank notes the highest rank of the root moves in search, and reports whether others have a lower one.
func (t *thread) findTopRank() (mixed bool) {
	roots := t.rootsInSearch()
	t.topRank = roots[0].tbRank
	for i := range roots[1:] {
		rank := roots[1+i].tbRank
		mixed = mixed || rank != t.topRank
		t.topRank = max(t.topRank, rank)
	}
	return mixed
}

// rootsInSearch returns the root moves of the line in search: those from pvIndex on that have the same value in the
// tablebases. Without tablebases, these are all the moves from pvIndex on.
func (t *thread) rootsInSearch() []rootMove {
	end := t.pvIndex + 1
	for end < t.rootCount && t.roots[end].tbValue == t.roots[t.pvIndex].tbValue {
		end++
	}
	return t.roots[t.pvIndex:end]
}

// allRootMoves reports whether the line in search may begin with any move of the position.
func (t *thread) allRootMoves() bool {
	return t.pvIndex == 0 && len(t.engine.limits.SearchMoves) == 0
}

// rootMoveScore is moveScore for a move of the root. It reports that the move is searched, and counts the nodes.
func (t *thread) rootMoveScore(n *node, c *candidate) int {
	before := t.nodes
	t.reportCurrMove(c.move, t.pvIndex+c.number)
	score := t.moveScore(n, c)
	t.rootMove(c).nodes += t.nodes - before
	return score
}

// rootMove returns the root move that is searched.
func (t *thread) rootMove(c *candidate) *rootMove { return &t.roots[t.pvIndex+c.number-1] }

// mayBeBest reports whether a root move with this score may be the best; best is the best score so far. A move of a lower rank by
// the tablebases is chosen only for a mate: because it mates, or because the moves of higher rank get mated.
func (t *thread) mayBeBest(r *rootMove, score, best int) bool {
	return r.tbRank == t.topRank || score >= scores.MateBound || r.tbValue < 0 && best <= -scores.MateBound
}

// noteRootMove notes in r what its search in the window of n has found. The score of a move that does not beat alpha is only a
// bound: such a move keeps -Infinity, unless it is the first.
func (t *thread) noteRootMove(n *node, r *rootMove, score int, isFirst bool) {
	if !isFirst && score <= n.alpha {
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
	next := t.frame(1)
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

// beats reports whether r belongs before other: by the value in the tablebases, then by the score that is shown. Moves of the
// same rank that did not beat alpha are equal here and keep their order.
func (r *rootMove) beats(other *rootMove) bool {
	if r.tbValue != other.tbValue {
		return r.tbValue > other.tbValue
	}
	shown, _, _ := r.reported()
	otherShown, _, _ := other.reported()
	return cmp.Or(cmp.Compare(shown, otherShown), cmp.Compare(r.tbRank, other.tbRank), cmp.Compare(r.score, other.score)) > 0
}

// orderRoots sets the root moves of the thread to the moves that the limits allow, in the order of the table and the histories.
// If the table does not know the position, the histories know little about it, and the evaluation chooses the first move.
func (t *thread) orderRoots() {
	allowed := t.engine.limits.SearchMoves
	f := t.frame(0)
	t.linkHistories(f)
	f.checks = f.position.CheckInfo()
	known := t.engine.TableMove(&f.position)
	f.picker.start(known, board.NoMove)
	t.rootCount = 0
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		if len(allowed) == 0 || slices.Contains(allowed, m) {
			t.roots[t.rootCount].reset(m)
			t.rootCount++
		}
	}
	if known == board.NoMove && t.engine.limits.Weakness == nil { // A player below full strength must not know more.
		t.guessFirst(t.roots[:t.rootCount])
	}
}

// guessFirst moves to the front the root move that leads to the best evaluation. A move that loses material by static exchange
// comes first only if every move does.
func (t *thread) guessFirst(roots []rootMove) {
	root, best, highest := t.frame(0), 0, -scores.Infinity
	for i := range roots {
		m := roots[i].move
		t.makeMove(root, m)
		score := -t.leafScore(root.next)
		if !root.position.SEE(m, 0) {
			score -= scores.MateBound
		}
		if score > highest {
			best, highest = i, score
		}
	}
	if len(roots) > 0 {
		first := roots[best].move
		for ; best > 0; best-- {
			roots[best].reset(roots[best-1].move)
		}
		roots[0].reset(first)
	}
}

// reset makes r the root move m, without a result.
func (r *rootMove) reset(m board.Move) {
	r.move, r.tbScore, r.tbValue, r.tbRank, r.nodes = m, scores.None, 0, 0, 0
	r.score, r.bound, r.depth, r.selDepth = -scores.Infinity, tt.BoundNone, 0, 0
	r.pv[0], r.pvLen = m, 1
	r.previous.copyFrom(&r.rootLine)
}

// copyFrom makes l a copy of other.
func (l *rootLine) copyFrom(other *rootLine) {
	l.score, l.bound, l.depth, l.selDepth = other.score, other.bound, other.depth, other.selDepth
	l.pvLen = copy(l.pv[:], other.pv[:other.pvLen])
}

// restoreRoots goes back to the results of the last iteration where the present one has none yet; these moves come after
// those that it has searched. The best move has a score in any case: if there is no result at all, the static evaluation.
func (t *thread) restoreRoots() {
	roots := t.roots[:t.rootCount]
	for i := range roots {
		if r := &roots[i]; r.score == -scores.Infinity {
			r.rootLine.copyFrom(&r.previous)
		}
	}
	fresh := 0 // results of this iteration, also of the move that failed high in the window before the unfinished one
	for fresh < len(roots) && roots[fresh].depth == t.rootDepth {
		fresh++
	}
	sortRoots(roots[fresh:])
	if best := &roots[0]; best.score == -scores.Infinity {
		best.score, best.bound = t.rawEvaluation(t.frame(0)), tt.Exact
	}
}
