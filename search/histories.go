package search

import (
	"math/bits"

	"vertigo/board"
	"vertigo/eval/scores"
)

// histories are the tables of the history heuristic: which moves have been good, wherever in the tree they were. Gravity keeps
// scores within ±maxHistory, see update.
type histories struct {
	quiet        [board.ColorCount]butterflyScores                                    // [side to move]
	capture      [board.PieceCount][board.SquareCount][board.PieceTypeCount + 1]int16 // [piece][to][captured type]
	continuation [board.PieceCount * board.SquareCount]moveScores                     // [pieceTo of a move], quiet moves after it
	emptyRow     moveScores                                                           // after no move: always zero
}

// sharedHistories are the histories that all threads of an engine write: what one of them learns, all know. They do not wait for
// each other. A score fits in a word, so that a read sees what some thread has written, and an update that another one
// overwrites at the same moment is lost, which costs a lesson. The functions that touch them are hidden from the race detector.
type sharedHistories struct {
	shards         []historyShard // as many as threads, rounded up to a power of two, so that keys collide as with one thread
	contCorrection contCorrHistory
}

// historyShard holds the histories that are indexed by keys, for a part of the keys.
type historyShard struct {
	correction corrHistories
	pawn       [pawnStructures]moveScores // [pawn key], quiet moves with like pawns
}

func newSharedHistories(threads int) *sharedHistories {
	return &sharedHistories{shards: make([]historyShard, shardCount(threads))}
}

// shardCount returns the number of shards for a number of threads: a power of two, and no less than that.
func shardCount(threads int) int { return 1 << bits.Len(uint(threads-1)) }

// shard returns the histories for a key. The bits that choose it are not those that index its tables.
func (s *sharedHistories) shard(key uint64) *historyShard {
	return &s.shards[key/corrHistSize&uint64(len(s.shards)-1)]
}

// clear forgets everything.
func (s *sharedHistories) clear() {
	clear(s.shards)
	s.contCorrection = contCorrHistory{}
}

// butterflyScores hold a score for every quiet move of a side by [from attacked][to attacked][from, to].
type butterflyScores [2][2][1 << 12]int16

// moveScores hold a score for every quiet move by pieceTo.
type moveScores [board.PieceCount * board.SquareCount]int16

// pieceTo returns the index of the move of a piece to a square. It is computed once for all rows that a move has a score in.
func pieceTo(piece board.Piece, to board.Square) int { return int(piece)*board.SquareCount + int(to) }

const (
	maxHistory     = 8192
	pawnStructures = 512 // a power of two
)

// update adds bonus, which lies within ±maxHistory, to the score h, and pulls h towards zero in proportion to h and to the size
// of the bonus. So h stays within ±maxHistory (Weiss and many others call this gravity).
//
//go:norace
func update(h *int16, bonus int) {
	old := int(*h) // read once, since another thread may write
	*h = int16(old + bonus - old*max(bonus, -bonus)/maxHistory)
}

// historyBonus is the bonus of a move that beats alpha at this depth, historyMalus the malus of one searched in vain.
func historyBonus(depth int) int {
	return min(historyBonusFactor*depth-historyBonusOffset, historyBonusLimit)
}
func historyMalus(depth int) int {
	return min(historyMalusFactor*depth-historyMalusOffset, historyMalusLimit)
}

// linkHistories notes in f which rows of the histories apply to its quiet moves.
func (t *thread) linkHistories(f *frame) {
	reply, before := f.prior, f.prior.prior
	f.contHist = [...]*moveScores{t.history.after(reply), t.history.after(before), t.history.after(before.prior.prior)}
	f.threats = f.position.Threats(f.position.Turn().Other())
	f.quietHist = &t.history.quiet[f.position.Turn()&1]
	pawns := f.position.PawnKey()
	f.pawnHist = &t.engine.shared.shard(pawns).pawn[pawns%pawnStructures]
}

// after returns the continuation history of the move of f.
func (h *histories) after(f *frame) *moveScores {
	if f.move == board.NoMove {
		return &h.emptyRow
	}
	return &h.continuation[f.pieceTo]
}

// quietHistory returns the entry of the quiet move m of f in the quiet history. The entry depends on whether the opponent attacks
// the square that the piece leaves and the one that it reaches: a piece that flees is not like one that walks into danger.
func (f *frame) quietHistory(m board.Move) *int16 {
	return &f.quietHist[f.threats.All>>m.From()&1][f.threats.All>>m.To()&1][m.FromTo()]
}

// quietScore returns how good the quiet move m of f has been: the sum of all histories that know it.
func (f *frame) quietScore(m board.Move) int {
	return int(*f.quietHistory(m)) + f.pieceToScore(pieceTo(f.position.At(m.From()), m.To()))
}

