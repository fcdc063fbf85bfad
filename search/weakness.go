package search

import "vertigo/board"

// Weakness makes a search that of a player of limited strength. To such a player, a position counts as a draw as soon as it
// occurs a second time in the game.
type Weakness struct {
	// Misjudge returns what the player makes of score, the evaluation of p for the side to move.
	Misjudge func(p *board.Position, score int) int
	// IsBlindTo, if not nil, reports whether the player does not see the move m of p, to which the move last has led.
	IsBlindTo func(p *board.Position, m, last board.Move) bool
}

// isBlindTo reports whether a player who overlooks moves does not see the move m of f.
func (t *thread) isBlindTo(f *frame, m board.Move) bool {
	return t.engine.limits.Weakness.IsBlindTo(&f.position, m, f.prior.move)
}

// isBlind reports whether the player overlooks moves. They look at each of their own moves at the root. The loops over moves ask
// once, since it takes three loads.
func (t *thread) isBlind() bool {
	w := t.engine.limits.Weakness
	return w != nil && w.IsBlindTo != nil
}
