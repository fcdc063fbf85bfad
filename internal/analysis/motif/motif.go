package motif

import (
	"slices"

	"vertigo/board"
	"vertigo/movegen"
)

// fork: a piece attacks two of the opponent's pieces and takes one of them next. Each is the king, worth more than the attacker,
// or undefended and not a pawn.
func fork(s *Line) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		to, opponent := landing(before, m), now.Turn()
		var targets board.Bitboard
		for t := range (attacks(now, to) & now.Color(opponent)).All() {
			kind := now.At(t).Type()
			defended := now.AttackersTo(t, now.Occupied())&now.Color(opponent) != 0
			if Worth(kind) > Worth(now.At(to).Type()) || kind != board.Pawn && !defended {
				targets |= t.Bit()
			}
		}
		return targets.MoreThanOne() && s.proves(i, to, targets&^now.Pieces(opponent, board.King))
	})
}

// pins returns the pieces of c that are pinned to their king.
func pins(p *board.Position, c board.Color) (pinned board.Bitboard) {
	king := p.King(c)
	for s := range sliders(p, c.Other()).All() {
		between := board.Between(king, s) & p.Occupied()
		if between.Count() == 1 && between&p.Color(c) != 0 && board.Attacks(p.At(s).Type(), s, 0).Has(king) {
			pinned |= between
		}
	}
	return pinned
}

// pin: a pinned piece of the opponent may not take the piece that the solver has moved, although that would gain something; or
// the solver wins a pinned piece by pinning or attacking it.
func pin(s *Line) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return cannotTake(now, landing(before, m)) || s.takesPinned(i)
	})
}

// cannotTake reports whether a pinned piece of the side to move would gain by taking the piece on to, but may not, and no other piece
// can take it.
func cannotTake(p *board.Position, to board.Square) bool {
	solver := p.Turn().Other()
	king, defended := p.King(p.Turn()), p.AttackersTo(to, p.Occupied())&p.Color(solver) != 0
	for x := range (pins(p, p.Turn()) & p.AttackersTo(to, p.Occupied())).All() {
		gains := !defended || Worth(p.At(to).Type()) > Worth(p.At(x).Type())
		if gains && !board.Line(king, x).Has(to) {
			return !slices.ContainsFunc(movegen.LegalMoves(p), func(m board.Move) bool { return m.To() == to })
		}
	}
	return false
}

// takesPinned reports whether move i pins a piece or attacks one that is pinned, and the solver wins it: next, in its pin, or at
// the end of the line after every answer.
func (s *Line) takesPinned(i int) bool {
	before, now := &s.Positions[i], &s.Positions[i+1]
	opponent := now.Turn()
	won := func(target board.Square) bool { return isLost(now, target) }
	if !s.isLast(i) {
		then := &s.Positions[i+2]
		won = func(target board.Square) bool {
			return target == s.Moves[i+2].To() && s.gainsBy(i+2) && pins(then, opponent).Has(target) &&
				now.At(target) == then.At(target)
		}
	}
	for target := range (pins(now, opponent) & pieces(now, opponent)).All() {
		attackers := func(p *board.Position) board.Bitboard {
			return p.AttackersTo(target, p.Occupied()) & p.Color(opponent.Other())
		}
		if (!pins(before, opponent).Has(target) || attackers(now)&^attackers(before) != 0) && won(target) {
			return true
		}
	}
	return false
}

// isLost reports whether the piece of the side to move on from can be taken after every answer, wherever it has gone. By static
// exchange evaluation, the opponent then gains at least two pawns more than the answer took.
func isLost(p *board.Position, from board.Square) bool {
	const pawn = 100
	replies := movegen.LegalMoves(p)
	return len(replies) > 0 && !slices.ContainsFunc(replies, func(reply board.Move) bool {
		next, at, gain := p.After(reply), from, WonForGood*pawn
		if reply.From() == from {
			at = reply.To()
		}
		if p.IsCapture(reply) {
			gain += pawn * Worth(p.Captured(reply).Type())
		}
		return !slices.ContainsFunc(movegen.LegalMoves(&next), func(m board.Move) bool { return m.To() == at && next.SEE(m, gain) })
	})
}

// skewer: a piece attacks two others on one line. The front one, which is the king or worth no less than the other, moves away,
// and taking the one behind it gains material.
func skewer(s *Line) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		to := landing(before, m)
		if s.isLast(i) || !isSlider(now.At(to).Type()) {
			return false
		}
		front, target := s.Moves[i+1].From(), s.Moves[i+2].To()
		return attacks(now, to).Has(front) && board.Between(to, target)&now.Occupied() == front.Bit() &&
			s.takesNext(i, to, pieces(now, now.Turn())&target.Bit()) && Worth(now.At(front).Type()) >= Worth(now.At(target).Type()) &&
			s.Positions[i+2].SEE(s.Moves[i+2], 1)
	})
}

