package puzzles

import "vertigo/board"

// fork: a man attacks two of the opponent's men at once, each of them the king, worth more than itself, or a piece that
// nothing defends; and it takes one of them next.
func fork(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		to, opponent := landing(before, m), now.Turn()
		var targets board.Bitboard
		for t := range (attacks(now, to) & now.Color(opponent)).All() {
			kind := now.At(t).Type()
			defended := now.AttackersTo(t, now.Occupied())&now.Color(opponent) != 0
			if worth(kind) > worth(now.At(to).Type()) || kind != board.Pawn && !defended {
				targets |= t.Bit()
			}
		}
		return targets.More() && s.proves(i, to, targets&^now.Pieces(opponent, board.King))
	})
}

// pins returns the men of c that may not leave the line to their king, as another man attacks along it.
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

// pin: a man of the opponent that is pinned to its king would gain by taking the man that the solver has moved, but may not;
// or the solver takes a piece that cannot get away: his last move pinned it, or attacked it where it was pinned.
func pin(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return cannotTake(now, landing(before, m)) || s.takesPinned(i)
	})
}

// cannotTake reports whether a pinned man of the side to move would gain by taking what stands on to.
func cannotTake(p *board.Position, to board.Square) bool {
	solver := p.Turn().Other()
	king, defended := p.King(p.Turn()), p.AttackersTo(to, p.Occupied())&p.Color(solver) != 0
	for x := range (pins(p, p.Turn()) & p.AttackersTo(to, p.Occupied())).All() {
		gains := !defended || worth(p.At(to).Type()) > worth(p.At(x).Type())
		if gains && !board.Line(king, x).Has(to) {
			return true
		}
	}
	return false
}

// takesPinned reports whether the move behind move i takes a piece that move i has pinned, or attacked where it was pinned.
func (s *story) takesPinned(i int) bool {
	if s.isLast(i) {
		return false
	}
	before, now, then := &s.positions[i], &s.positions[i+1], &s.positions[i+2]
	opponent, target := now.Turn(), s.moves[i+2].To()
	if !(pins(now, opponent) & pins(then, opponent) & pieces(now, opponent)).Has(target) || now.At(target) != then.At(target) {
		return false
	}
	attackers := func(p *board.Position) board.Bitboard {
		return p.AttackersTo(target, p.Occupied()) & p.Color(opponent.Other())
	}
	return !pins(before, opponent).Has(target) || attackers(now)&^attackers(before) != 0
}

// skewer: a piece attacks another along a line, that one leaves it, and the piece takes what stood behind. What stood in
// front is the king, or worth no less.
func skewer(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		to := landing(before, m)
		if s.isLast(i) || !isSlider(now.At(to).Type()) {
			return false
		}
		front, target := s.moves[i+1].From(), s.moves[i+2].To()
		return attacks(now, to).Has(front) && board.Between(to, target)&now.Occupied() == front.Bit() &&
			s.takesNext(i, to, pieces(now, now.Turn())&target.Bit()) && worth(now.At(front).Type()) >= worth(now.At(target).Type())
	})
}

// unveiled calls visit with every slider of the solver, and what it attacks behind the move m since the man that moved
// stands in its way no more.
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

// discoveredAttack: a man leaves the line of another, which then attacks a piece and takes it next.
func discoveredAttack(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return unveiled(m, before, now, func(slider board.Square, targets board.Bitboard) bool {
			targets &= pieces(now, now.Turn())
			return targets != 0 && s.proves(i, slider, targets)
		})
	})
}

// discoveredCheck: a man leaves the line of another, which then gives check.
func discoveredCheck(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool {
		return unveiled(m, before, now, func(_ board.Square, targets board.Bitboard) bool { return targets.Has(now.King(now.Turn())) })
	})
}

// doubleCheck: two men give check at once.
func doubleCheck(s *story) bool {
	return s.any(func(i int, m board.Move, before, now *board.Position) bool { return now.Checkers().More() })
}

// sacrifice: the opponent has taken so much that the solver is two pawns or more behind where he began, and the solver does
// not take it back at once.
func sacrifice(s *story) bool {
	start := lead(&s.positions[0])
	for i := 2; i < len(s.moves); i += 2 {
		behind, back := start-lead(&s.positions[i]), start+lead(&s.positions[i+1])
		if behind >= wonForGood && (s.moves[i].To() != s.moves[i-1].To() || back >= wonForGood) {
			return true
		}
	}
	return false
}

// hangingPiece: the solver's first move takes a piece that nothing defends, and which has not just taken something itself.
func hangingPiece(s *story) bool {
	first, taken := s.moves[0], s.positions[0].Captured(s.moves[0])
	if taken == board.NoPiece || taken.Type() == board.Pawn || s.tookBack && first.To() == s.mistake.To() {
		return false
	}
	for _, m := range legalMoves(&s.positions[1]) {
		if m.To() == first.To() {
			return false
		}
	}
	return true
}

// promotion: the solver promotes a pawn.
func promotion(s *story) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool { return m.IsPromotion() })
}

// underPromotion: the solver promotes a pawn, but not to a queen.
func underPromotion(s *story) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool {
		return m.IsPromotion() && m.Promotion() != board.Queen
	})
}
