package search

import (
	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/movegen"
)

// isDraw reports whether the position of f, which is not the root, is drawn by the fifty-move rule, repetition or
// lack of material, or because a lone king holds the corner. Mate takes precedence over the fifty-move rule.
func (t *thread) isDraw(f *frame) bool {
	p := &f.position
	if p.Rule50() >= 100 && !movegen.IsMate(p) {
		return true
	}
	pawns := p.Type(board.Pawn)
	if pawns&^board.FileA == 0 || pawns&^board.FileH == 0 {
		if p.InsufficientMaterial() || selective && isCornerHeld(p) {
			return true
		}
	}
	return t.isRepetition(f)
}

// isCornerHeld reports whether one side cannot win although it has pawns, all on the same rook's file: a lone king stands in or
// beside the corner where they promote, and the other pieces are bishops that cannot attack that corner. Then no piece can check
// a king in the corner, and a king beside the corner can always step into it, so there is no mate. A pawn that promotes in the
// corner can be taken.
func isCornerHeld(p *board.Position) bool {
	pawns, bishops, kings := p.Type(board.Pawn), p.Type(board.Bishop), p.Type(board.King)
	if p.Occupied() != pawns|bishops|kings || pawns == 0 {
		return false
	}
	ahead := p.At(pawns.First()).Color()
	corner := board.NewSquare(pawns.First().File(), 7).Relative(ahead)
	onCorner := bishops & board.DarkSquares // the bishops whose squares have the colour of the corner
	if !board.DarkSquares.Has(corner) {
		onCorner = bishops &^ board.DarkSquares
	}
	king := p.King(ahead.Other())
	return onCorner == 0 && p.Color(ahead.Other()) == king.Bit() && (board.KingAttacks(corner) | corner.Bit()).Has(king)
}

// isRepetition reports whether the position of f occurred before: once after the root, since the moves that led back to it can
// be played again, or twice in the game up to the root. To a limited player, once is enough there, too. Positions before a null
// move do not count: no real moves lead from there to here.
func (t *thread) isRepetition(f *frame) bool {
	at := t.gameKeys + f.ply
	key := t.keys[at]
	before := false
	for back := 4; back <= min(f.position.Rule50(), f.sinceNull); back += 2 {
		if t.keys[at-back] == key {
			if back < f.ply || before || t.engine.limits.Weakness != nil {
				return true
			}
			before = true
		}
	}
	return false
}

// isAtLeastDraw reports whether the side to move can draw by a repetition, where that would be better than alpha.
func (t *thread) isAtLeastDraw(f *frame, alpha int) bool {
	return selective && alpha < scores.Draw && t.canRepeat(f)
}

// canRepeat reports whether the side to move in f can go back to a position that would then count as repeated: one after the
// root, or one of the game that occurred twice.
func (t *thread) canRepeat(f *frame) bool {
	at := t.gameKeys + f.ply
	end := min(f.position.Rule50(), f.sinceNull)
	for back := 3; back <= end; back += 2 {
		key := t.keys[at-back]
		if !f.position.CanReach(key) {
			continue
		}
		if back < f.ply {
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
