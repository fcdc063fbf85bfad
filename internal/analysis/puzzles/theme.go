package puzzles

import (
	"fmt"
	"slices"
	"strings"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/engine/syzygy"
	"vertigo/movegen"
)

// solution is a puzzle as the themes see it.
type solution struct {
	positions []board.Position // before each move, and after the last one
	moves     []board.Move     // those of the solver have even indices
	takesBack bool             // the first move takes back a piece that took as much or more
	goal      Goal
	mates     bool
	tables    *syzygy.Tables // nil if there are none
}

// theme is a motif that a solution may contain.
type theme struct {
	name string // that of Lichess, if it has the theme
	has  func(*solution) bool
}

// allThemes are the themes. Each has a strict definition, which the position and the line must meet.
var allThemes = []theme{
	{"mate", func(s *solution) bool { return s.mates }},
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
	{"castling", func(s *solution) bool { return s.plays(board.Castle) }},
	{"enPassant", func(s *solution) bool { return s.plays(board.EnPassant) }},
	{"promotion", promotion},
	{"underPromotion", underPromotion},
	{"zugzwang", zugzwang},
	{"stalemate", stalemate},
	{"equality", func(s *solution) bool { return s.goal == Save }},
	{"defensiveMove", func(s *solution) bool { return s.goal == Save }},
}

// themes returns the names of the themes of a puzzle, including those of mate, phase and length. Tables, which may be nil, prove
// zugzwang.
func themes(p *Puzzle, tables *syzygy.Tables) (names []string) {
	s := newSolution(p, tables)
	for _, t := range allThemes {
		if !t.has(s) {
			continue
		}
		names = append(names, t.name)
		if t.name == "mate" {
			names = append(names, fmt.Sprintf("mateIn%d", len(p.Turns)))
		}
	}
	names = append(names, strings.ToLower(game.Phase(&s.positions[0])))
	return append(names, [...]string{"oneMove", "short", "long", "veryLong"}[min(len(p.Turns), 4)-1])
}

func newSolution(p *Puzzle, tables *syzygy.Tables) *solution {
	return &solution{
		positions: p.Positions()[1:], moves: p.Solution(), takesBack: p.takesBack(),
		goal: p.Goal, mates: p.Mates(), tables: tables,
	}
}

// last returns the position after the solution.
func (s *solution) last() *board.Position { return &s.positions[len(s.positions)-1] }

// any reports whether a move of the solver meets the condition; before and now are the positions before and after it.
func (s *solution) any(condition func(i int, m board.Move, before, now *board.Position) bool) bool {
	for i := 0; i < len(s.moves); i += 2 {
		if condition(i, s.moves[i], &s.positions[i], &s.positions[i+1]) {
			return true
		}
	}
	return false
}

// plays reports whether the solver makes a move of that kind.
func (s *solution) plays(flag board.MoveFlag) bool {
	return s.any(func(_ int, m board.Move, _, _ *board.Position) bool { return m.Flag() == flag })
}

// isLast reports whether move i is the last one of the solution.
func (s *solution) isLast(i int) bool { return i == len(s.moves)-1 }

// takesNext reports whether the solver's next move after move i takes a piece on one of the targets with the piece on from. Both
// pieces must have stood there after move i.
func (s *solution) takesNext(i int, from board.Square, targets board.Bitboard) bool {
	if s.isLast(i) {
		return false
	}
	next, now, then := s.moves[i+2], &s.positions[i+1], &s.positions[i+2]
	return next.From() == from && targets.Has(next.To()) && now.At(next.To()) == then.At(next.To()) && now.At(from) == then.At(from)
}

// winsOneOf reports whether, after every move of the opponent at p, the piece on from can take one of the targets and gain two
// pawns or more by static exchange evaluation.
func winsOneOf(p *board.Position, from board.Square, targets board.Bitboard) bool {
	const gain = 200
	replies := movegen.LegalMoves(p)
	return len(replies) > 0 && !slices.ContainsFunc(replies, func(reply board.Move) bool {
		next := after(p, reply)
		return !slices.ContainsFunc(movegen.LegalMoves(&next), func(m board.Move) bool {
			same := next.At(from) == p.At(from) && next.At(m.To()) == p.At(m.To())
			return same && m.From() == from && targets.Has(m.To()) && next.SEE(m, gain)
		})
	})
}

// proves reports whether the piece on from, which attacks the targets after move i, takes one of them: in the line or, at its
// end, after every answer.
func (s *solution) proves(i int, from board.Square, targets board.Bitboard) bool {
	if s.isLast(i) {
		return winsOneOf(&s.positions[i+1], from, targets)
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
