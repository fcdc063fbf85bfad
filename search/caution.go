package search

import (
	"vertigo/board"
	"vertigo/movegen"
)

// LosesQueen reports whether the legal move m of p leaves the queen where the opponent can take her and gains a rook at least,
// what m takes being counted. It looks at exchanges only, not at what else the opponent would lose.
func LosesQueen(p *board.Position, m board.Move) bool {
	gain := board.SEEValue(board.Rook)
	if taken := p.Captured(m); taken != board.NoPiece {
		gain += board.SEEValue(taken.Type())
	}
	var next board.Position
	p.Make(m, &next)
	var replies movegen.List
	movegen.Generate(&next, &replies, movegen.All)
	for _, reply := range replies.Slice() {
		isNew := m.IsPromotion() && reply.To() == m.To() // then it is a pawn that is lost
		if !isNew && next.Captured(reply).Type() == board.Queen && next.SEE(reply, gain) {
			return true
		}
	}
	return false
}

// isCautious reports whether a player of level v considers no move that loses the queen, unless he sees that it mates. From
// seesQueens on everybody looks after her before he moves. Those who hardly ever misjudge a position need no such rule.
func (v Level) isCautious() bool { return v.Elo >= seesQueens && v.Error >= 100 }

// spareQueen takes the moves that lose the queen out of the search of p, but for one with which the player sees a mate, if enough
// others are left for every line of MultiPV.
func (l *Limits) spareQueen(p *board.Position, seesMate func(moves []board.Move) board.Move) {
	var moves movegen.List
	rootMoves(p, l, &moves)
	var kept, losing []board.Move
	for _, m := range moves.Slice() {
		if LosesQueen(p, m) {
			losing = append(losing, m)
		} else {
			kept = append(kept, m)
		}
	}
	if len(losing) == 0 {
		return
	}
	if m := seesMate(losing); m != board.NoMove {
		kept = append(kept, m)
	}
	if len(kept) >= max(min(l.MultiPV, moves.N), 1) {
		l.SearchMoves = kept
	}
}
