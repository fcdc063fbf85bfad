// Package eval tells how good a position is for the side to move, in centipawns.
package eval

import "vertigo/board"

// MaxScore bounds the evaluation in centipawns: it can never be taken for a mate.
const MaxScore = 20000

// state is what is kept from ply to ply instead of being counted anew: material and placement, White's less
// Black's, and the game phase.
type state struct {
	sum   pair
	phase int32
}

// Evaluator evaluates the positions along one line of play. The caller numbers the line by plies and announces
// every move, so that what follows from a move alone is updated rather than recomputed. An Evaluator serves one
// goroutine.
type Evaluator struct {
	states []state // by ply
}

// New returns an evaluator for lines of up to plies moves.
func New(plies int) *Evaluator { return &Evaluator{states: make([]state, plies+1)} }

// Reset makes p the position at ply 0.
func (e *Evaluator) Reset(p *board.Position) { e.states[0] = fresh(p) }

// Make tells that m is played at ply in the position before; the position after it is at ply+1.
func (e *Evaluator) Make(ply int, before *board.Position, m board.Move) {
	s := e.states[ply]
	us := before.Turn()
	from, to := m.From(), m.To()
	moved := before.At(from)
	if m.Flag() == board.Castle {
		kingTo, rookTo := board.CastlingSquares(us, from, to)
		rook := board.MakePiece(us, board.Rook)
		s.sum += worth[moved][kingTo] - worth[moved][from] + worth[rook][rookTo] - worth[rook][to]
		e.states[ply+1] = s
		return
	}
	switch captured := before.At(to); {
	case captured != board.NoPiece:
		s.sum -= worth[captured][to]
		s.phase -= int32(phaseOf[captured.Type()])
	case m.Flag() == board.EnPassant:
		s.sum -= worth[board.MakePiece(us.Other(), board.Pawn)][to^8]
	}
	s.sum -= worth[moved][from]
	if m.IsPromotion() {
		moved = board.MakePiece(us, m.Promotion())
		s.phase += int32(phaseOf[m.Promotion()])
	}
	s.sum += worth[moved][to]
	e.states[ply+1] = s
}

// MakeNull tells that the side to move passes at ply.
func (e *Evaluator) MakeNull(ply int) { e.states[ply+1] = e.states[ply] }

// Evaluate returns the evaluation of p, the position at ply, for the side to move in centipawns, within
// ±MaxScore. The side to move should not be in check: the evaluation knows nothing of forced moves.
func (e *Evaluator) Evaluate(ply int, p *board.Position) int {
	return evaluate(p, e.states[ply])
}

// worth is material and placement of every piece on every square, positive for White, computed once at start.
var worth [board.PieceCount][board.SquareCount]pair

func init() {
	for t := board.Pawn; t <= board.King; t++ {
		for s := board.Square(0); s < board.SquareCount; s++ {
			v := material[t] + placements[t].rank[s.Rank()] + placements[t].file[min(s.File(), 7-s.File())]
			worth[board.MakePiece(board.White, t)][s] = v
			worth[board.MakePiece(board.Black, t)][s.Flip()] = -v
		}
	}
}

// fresh counts the state of p from scratch.
func fresh(p *board.Position) state {
	var s state
	for sq := range p.Occupied().All() {
		pc := p.At(sq)
		s.sum += worth[pc][sq]
		s.phase += int32(phaseOf[pc.Type()])
	}
	return s
}
