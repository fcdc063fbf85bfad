package board_test

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/testing/playout"
)

// TestZobristLabels writes out every label of two positions, as someone would who wants to reproduce a key.
func TestZobristLabels(t *testing.T) {
	for _, c := range []struct {
		fen    string
		labels string
	}{
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "piece/white/king/e1 piece/white/rook/h1 piece/black/king/e8 castling/h1"},
		{"r3k3/8/8/8/1pP5/8/8/4K1N1 b q c3 12 34", "piece/black/rook/a8 piece/black/king/e8 piece/black/pawn/b4 piece/white/pawn/c4 " +
			"piece/white/king/e1 piece/white/knight/g1 castling/a8 en-passant/c turn/black"},
	} {
		var key uint64
		for _, label := range strings.Fields(c.labels) {
			key ^= xxhash.Sum64String(label)
		}
		if p := playout.Parse(t, c.fen); p.Key() != key {
			t.Errorf("key of %s is %#x, the labels give %#x", c.fen, p.Key(), key)
		}
	}
}
