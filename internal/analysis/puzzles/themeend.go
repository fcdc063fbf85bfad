package puzzles

import (
	"vertigo/board"
	"vertigo/movegen"
)

// backRankMate: a rook or queen mates a king on its back rank, and own pieces of the king occupy a square on the next rank that
// is not attacked.
func backRankMate(s *solution) bool {
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

// smotheredMate: a knight mates a king that is surrounded by its own pieces.
func smotheredMate(s *solution) bool {
	p := s.last()
	checkers := p.Checkers()
	return s.mates && !checkers.More() && p.At(checkers.First()).Type() == board.Knight &&
		board.KingAttacks(p.King(p.Turn()))&^p.Color(p.Turn()) == 0
}

// stalemate: it saves the solver. Either the solution ends with stalemate, or every capture of a piece that the solver has moved
// would be stalemate.
func stalemate(s *solution) bool {
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

// zugzwang: by the tablebases, the opponent would be better off by passing.
func zugzwang(s *solution) bool {
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
