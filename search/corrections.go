package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
)

// corrHistories remember by how much the static evaluation of positions with a common feature differed from what the search
// found for them. The mean of these errors corrects the evaluation of the next position that shares the feature. All are from
// the point of view of the side to move, in 1/corrHistUnit centipawns.
type corrHistories struct {
	pawn    [board.ColorCount][corrHistSize]int16                   // by pawn structure
	nonPawn [board.ColorCount][board.ColorCount][corrHistSize]int16 // by the pieces of one colour
}

// contCorrHistory is a correction history by the last two moves: [pieceTo of one], by pieceTo of the next.
type contCorrHistory [board.PieceCount * board.SquareCount]moveScores

const (
	corrHistSize = 1 << 14
	corrHistUnit = 64 // units in a centipawn
)

// corrHistEntries are the entries that apply to a position.
type corrHistEntries struct {
	pawn, white, black *int16
	continuation       *int16 // nil where two moves are not known
}

// corrHist returns the entries that apply to the position of f.
func (t *thread) corrHist(f *frame) corrHistEntries {
	p := &f.position
	us := p.Turn() & 1
	s := t.engine.shared
	pawns, white, black := p.PawnKey(), p.NonPawnKey(board.White), p.NonPawnKey(board.Black)
	e := corrHistEntries{
		pawn:  &s.shard(pawns).correction.pawn[us][pawns%corrHistSize],
		white: &s.shard(white).correction.nonPawn[us][board.White][white%corrHistSize],
		black: &s.shard(black).correction.nonPawn[us][board.Black][black%corrHistSize],
	}
	if a, b := f.prior.prior, f.prior; a.move != board.NoMove && b.move != board.NoMove {
		e.continuation = &s.contCorrection[a.pieceTo][b.pieceTo]
	}
	return e
}

// correction returns the centipawns that, by earlier errors, should be added to the evaluation of the position of f.
//
//go:norace
func (t *thread) correction(f *frame) int {
	e := t.corrHist(f)
	sum := corrHistPawn*int(*e.pawn) + corrHistNonPawn*(int(*e.white)+int(*e.black))
	if e.continuation != nil {
		sum += corrHistContinuation * int(*e.continuation)
	}
	return sum / (128 * corrHistUnit)
}

// updateCorrHist notes that the search of the node found n.best where the evaluation had said something else.
//
//go:norace
func (t *thread) updateCorrHist(n *node) {
	f := n.frame
	if !n.contradictsEval() {
		return
	}
	weight := min(n.depth, corrHistMaxDepth)
	limit := corrHistLimit * corrHistUnit
	target := max(-limit, min((n.best-f.eval.static)*corrHistUnit*weight/corrHistDepth, limit))
	e := t.corrHist(f)
	for _, e := range [...]*int16{e.pawn, e.white, e.black, e.continuation} {
		if e != nil {
			h := int(*e) // read once, since another thread may write
			*e = int16(h + (target-h*max(target, -target)/limit)*corrHistRate/256)
		}
	}
}

// contradictsEval reports whether the score that the search of the node has found shows an error of the static evaluation.
func (n *node) contradictsEval() bool {
	f := n.frame
	switch {
	case f.position.InCheck(): // there is no evaluation
		return false
	case scores.IsDecisive(n.best): // mates are not the evaluation's business
		return false
	case n.bestMove != board.NoMove && !f.position.IsQuiet(n.bestMove): // nor is what a capture gains
		return false
	case n.best >= n.beta: // a lower bound
		return n.best > f.eval.static
	case n.best <= n.alphaOrig: // an upper bound
		return n.best < f.eval.static
	}
	return true
}