// unveiled calls visit with every slider of the solver from whose line the move m takes a piece away, and with the pieces that it
// attacks since then.
func unveiled(m board.Move, before, now *board.Position, visit func(slider board.Square, targets board.Bitboard) bool) bool {
	solver := before.Turn()
	for s := range sliders(now, solver).All() {
		if s == m.To() || before.At(s) != now.At(s) || !attacks(before, s).Has(m.From()) {
			continue
		}
		if targets := attacks(now, s) &^ attacks(before, s) & now.Color(now.Turn()); targets != 0 && visit(s, targets) {
			return true
		}
	}
	return false
}

// discoveredAttack: a piece leaves the line of another, which thus gives check, or attacks a piece and takes it next.
func discoveredAttack(s *Line) bool {
	return discoveredCheck(s) || s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return unveiled(m, before, now, func(slider board.Square, targets board.Bitboard) bool {
			targets &= pieces(now, now.Turn())
			return targets != 0 && s.proves(i, slider, targets)
		})
	})
}

// discoveredCheck: a piece leaves the line of another, which thus gives check.
func discoveredCheck(s *Line) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return unveiled(m, before, now, func(_ board.Square, targets board.Bitboard) bool { return targets.Has(now.King(now.Turn())) })
	})
}

// doubleCheck: two pieces give check at once.
func doubleCheck(s *Line) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool { return now.Checkers().MoreThanOne() })
}

// sacrifice: after a later move, the solver is two pawns or more worse off than at the beginning. Promotions of the opponent do
// not count.
func sacrifice(s *Line) bool {
	start := Lead(&s.Positions[0])
	for i := 2; i < len(s.Moves); i += 2 {
		if m := s.Moves[i-1]; m.IsPromotion() {
			start -= Worth(m.Promotion()) - Worth(board.Pawn)
		}
		if start+Lead(&s.Positions[i+1]) >= WonForGood { // the opponent is to move
			return true
		}
	}
	return false
}

// hangingPiece: the solver's first move takes an undefended piece, which has not just taken as much or more.
func hangingPiece(s *Line) bool {
	first, taken := s.Moves[0], s.Positions[0].Captured(s.Moves[0])
	if taken == board.NoPiece || taken.Type() == board.Pawn || s.TakesBack {
		return false
	}
	return !slices.ContainsFunc(movegen.LegalMoves(&s.Positions[1]), func(m board.Move) bool { return m.To() == first.To() })
}

// promotion: the solver promotes a pawn.
func promotion(s *Line) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool { return m.IsPromotion() })
}

// underPromotion: the solver promotes a pawn, but not to a queen.
func underPromotion(s *Line) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool {
		return m.IsPromotion() && m.Promotion() != board.Queen
	})
}

// backRankMate: a rook or queen mates a king on its back rank, and own pieces of the king occupy a square on the next rank that
// is not attacked.
func backRankMate(s *Line) bool {
	p := s.last()
	loser := p.Turn()
	king := p.King(loser)
	checkers := p.Checkers()
	if !s.Mates || king.Relative(loser).Rank() != 0 || checkers.MoreThanOne() {
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
func smotheredMate(s *Line) bool {
	p := s.last()
	checkers := p.Checkers()
	return s.Mates && !checkers.MoreThanOne() && p.At(checkers.First()).Type() == board.Knight &&
		board.KingAttacks(p.King(p.Turn()))&^p.Color(p.Turn()) == 0
}

// stalemate: it saves the solver. Either the solution ends with stalemate, or every capture of a piece that the solver has moved
// would be stalemate.
func stalemate(s *Line) bool {
	if !s.Saves {
		return false
	}
	if movegen.EndOf(s.last()) == movegen.Stalemate {
		return true
	}
	return s.any(func(_ int, m board.Move, before, now *board.Position) bool {
		taken, to := 0, landing(before, m)
		for _, reply := range movegen.LegalMoves(now) {
			if reply.To() != to {
				continue
			}
			next := now.After(reply)
			if movegen.EndOf(&next) != movegen.Stalemate {
				return false
			}
			taken++
		}
		return taken > 0
	})
}

// zugzwang: by the tablebases, the opponent would be better off by passing.
func zugzwang(s *Line) bool {
	return s.any(func(_ int, _ board.Move, _, now *board.Position) bool {
		if now.InCheck() {
			return false
		}
		var passed board.Position
		now.MakeNull(&passed)
		moves, ok := s.Tables.WDL(now)
		passes, known := s.Tables.WDL(&passed)
		return ok && known && -passes > moves && movegen.HasLegalMove(now)
	})
}
