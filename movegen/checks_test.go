package movegen_test

import (
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestGenerateQuietChecks compares the moves with the quiet ones that give check when they are made.
func TestGenerateQuietChecks(t *testing.T) {
	n, found := 50_000, 0
	if testing.Short() {
		n = 5000
	}
	for p := range playout.Positions(21, n) {
		if p.InCheck() {
			continue
		}
		var quiets, checks movegen.List
		movegen.Generate(p, &quiets, movegen.Quiets)
		want := slices.DeleteFunc(slices.Clone(quiets.Slice()), func(m board.Move) bool {
			var next board.Position
			p.Make(m, &next)
			return !next.InCheck()
		})
		ci := p.CheckInfo()
		movegen.GenerateQuietChecks(p, &ci, &checks)
		if got := checks.Slice(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
		found += len(want)
	}
	if found < n/2 {
		t.Errorf("only %d checks in %d positions", found, n)
	}
}
