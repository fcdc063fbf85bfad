package search

import (
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/tt"
)

// setStaticEval sets the static evaluation of the node, from the table if it is there.
func (t *thread) setStaticEval(n *node) {
	f := n.frame
	if f.position.InCheck() {
		f.networkEval, f.rawEval, f.staticEval = scores.None, scores.None, scores.None
	} else {
		correction := t.correction(f) // first, so that its loads from memory overlap the evaluation
		if f.networkEval = n.ttEntry.Eval; !n.ttHit || f.networkEval == scores.None {
			f.networkEval = t.eval.Evaluate(n.ply, &f.position)
		}
		f.rawEval = t.scaled(f, f.networkEval)
		f.staticEval = max(-scores.TablebaseBound+1, min(f.rawEval+correction, scores.TablebaseBound-1))
	}
	n.eval = f.staticEval
	if n.ttHit && !f.position.InCheck() && improvesEval(&n.ttEntry, n.eval) {
		n.eval = n.ttEntry.Score
	}
	n.improving = t.isImproving(n)
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

// isImproving reports whether the side to move stands better than at its last turn. Then its moves deserve more
// trust, and reductions less.
func (t *thread) isImproving(n *node) bool {
	if n.frame.position.InCheck() {
		return false
	}
	before := n.frame.prior.prior
	if before.staticEval == scores.None {
		before = before.prior.prior
	}
	return before.staticEval == scores.None || n.frame.staticEval > before.staticEval
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
	return t.scaled(f, t.eval.Evaluate(f.ply, &f.position))
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
