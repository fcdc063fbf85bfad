package puzzles

import (
	"vertigo/board"
	"vertigo/movegen"
)

// backRankMate: rook or queen mate along the back rank a king whose own men on the next rank take squares from him that are
// not attacked.
func backRankMate(s *story) bool {
	p := s.last()
	loser := p.Turn()
	king := p.King(loser)
	checkers := p.Checkers()
	if !s.mates || king.Relative(loser).Rank() != 0 || checkers.More() {
		return false
	}
	by := checkers.First()
	if by.Rank() != king.Rank() || p.At(by).Type() != board.Rook && p.At(by).Type() != board.Queen {
		return false
	}
	for square := range (board.KingAttacks(king) & p.Color(loser) &^ board.RankOf(king.Rank())).All() {
		if !p.Attacked(loser.Other(), square, p.Occupied()&^king.Bit()) {
			return true
		}
	}
	return false
}

// smotheredMate: a knight mates a king whose own men stand on every square beside him.
func smotheredMate(s *story) bool {
	p := s.last()
	checkers := p.Checkers()
	return s.mates && !checkers.More() && p.At(checkers.First()).Type() == board.Knight &&
		board.KingAttacks(p.King(p.Turn()))&^p.Color(p.Turn()) == 0
}

// stalemate: the solver is saved by it. Either the position behind his last move is stalemate, or the opponent cannot take
// the man that he has moved without leaving him no move.
func stalemate(s *story) bool {
	if s.goal != Save {
		return false
	}
	if movegen.EndOf(s.last()) == movegen.Stalemate {
		return true
	}
	return s.any(func(_ int, m board.Move, before, now *board.Position) bool {
		taken, to := 0, landing(before, m)
		for _, reply := range legalMoves(now) {
			if reply.To() != to {
				continue
			}
			next := after(now, reply)
			if movegen.EndOf(&next) != movegen.Stalemate {
				return false
			}
			taken++
		}
		return taken > 0
	})
}

// zugzwang: by the tablebases, the opponent would be better off if he could pass.
func zugzwang(s *story) bool {
	return s.any(func(_ int, _ board.Move, _, now *board.Position) bool {
		if now.InCheck() {
			return false
		}
		var passed board.Position
		now.MakeNull(&passed)
		moves, ok := s.tables.WDL(now)
		passes, known := s.tables.WDL(&passed)
		return ok && known && -passes > moves && movegen.HasLegalMove(now)
	})
}
