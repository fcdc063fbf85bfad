package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/tt"
)

// ballot is what one thread says of the root: the best move of its last iteration, its score, and the depth of the iteration, 0
// before the first one has ended.
type ballot struct {
	move  board.Move
	score int
	depth int
}

// newBallot returns the ballot for a line. A loss that is only a lower bound is not certain: moves that were no longer searched
// may avert it.
func newBallot(l *rootLine) ballot {
	b := ballot{l.pv[0], l.score, l.depth}
	if l.bound == tt.Lower && scores.IsDecisive(l.score) && l.score < 0 {
		b.score, b.depth = 1-scores.TablebaseBound, l.depth-1
	}
	return b
}

// publishBest lets the main thread read the best line of the iteration that has just ended.
func (t *thread) publishBest() {
	t.bestLock.Lock()
	t.best.copyFrom(&t.roots[0].rootLine)
	t.bestLock.Unlock()
}

// vote lets all threads choose the move to play. If that is not the main thread's choice, the move becomes the main thread's
// first root move, with the line of the thread that was elected, and is reported. The vote waits for no thread.
func (e *Engine) vote() {
	l, main := &e.limits, e.threads[0]
	if len(e.threads) == 1 || l.MultiPV > 1 || l.Depth > 0 || l.Mate > 0 {
		return // nothing to choose, or the answer is to be that of the depth
	}
	main.publishBest()
	if e.adoptElected() {
		main.reportLines(1, e.reporter.Info)
	}
}

// adoptElected elects a thread, and reports whether the main thread has taken over another one's line. Meanwhile no thread
// publishes another line than the one that it is elected for.
func (e *Engine) adoptElected() bool {
	for i, t := range e.threads {
		t.bestLock.Lock()
		defer t.bestLock.Unlock()
		e.ballots[i] = newBallot(&t.best)
	}
	elected := elect(e.ballots)
	if elected > 0 {
		e.threads[0].adopt(&e.threads[elected].best)
	}
	return elected > 0
}

// elect returns the index of the ballot whose move is to be played. If any ballot sees a win, it is the fastest win. If the first
// ballot, that of the main thread, sees a certain loss, it is that one. Otherwise it is the one for the move with the most votes;
// a vote weighs more the deeper its search and the better its score. All vote, but unless it is for a win, no ballot is elected
// whose search is shallower than that of the first, so that the depth in the reports never falls. The first wins ties.
func elect(ballots []ballot) (elected int) {
	worst := scores.Infinity
	for i, b := range ballots {
		if b.depth == 0 {
			continue
		}
		worst = min(worst, b.score)
		if b.score >= scores.TablebaseBound && b.score > ballots[elected].score {
			elected = i
		}
	}
	if scores.IsDecisive(ballots[elected].score) {
		return elected
	}
	most := votesFor(ballots, ballots[0].move, worst)
	for i, b := range ballots[1:] {
		if b.depth < max(ballots[0].depth, 1) || scores.IsDecisive(b.score) {
			continue
		}
		if votes := votesFor(ballots, b.move, worst); votes > most {
			most, elected = votes, i+1
		}
	}
	return elected
}

// votesFor returns the weight of all votes for a move, where the lowest score of all ballots is worst.
func votesFor(ballots []ballot, m board.Move, worst int) (votes int) {
	const least = 4 // centipawns: the worst score counts, too
	for _, b := range ballots {
		if b.move == m && b.depth > 0 {
			votes += (b.score - worst + least) * b.depth
		}
	}
	return votes
}

// adopt makes best, the best line of another thread, that of t. A win that was found in fewer plies is as certain in more.
func (t *thread) adopt(best *rootLine) {
	roots := t.roots[:t.rootCount]
	for i := range roots {
		if roots[i].move == best.pv[0] {
			depth := roots[0].depth
			roots[0], roots[i] = roots[i], roots[0]
			roots[0].rootLine.copyFrom(best)
			roots[0].depth = max(depth, best.depth)
			return
		}
	}
}
