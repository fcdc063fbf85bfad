package tree

import (
	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/search/textbook"
)

// state is a chess position as a node of a game tree. Its value is a score of the search for the side to move; mates count the
// plies from the root.
//
// The fifty-move rule and the draw by repetition look back, and so does the part of the evaluation that counts the
// moves since the last capture. A table may not take positions with different pasts for the same (see textbook.Keyed),
// so here they are left out, from the rules and from the evaluation: two ways to a position then always meet.
type state struct {
	position  board.Position
	ply       int // since the root; within one iteration, the same for all that the table compares, as it compares equal depths only
	horizon   int // plies after which the game counts as over, for searches to the end of the game; 0 for never
	evaluator *nnue.Evaluator
}

// newState returns the root of a tree whose positions net evaluates.
func newState(p board.Position, net *eval.Network) state {
	return state{position: p, evaluator: nnue.New(net, 0)}
}

// Moves returns the legal moves in the order of their generation.
func (s state) Moves() []board.Move {
	if s.position.InsufficientMaterial() || s.horizon > 0 && s.ply >= s.horizon {
		return nil
	}
	return movegen.LegalMoves(&s.position)
}

// Play returns the state after m.
func (s state) Play(m board.Move) state {
	next := state{ply: s.ply + 1, horizon: s.horizon, evaluator: s.evaluator}
	s.position.Make(m, &next.position)
	return next
}

// Evaluate returns the outcome of the game if it is over, otherwise the static evaluation.
func (s state) Evaluate() int {
	if s.position.InsufficientMaterial() {
		return scores.Draw
	}
	switch movegen.EndOf(&s.position) {
	case movegen.Checkmate:
		return -scores.Mate + s.ply
	case movegen.Stalemate:
		return scores.Draw
	}
	p := s.position
	p.ResetRule50()
	return eval.Static(s.evaluator, &p)
}

// Hint puts promotions and captures first: the most valuable victim, taken by the least valuable piece.
func (s state) Hint(m board.Move) int {
	hint := 0
	if m.IsPromotion() {
		hint += 16 * board.SEEValue(m.Promotion())
	}
	if s.position.IsCapture(m) {
		victim, attacker := s.position.Captured(m).Type(), s.position.At(m.From()).Type()
		hint += 16*board.SEEValue(victim) + 1 + int(board.King-attacker)
	}
	return hint
}

// Key returns the Zobrist key.
func (s state) Key() uint64 { return s.position.Key() }

// Color returns the player to move; White is the first one.
func (s state) Color() textbook.Color {
	if s.position.Turn() == board.White {
		return textbook.First
	}
	return textbook.Second
}
