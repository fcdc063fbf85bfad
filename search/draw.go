package search

import "vertigo/movegen"

// isDraw reports whether the position at ply, which is not the root, is drawn by the fifty-move rule, repetition or
// lack of material. Mate takes precedence over the fifty-move rule.
func (t *thread) isDraw(ply int) bool {
	p := &t.stack(ply).position
	if p.Rule50() >= 100 && (!p.InCheck() || movegen.HasLegalMove(p)) {
		return true
	}
	return p.InsufficientMaterial() || t.isRepetition(ply)
}

// isRepetition reports whether the position at ply occurred before: once after the root, since the moves that led back to it can
// be played again, or twice in the game up to the root. To a limited player, once is enough there, too. Positions before a null
// move do not count: no real moves lead from there to here.
func (t *thread) isRepetition(ply int) bool {
	f, at := t.stack(ply), t.gameKeys+ply
	key := t.keys[at]
	before := false
	for back := 4; back <= min(f.position.Rule50(), f.sinceNull); back += 2 {
		if t.keys[at-back] == key {
			if back < ply || before || t.engine.limits.Weakness != nil {
				return true
			}
			before = true
		}
	}
	return false
}

// canRepeat reports whether the side to move at ply can go back to a position that would then count as repeated: one after the
// root, or one of the game that occurred twice.
func (t *thread) canRepeat(ply int) bool {
	f, at := t.stack(ply), t.gameKeys+ply
	end := min(f.position.Rule50(), f.sinceNull)
	for back := 3; back <= end; back += 2 {
		key := t.keys[at-back]
		if !f.position.CanReach(key) {
			continue
		}
		if back < ply {
			return true
		}
		for earlier := back + 4; earlier <= end; earlier += 2 {
			if t.keys[at-earlier] == key {
				return true
			}
		}
	}
	return false
}
