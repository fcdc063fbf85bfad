package playout

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/testfiles"
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
