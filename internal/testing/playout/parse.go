package playout

import (
	"testing"

	"vertigo/board"
)

// Parse returns the position of a FEN. The test fails at once if it is not valid.
func Parse(tb testing.TB, fen string) board.Position {
	tb.Helper()
	p, err := board.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// Sample returns how many random positions a test looks at: n, or a tenth of them with -short.
func Sample(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
