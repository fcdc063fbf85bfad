// Package motif says what a line of play contains: forks, pins, mates and others, each by a strict definition.
package motif

import (
	"slices"

	"vertigo/board"
	"vertigo/internal/engine/syzygy"
	"vertigo/movegen"
)

// Line is a line of play. One side, the solver, makes the moves with even indices.
type Line struct {
	Positions []board.Position // before each move, and after the last one
	Moves     []board.Move
	TakesBack bool           // the first move takes back a piece that took as much or more
	Saves     bool           // the solver saves a game that is otherwise lost
	Mates     bool           // the line ends with mate
	Tables    *syzygy.Tables // nil if there are none
}

// NewLine returns the line of moves, which the solver begins and ends, after the opponent's last move, which is legal at before.
func NewLine(before *board.Position, last board.Move, moves []board.Move) *Line {
	s := &Line{Moves: moves, Positions: make([]board.Position, len(moves)+1)}
	before.Make(last, &s.Positions[0])
	for i, m := range moves {
		s.Positions[i].Make(m, &s.Positions[i+1])
	}
	s.Mates = movegen.EndOf(s.last()) == movegen.Checkmate
	s.TakesBack = len(moves) > 0 && TakesBack(before, last, &s.Positions[0], moves[0])
	return s
}

// theme is a motif that a line may contain.
type theme struct {
	name string // as Lichess has it, if it has the theme
	has  func(*Line) bool
}

// allThemes are the themes. Each has a strict definition, which the position and the line must meet.
var allThemes = []theme{
	{"mate", func(s *Line) bool { return s.Mates }},
	{"backRankMate", backRankMate},
	{"smotheredMate", smotheredMate},
	{"fork", fork},
	{"pin", pin},
	{"skewer", skewer},
	{"discoveredAttack", discoveredAttack},
	{"discoveredCheck", discoveredCheck},
	{"doubleCheck", doubleCheck},
	{"sacrifice", sacrifice},
	{"hangingPiece", hangingPiece},
	{"castling", func(s *Line) bool { return s.plays(board.Castle) }},
	{"enPassant", func(s *Line) bool { return s.plays(board.EnPassant) }},
	{"promotion", promotion},
	{"underPromotion", underPromotion},
	{"zugzwang", zugzwang},
	{"stalemate", stalemate},
	{"equality", func(s *Line) bool { return s.Saves }},
	{"defensiveMove", func(s *Line) bool { return s.Saves }},
}

// Themes returns the names of the themes of the line. Only tables prove zugzwang.
func (s *Line) Themes() (names []string) {
	for _, t := range allThemes {
		if t.has(s) {
			names = append(names, t.name)
		}
	}
	return names
}

// last returns the position after the solution.
func (s *Line) last() *board.Position { return &s.Positions[len(s.Positions)-1] }

// any reports whether a move of the solver meets the condition; before and now are the positions before and after it.
func (s *Line) any(condition func(i int, m board.Move, before, now *board.Position) bool) bool {
	for i := 0; i < len(s.Moves); i += 2 {
		if condition(i, s.Moves[i], &s.Positions[i], &s.Positions[i+1]) {
			return true
		}
	}
	return false
}

// plays reports whether the solver makes a move of that kind.
func (s *Line) plays(flag board.MoveFlag) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool { return m.Flag() == flag })
}

// isLast reports whether move i is the last one of the solution.
func (s *Line) isLast(i int) bool { return i == len(s.Moves)-1 }

// takesNext reports whether the solver's next move after move i wins a piece on one of the targets with the piece on from. Both
// pieces must have stood there after move i.
func (s *Line) takesNext(i int, from board.Square, targets board.Bitboard) bool {
	if s.isLast(i) {
		return false
	}
	next, now, then := s.Moves[i+2], &s.Positions[i+1], &s.Positions[i+2]
	return next.From() == from && targets.Has(next.To()) && s.gainsBy(i+2) &&
		now.At(next.To()) == then.At(next.To()) && now.At(from) == then.At(from)
}

// gainsBy reports whether move i gains material by static exchange evaluation. In a line that mates, it need not.
func (s *Line) gainsBy(i int) bool { return s.Mates || s.Positions[i].SEE(s.Moves[i], 1) }

// winsOneOf reports whether, after every move of the opponent at p, the piece on from can take one of the targets and gain two
// pawns or more by static exchange evaluation.
func winsOneOf(p *board.Position, from board.Square, targets board.Bitboard) bool {
	const gain = 200
	replies := movegen.LegalMoves(p)
	return len(replies) > 0 && !slices.ContainsFunc(replies, func(reply board.Move) bool {
		next := p.After(reply)
		return !slices.ContainsFunc(movegen.LegalMoves(&next), func(m board.Move) bool {
			same := next.At(from) == p.At(from) && next.At(m.To()) == p.At(m.To())
			return same && m.From() == from && targets.Has(m.To()) && next.SEE(m, gain)
		})
	})
}

// proves reports whether the piece on from, which attacks the targets after move i, takes one of them: in the line or, at its
// end, after every answer.
func (s *Line) proves(i int, from board.Square, targets board.Bitboard) bool {
	if s.isLast(i) {
		return winsOneOf(&s.Positions[i+1], from, targets)
	}
	return s.takesNext(i, from, targets)
}

// attacks returns the squares that the piece on s attacks.
func attacks(p *board.Position, s board.Square) board.Bitboard {
	piece := p.At(s)
	if piece.Type() == board.Pawn {
		return board.PawnAttacks(piece.Color(), s)
	}
	return board.Attacks(piece.Type(), s, p.Occupied())
}

// isSlider reports whether pieces of the type move along lines.
func isSlider(t board.PieceType) bool {
	return t == board.Bishop || t == board.Rook || t == board.Queen
}

// sliders returns the pieces of c that move along lines.
func sliders(p *board.Position, c board.Color) board.Bitboard {
	return p.Pieces(c, board.Bishop) | p.Pieces(c, board.Rook) | p.Pieces(c, board.Queen)
}

// pieces returns the pieces of c other than the king and the pawns.
func pieces(p *board.Position, c board.Color) board.Bitboard {
	return sliders(p, c) | p.Pieces(c, board.Knight)
}

// landing returns the square to which the move m of p leads: for castling, that of the king.
func landing(p *board.Position, m board.Move) board.Square {
	if m.Flag() == board.Castle {
		to, _ := board.CastlingSquares(p.Turn(), m.From(), m.To())
		return to
	}
	return m.To()
}

// WonForGood is how many pawns' worth of material make a safe win when the opponent has answered.
const WonForGood = 2

// Lead returns by how many pawns the side to move is ahead in material.
func Lead(p *board.Position) (pawns int) {
	for t := board.Pawn; t < board.King; t++ {
		pawns += Worth(t) * (p.Pieces(p.Turn(), t).Count() - p.Pieces(p.Turn().Other(), t).Count())
	}
	return pawns
}

// Worth returns the usual value of a piece in pawns; a king is worth more than all else.
func Worth(t board.PieceType) int { return [board.PieceTypeCount]int{1, 3, 3, 5, 9, 100}[t] }

// TakesBack reports whether the move m after the move last takes back the piece that made it, which had taken a piece worth as
// much or more.
func TakesBack(before *board.Position, last board.Move, p *board.Position, m board.Move) bool {
	return before.IsCapture(last) && p.IsCapture(m) && m.To() == last.To() &&
		Worth(before.Captured(last).Type()) >= Worth(p.Captured(m).Type())
}
