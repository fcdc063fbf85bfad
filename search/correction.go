package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
)

// corrHistories remember by how much the static evaluation of positions with a common feature differed from what the search
// found for them. The mean of these errors corrects the evaluation of the next position that shares the feature. All are from
// the point of view of the side to move, in 1/corrHistUnit centipawns.
type corrHistories struct {
	pawn         [board.ColorCount][corrHistSize]int16                                           // by pawn structure
	nonPawn      [board.ColorCount][board.ColorCount][corrHistSize]int16                         // by the pieces of one colour
	continuation [board.PieceCount][board.SquareCount][board.PieceCount][board.SquareCount]int16 // by the last two moves
}

const (
	corrHistSize = 1 << 14
	corrHistUnit = 64 // units in a centipawn
)

// corrHistEntries returns the entries that apply to the position at ply; the last is nil where two moves are not
// known.
func (t *Thread) corrHistEntries(ply int) (entries [4]*int16) {
	p := &t.at(ply).position
	us := p.Turn() & 1
	c := t.corrHistories
	entries[0] = &c.pawn[us][p.PawnKey()%corrHistSize]
	entries[1] = &c.nonPawn[us][board.White][p.NonPawnKey(board.White)%corrHistSize]
	entries[2] = &c.nonPawn[us][board.Black][p.NonPawnKey(board.Black)%corrHistSize]
	if a, b := t.at(ply-2), t.at(ply-1); a.move != board.NoMove && b.move != board.NoMove {
		entries[3] = &c.continuation[a.moved][a.move.To()][b.moved][b.move.To()]
	}
	return entries
}

// correctedEvaluation returns the evaluation raw of the position at ply with what earlier errors teach.
func (t *Thread) correctedEvaluation(ply, raw int) int {
	e := t.corrHistEntries(ply)
	sum := corrHistPawn*int(*e[0]) + corrHistNonPawn*(int(*e[1])+int(*e[2]))
	if e[3] != nil {
		sum += corrHistContinuation * int(*e[3])
	}
	score := raw + sum/(128*corrHistUnit)
	return max(-scores.TablebaseBound+1, min(score, scores.TablebaseBound-1))
}

// updateCorrHist notes that the search of the node found n.best where the evaluation had said something else. Only what
// is known counts: a bound on the side where the evaluation already lies teaches nothing, and neither does a
// capture, whose gain the evaluation cannot see.
func (t *Thread) updateCorrHist(n *node, alpha int) {
	f := n.frame
	if f.inCheck || scores.IsDecisive(n.best) || n.bestMove != board.NoMove && !f.position.IsQuiet(n.bestMove) ||
		n.best >= n.beta && n.best <= f.staticEval || n.best <= alpha && n.best >= f.staticEval {
		return
	}
	weight := min(n.depth, corrHistMaxDepth)
	limit := corrHistLimit * corrHistUnit
	target := max(-limit, min((n.best-f.staticEval)*corrHistUnit*weight/corrHistDepth, limit))
	for _, e := range t.corrHistEntries(n.ply) {
		if e != nil {
			*e += int16((target - int(*e)*max(target, -target)/limit) * corrHistRate / 256)
		}
	}
}
