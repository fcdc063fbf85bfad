package playout

import (
	"iter"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// Parse returns the position of a FEN. The test fails at once if it is not valid.
func Parse(tb testing.TB, fen string) board.Position {
	tb.Helper()
	return must.Get(board.ParseFEN(fen))(tb)
}

// Line returns the moves that words in long algebraic notation name, played one after the other from p, and the position after
// them.
func Line(tb testing.TB, p board.Position, words string) (moves []board.Move, after board.Position) {
	tb.Helper()
	for word := range strings.FieldsSeq(words) {
		m := must.Get(movegen.ParseMove(&p, word))(tb)
		moves = append(moves, m)
		p = p.After(m)
	}
	return moves, p
}

// Moves yields the legal moves of p with the positions after them.
func Moves(p *board.Position) iter.Seq2[board.Move, *board.Position] {
	return func(yield func(board.Move, *board.Position) bool) {
		for _, m := range movegen.LegalMoves(p) {
			if next := p.After(m); !yield(m, &next) {
				return
			}
		}
	}
}

// Sample returns how many random positions a test looks at: n in .ci/run, else a quarter of them, a tenth with -short.
func Sample(n int) int {
	switch {
	case testing.Short():
		return n / 10
	case testfiles.InCI():
		return n
	}
	return n / 4
}
