package limited

import (
	"slices"

	"vertigo/board"
	"vertigo/movegen"
	"vertigo/search"
)

// seesQueensElo is the rating from which on no player overlooks that a queen can be taken.
const seesQueensElo = 1200

// guardsQueens reports whether guardQueens applies to players of level v. Such players neither give away their queen nor miss a
// capture of the opponent's, unless they see a mate. From seesQueensElo on, every player looks at the queens before they move.
// Players who hardly ever misjudge a position need no such rule.
func (v Level) guardsQueens() bool { return v.Elo >= seesQueensElo && v.Error >= 100 }

// guardQueens takes some of the moves of p out of the search: if a move wins the opponent's queen, all that do not, otherwise
// those that lose the player's own. A move with which the player sees a mate stays. Nothing changes if fewer moves would be left
// than MultiPV asks for.
func guardQueens(l *search.Limits, p *board.Position, moves []board.Move, seesMate func(moves []board.Move) board.Move) {
	kept, left := partition(moves, func(m board.Move) bool { return winsQueen(p, m) })
	if len(kept) == 0 {
		kept, left = partition(moves, func(m board.Move) bool { return !LosesQueen(p, m) })
	}
	if len(left) == 0 {
		return
	}
	if m := seesMate(left); m != board.NoMove {
		kept = append(kept, m)
	}
	if len(kept) >= max(min(l.MultiPV, len(moves)), 1) {
		l.SearchMoves = kept
	}
}

// partition returns the moves that fit and those that do not, both in their order.
func partition(moves []board.Move, fits func(m board.Move) bool) (fitting, others []board.Move) {
	for _, m := range moves {
		if fits(m) {
			fitting = append(fitting, m)
		} else {
			others = append(others, m)
		}
	}
	return fitting, others
}

// winsQueen reports whether the move m of p captures the queen and gains a rook at least in the exchange.
func winsQueen(p *board.Position, m board.Move) bool {
	return p.Captured(m).Type() == board.Queen && p.SEE(m, board.SEEValue(board.Rook))
}

// LosesQueen reports whether the legal move m of p leaves the queen where the opponent can take her and gains a rook at least,
// a capture by m being counted. It looks at exchanges only, not at what else the opponent would lose.
func LosesQueen(p *board.Position, m board.Move) bool {
	gain := board.SEEValue(board.Rook)
	if taken := p.Captured(m); taken != board.NoPiece {
		gain += board.SEEValue(taken.Type())
	}
	next := p.After(m)
	return slices.ContainsFunc(movegen.LegalMoves(&next), func(reply board.Move) bool {
		isNew := m.IsPromotion() && reply.To() == m.To() // Only a pawn is lost.
		return !isNew && next.Captured(reply).Type() == board.Queen && next.SEE(reply, gain)
	})
}
