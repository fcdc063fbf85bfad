package search

import (
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// evaluation says what a position is worth to the side to move before its moves are searched. Each number rests on the one before
// it. In check, all are scores.None.
type evaluation struct {
	network int // by the network alone; the table keeps it, as the fifty-move count that scales it may be another next time
	raw     int // scaled by the rules of chess, and with the error of a limited player
	static  int // corrected by the correction histories
	refined int // the score that the table has, where it says more, else static
}

// noEvaluation is the evaluation of a position in check.
var noEvaluation = evaluation{scores.None, scores.None, scores.None, scores.None}

// correctionSize returns how many centipawns the correction histories have added or taken off.
func (e *evaluation) correctionSize() int { return max(e.static-e.raw, e.raw-e.static) }

// setEvaluation sets the evaluation of the node, with that of the network from the table if it is there.
func (t *thread) setEvaluation(n *node) {
	f := n.frame
	if f.position.InCheck() {
		f.eval, n.improving = noEvaluation, false
		return
	}
	correction := t.correction(f) // first, so that its loads from memory overlap the evaluation
	e := &f.eval
	if e.network = n.ttEntry.Eval; !n.ttHit || e.network == scores.None {
		e.network = t.evaluator.Evaluate(n.ply, &f.position)
	}
	e.raw = t.scaled(f, e.network)
	e.static = max(-scores.TablebaseBound+1, min(e.raw+correction, scores.TablebaseBound-1))
	e.refined = e.static
	if n.ttHit && improvesEval(&n.ttEntry, e.static) {
		e.refined = n.ttEntry.Score
	}
	n.improving = f.isImproving()
}

// improvesEval reports whether the score of e, which a search has found, says more than the static evaluation: the truth lies at
// least as far on the same side of it.
func improvesEval(e *tt.Entry, eval int) bool {
	if scores.IsDecisive(e.Score) {
		return false
	}
	if e.Score >= eval {
		return e.Bound&tt.Lower != 0
	}
	return e.Bound&tt.Upper != 0
}

// isImproving reports whether the side to move, which is not in check, stands better than at its last turn. Then its moves deserve
// more trust, and reductions less.
func (f *frame) isImproving() bool {
	before := f.prior.prior
	if before.eval.static == scores.None {
		before = before.prior.prior
	}
	return before.eval.static == scores.None || f.eval.static > before.eval.static
}

// leafScore returns the value of a position none of whose moves is searched: checkmate, stalemate, otherwise the static
// evaluation.
func (t *thread) leafScore(f *frame) int {
	switch movegen.EndOf(&f.position) {
	case movegen.Checkmate:
		return matedIn(f.ply)
	case movegen.Stalemate:
		return scores.Draw
	}
	return t.rawEvaluation(f)
}

// rawEvaluation returns the evaluation of the position of f, with the error of a limited player.
func (t *thread) rawEvaluation(f *frame) int {
	return t.scaled(f, t.evaluator.Evaluate(f.ply, &f.position))
}

// scaled turns score, the network's evaluation of the position of f, into the one that the search uses: scaled, and with the
// error of a limited player.
func (t *thread) scaled(f *frame, score int) int {
	p := &f.position
	score = eval.Scale(p, score)
	if w := t.engine.limits.Weakness; w != nil {
		score = w.Misjudge(p, score)
	}
	return score
}
