package gamedata

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestTargets compares the targets of every piece with the moves that are generated, in random positions.
func TestTargets(t *testing.T) {
	var seen [8]int // legal moves, by flag
	for p := range playout.Positions(122, playout.Sample(20000)) {
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		var want [64]board.Bitboard
		for _, m := range list.Slice() {
			want[m.From()] |= m.To().Bit()
			seen[m.Flag()]++
		}
		for from := range p.Color(p.Turn()).All() {
			if got := targets(p, from); got != want[from] {
				t.Fatalf("%s: the targets from %v are %v, want %v", p.ShredderFEN(), from, got, want[from])
			}
		}
	}
	for flag, n := range seen {
		if n == 0 {
			t.Errorf("no legal move with flag %d was tried", flag)
		}
	}
}