// pieceToScore is the part of quietScore that depends on the piece and the square that it goes to.
//
//go:norace
func (f *frame) pieceToScore(i int) int {
	return int(f.pawnHist[i]) + int(f.contHist[0][i]) + int(f.contHist[1][i]) + int(f.contHist[2][i])*contHist4/128
}

// updateQuiet adds bonus to every history that knows the quiet move m of f.
func (t *thread) updateQuiet(f *frame, m board.Move, bonus int) {
	update(f.quietHistory(m), bonus)
	update(&f.pawnHist[pieceTo(f.position.At(m.From()), m.To())], bonus)
	t.updateContHist(f, m, bonus)
}

// updateContHist adds bonus to what the histories of the moves before f say of the move m.
func (t *thread) updateContHist(f *frame, m board.Move, bonus int) {
	i := pieceTo(f.position.At(m.From()), m.To())
	for _, row := range f.contHist {
		if row != &t.history.emptyRow {
			update(&row[i], bonus)
		}
	}
}

// captureHistory returns the score of the capture or promotion m.
func (h *histories) captureHistory(p *board.Position, m board.Move) *int16 {
	return &h.capture[p.At(m.From())][m.To()][p.Captured(m).Type()]
}

// score returns the score of the move m of f by the histories.
func (h *histories) score(f *frame, m board.Move, quiet bool) int {
	if quiet {
		return f.quietScore(m)
	}
	return int(*h.captureHistory(&f.position, m))
}

// updateHistories rewards best, which beat alpha, and marks down the moves that were searched in vain. A move that raised alpha
// before a better one did is neither.
func (t *thread) updateHistories(f *frame, best board.Move, depth int) {
	bonus, malus := historyBonus(depth), -historyMalus(depth)
	if f.position.IsQuiet(best) {
		f.killer = best
		t.updateQuiet(f, best, bonus)
		for _, m := range f.quietsSearched[:f.quietsCount] {
			t.updateQuiet(f, m, malus)
		}
	} else {
		update(t.history.captureHistory(&f.position, best), bonus)
	}
	for _, m := range f.capturesSearched[:f.capturesCount] {
		update(t.history.captureHistory(&f.position, m), malus)
	}
}

// updateOnTTCutoff rewards the quiet TT move whose score cut the node off, as if it had been searched. After a key collision, it may
// be a move of another position: one from an empty square is left out, as the histories know none.
func (t *thread) updateOnTTCutoff(n *node, score int) {
	m, p := n.ttEntry.Move, &n.frame.position
	if score >= n.beta && m != board.NoMove && p.IsQuiet(m) && p.At(m.From()) != board.NoPiece {
		t.linkHistories(n.frame)
		t.updateQuiet(n.frame, m, historyBonus(n.depth)*ttCutoffBonus/128)
	}
}

// updatePriorMove rewards the quiet move that led to the node if no answer to it was good enough. That move need not become
// the best of its own node, which would reward it as well.
func (t *thread) updatePriorMove(n *node) {
	prior := n.frame.prior
	if n.best <= n.alphaOrig && prior.move != board.NoMove && prior.position.IsQuiet(prior.move) {
		t.updateQuiet(prior, prior.move, historyBonus(n.depth)*priorMoveBonus/128)
	}
}

// updateEvalDifference rewards the quiet move that led to the node by as much as it improved the evaluation for its side, and
// marks it down by as much as it made it worse (an idea of Stockfish's).
func (t *thread) updateEvalDifference(n *node) {
	prior := n.frame.prior
	if n.frame.position.InCheck() || prior.eval.static == scores.None || // an evaluation is missing
		prior.move == board.NoMove || !prior.position.IsQuiet(prior.move) { // the history is one of quiet moves
		return
	}
	gain := -(n.frame.eval.static + prior.eval.static)
	bonus := gain*evalDiffFactor + evalDiffBase
	update(prior.quietHistory(prior.move), max(-evalDiffLimit, min(bonus, evalDiffLimit)))
}

// updatePostLMR notes what came of the quiet move m that had looked good enough in a reduced search to be searched again.
// Only the continuation histories learn from it at once, since the node has more moves to come.
func (t *thread) updatePostLMR(n *node, m board.Move, score, depth int) {
	bonus := 0
	switch {
	case t.stopped:
		return
	case score <= n.alpha:
		bonus = -historyMalus(depth)
	case score >= n.beta:
		bonus = historyBonus(depth)
	default:
		return
	}
	t.updateContHist(n.frame, m, bonus*postLMRBonus/128)
}

// addSearched notes that m was searched, in case a later move fails high.
func (f *frame) addSearched(m board.Move, quiet bool) {
	if quiet {
		if f.quietsCount < maxSearched {
			f.quietsSearched[f.quietsCount] = m
			f.quietsCount++
		}
	} else if f.capturesCount < maxSearched {
		f.capturesSearched[f.capturesCount] = m
		f.capturesCount++
	}
}
