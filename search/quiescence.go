package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// Whether quiescence tries quiet checks.
const (
	withChecks    = true
	withoutChecks = false
)

// quiescenceLimit is how many nodes a node at the horizon may take. The most that games need is about a hundred. Where promoted
// pieces attack each other everywhere, the exchanges would go on for millions.
const quiescenceLimit = 256

// stalematePly is the last ply at which quiescence looks for stalemate. So a search of a few nodes does not give a won game away;
// deeper searches see it by themselves.
const stalematePly = 2

// quiescence returns the value of the position at ply when only captures that do not lose material are played, or, in check,
// evasions. With checks, which is for the first ply, quiet checks that lose no material are tried as well: short mates are seen a
// ply or two earlier. Outside check, the side to move may stand pat instead: almost every position offers something better than a
// bad capture. Like negamax, quiescence is fail-soft. Once the thread has visited limit nodes, no node tries a further move.
//
// Entries with and without checks share depth 0 of the table. Where they did not, the bench took 3 to 6 per cent more nodes.
//
// It must not be inlined: the profile would have it inlined into the loop of searchCaptures, and its node would move to the heap.
//
//go:noinline
func (t *thread) quiescence(ply, alpha, beta int, kind nodeKind, checks bool, limit uint64) int {
	f := t.frame(ply)
	f.pvLen = 0
	if !t.visit() {
		return scores.Draw
	}
	t.selDepth = max(t.selDepth, ply)
	repeats := t.isAtLeastDraw(f, alpha)
	if repeats {
		if alpha = scores.Draw; alpha >= beta {
			return alpha
		}
	}
	if t.isDraw(f) {
		return scores.Draw
	}
	if ply >= MaxPly || !selective {
		return t.leafScore(f)
	}
	if ply <= stalematePly && !f.position.InCheck() && !movegen.HasLegalMove(&f.position) {
		return scores.Draw
	}
	var n node
	n.begin(f, ply, 0, alpha, beta, kind)
	t.probe(&n)
	if score, ok := n.ttCutoff(); ok {
		return score
	}
	t.setEvaluation(&n)
	if !f.position.InCheck() { // stand pat
		if n.best = f.eval.refined; n.best >= beta {
			n.blendStandPat()
			if !n.ttHit || n.ttEntry.Bound == tt.BoundNone {
				t.store(&n, n.bestMove, n.best, 0, n.quiescenceBound(), f.ttPV)
			}
			return n.best
		}
		n.alpha = max(alpha, n.best)
	}
	n.dropCollision()
	t.searchCaptures(&n, checks && !f.position.InCheck(), limit)
	if t.stopped {
		return n.best
	}
	if n.best == -scores.Infinity { // in check, without a move
		return matedIn(ply)
	}
	n.blendStandPat()
	t.store(&n, n.bestMove, n.best, 0, n.quiescenceBound(), f.ttPV)
	if repeats {
		return max(n.best, scores.Draw)
	}
	return n.best
}

// searchCaptures tries the good captures of a quiescence node and, with checks, the quiet checks after them. In check it tries
// all captures, and quiet moves only while every move so far is mated.
func (t *thread) searchCaptures(n *node, checks bool, limit uint64) {
	f := n.frame
	if f.position.InCheck() {
		t.linkHistories(f) // for the quiet evasions
	}
	if checks {
		f.checks = f.position.CheckInfo()
	}
	f.picker.startQuiescence(n.captureTTMove(), checks)
	searched, blind := 0, t.isBlind()
	for m := f.picker.next(); m != board.NoMove; m = f.picker.next() {
		if blind && t.isBlindTo(f, m) {
			continue
		}
		if f.position.IsQuiet(m) {
			// One answer to the check that does not lose at once is enough: quiet ones after it are left out.
			if f.position.InCheck() && n.best > -scores.MateBound {
				break
			}
		} else {
			if searched >= qsMoves && n.isLateCapture(m, f.prior.move) {
				continue
			}
			if most, futile := n.futileCapture(m); futile {
				n.best = max(n.best, most)
				continue
			}
		}
		t.makeMove(f, m)
		searched++
		score := -t.quiescence(n.ply+1, -n.beta, -n.alpha, n.kind, withoutChecks, limit)
		if t.stopped {
			return
		}
		if t.updateBest(n, m, score) {
			return
		}
		if t.nodes >= limit && n.best > -scores.MateBound { // while all moves so far are mated, one may not be
			return
		}
	}
}

// quiescenceBound returns how the score relates to the truth. It is never exact: quiet moves were not tried, and as an exact
// score it would replace what a deep search has found.
func (n *node) quiescenceBound() tt.Bound {
	if n.best >= n.beta {
		return tt.Lower
	}
	return tt.Upper
}

// blendStandPat moves a score above beta part of the way back to beta, as blendFailHigh does in the main search.
func (n *node) blendStandPat() {
	if n.isAboveBeta() {
		n.best += (n.beta - n.best) * qsFailHighBlend / 100
	}
}

// isLateCapture reports whether the capture m, which comes after qsMoves better ones, need not be tried. Recaptures on the
// square of the last move are always tried, and so are promotions.
func (n *node) isLateCapture(m, last board.Move) bool {
	return !n.frame.position.InCheck() &&
		n.best > -scores.MateBound && // while all moves so far are mated, one may not be
		!m.Follows(last) && !m.IsPromotion()
}

// futileCapture reports whether the capture m cannot lift the score above alpha even if the victim is won for nothing, and the
// upper bound of its score in that case.
func (n *node) futileCapture(m board.Move) (most int, futile bool) {
	f := n.frame
	if f.position.InCheck() || // the evaluation says nothing in check
		m.IsPromotion() || // a promotion gains more than what it captures
		n.alpha <= -scores.MateBound { // any move that is not mated is better
		return 0, false
	}
	most = f.eval.static + qsFutilityMargin + board.SEEValue(f.position.Captured(m).Type())
	return most, most <= n.alpha
}

// captureTTMove returns the TT move if it is of the kind that the node would search.
func (n *node) captureTTMove() board.Move {
	m := n.ttEntry.Move
	if m == board.NoMove || n.frame.position.InCheck() || !n.frame.position.IsQuiet(m) {
		return m
	}
	return board.NoMove
}
