package search

import (
	"vertigo/movegen"
)

// isDraw reports whether the position at ply, which is not the root, is drawn by the fifty-move rule, repetition or
// lack of material. Mate takes precedence over the fifty-move rule.
func (t *thread) isDraw(ply int) bool {
	p := &t.at(ply).position
	if p.Rule50() >= 100 && (!p.InCheck() || movegen.HasLegalMove(p)) {
		return true
	}
	return p.InsufficientMaterial() || t.isRepetition(ply)
}

// isRepetition reports whether the position at ply occurred before: once within the search, since the moves that led back to it
// can be played again, or twice in the game before the root. To a limited player, once is enough there, too. Positions before a
// null move do not count: no real moves lead from there to here.
func (t *thread) isRepetition(ply int) bool {
	f, at := t.at(ply), t.gameKeys+ply
	key := t.keys[at]
	before := false
	for back := 4; back <= min(f.position.Rule50(), f.sinceNull); back += 2 {
		if t.keys[at-back] == key {
			if back <= ply || before || t.skill.avoidsRepetition {
				return true
			}
			before = true
		}
	}
	return false
}
