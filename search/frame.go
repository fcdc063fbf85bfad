package search

import (
	"vertigo/board"
)

// frame is the state of one ply of the line in search: an entry of the stack, as other engines call it.
type frame struct {
	position board.Position
	picker   picker

	storedEval int        // evaluation as the table keeps it; scores.None in check
	rawEval    int        // evaluation before correction; scores.None in check
	staticEval int        // the same corrected by the correction histories; scores.None in check
	followsPV  bool       // the line is the beginning of the principal variation of the previous iteration
	ttPV       bool       // the node is, or according to the table was, on a principal variation
	sinceNull  int        // plies of the line since the last null move; at the root, and after it, those of the game count
	move       board.Move // the move being searched from here; NoMove for a null move
	moved      board.Piece
	reduction  int        // plies by which the search in progress of that move is reduced
	killer     board.Move // the quiet move that last failed high at this ply
	cutoffs    int        // how many of the nodes here have failed high since their grandparent began

	checks   board.CheckInfo                 // which moves give check
	contHist [len(contHistPlies)]*moveScores // continuation histories of the moves that led here
	threats  board.Threats                   // squares that the opponent attacks
	pawnHist *moveScores                     // pawn history of this position

	quietsSearched   [maxSearched]board.Move // quiet moves searched so far
	quietsCount      int
	capturesSearched [maxSearched]board.Move // captures searched so far
	capturesCount    int

	pv    [MaxPly + 2]board.Move
	pvLen int
}

// beforeRoot is the number of frames before that of the root. They hold no move and no evaluation, so that code that looks at
// what led to a node need not ask how far it is from the root.
const beforeRoot = 4

// at returns the frame of the position at ply, -beforeRoot..MaxPly+2.
func (t *thread) at(ply int) *frame { return &t.frames[ply+beforeRoot] }

// maxSearched bounds the moves that are remembered for a malus when a later one fails high.
const maxSearched = 32

// prefetch has the table's bucket for the position after m fetched from memory, while it is still being decided whether to
// search m, and while m is made.
func (t *thread) prefetch(f *frame, m board.Move) {
	key := f.position.LikelyKeyAfter(m)
	if rule50 := f.position.Rule50() + 1; rule50 >= rule50First && f.position.At(m.From()).Type() != board.Pawn {
		key ^= rule50KeyOf(rule50)
	}
	t.table.Prefetch(key)
}

// makeMove plays m, the move of the frame at ply, into the frame at ply+1.
func (t *thread) makeMove(ply int, m board.Move) {
	f, next := t.at(ply), t.at(ply+1)
	f.position.Make(m, &next.position)
	f.move, f.moved = m, f.position.At(m.From())
	next.sinceNull = f.sinceNull + 1
	t.keys[t.gameKeys+ply+1] = next.position.Key()
	t.eval.Make(ply)
}

// makeNull passes at ply.
func (t *thread) makeNull(ply int) {
	f, next := t.at(ply), t.at(ply+1)
	f.position.MakeNull(&next.position)
	t.table.Prefetch(next.position.Key())
	f.move, f.moved = board.NoMove, board.NoPiece
	next.sinceNull = 0
	t.keys[t.gameKeys+ply+1] = next.position.Key()
	t.eval.MakeNull(ply)
}

// isSafe reports whether the move m of f loses no more than margin by static exchange, or is a double check, after which
// only the king can capture.
func (f *frame) isSafe(m board.Move, margin int) bool {
	return f.position.SEE(m, -margin) || safeDoubleCheck != 0 && f.position.GivesDoubleCheck(m, &f.checks)
}

// updatePV makes m, followed by the line of the next ply, the line of the frame at ply.
func (t *thread) updatePV(ply int, m board.Move) {
	f, next := t.at(ply), t.at(ply+1)
	f.pv[0] = m
	f.pvLen = 1 + copy(f.pv[1:], next.pv[:next.pvLen])
}
