package board_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/internal/engine/openings"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
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

// TestZobristStart holds the key of the start position as a number: a change of a label or of the hash changes it.
func TestZobristStart(t *testing.T) {
	p := board.StartPosition()
	if want := startKey(); p.Key() != want {
		t.Errorf("key of the start position is %#x, the labels give %#x", p.Key(), want)
	}
	if p.Key() == 0 || p.PawnKey() == 0 || p.NonPawnKey(board.White) == 0 || p.NonPawnKey(board.Black) == 0 {
		t.Error("a part of the key of the start position is zero")
	}
}

// startKey computes the key of the start position from the labels.
func startKey() uint64 {
	var key uint64
	for i, name := range strings.Fields("rook knight bishop queen king bishop knight rook") {
		file := string(rune('a' + i))
		for _, label := range []string{"white/" + name + "/" + file + "1", "black/" + name + "/" + file + "8", "white/pawn/" + file + "2", "black/pawn/" + file + "7"} {
			key ^= xxhash.Sum64String("piece/" + label)
		}
	}
	for _, rook := range []string{"a1", "h1", "a8", "h8"} {
		key ^= xxhash.Sum64String("castling/" + rook)
	}
	return key
}

// TestZobristDistinct walks all lines to some depth and checks that keys and positions, their move counters left
// out, belong to each other one to one.
func TestZobristDistinct(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
	}{
		{board.StartFEN, 4},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5},
		{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4},
		{openings.StartFEN(12, 345), 3},
	} {
		byKey, byText := map[uint64]string{}, map[string]uint64{}
		var walk func(p *board.Position, depth int)
		walk = func(p *board.Position, depth int) {
			text := withoutCounters(p)
			if other, ok := byKey[p.Key()]; ok && other != text {
				t.Fatalf("%s and %s share the key %#x", text, other, p.Key())
			}
			if other, ok := byText[text]; ok && other != p.Key() {
				t.Fatalf("%s has the keys %#x and %#x", text, p.Key(), other)
			}
			byKey[p.Key()], byText[text] = text, p.Key()
			if depth == 0 {
				return
			}
			var list movegen.List
			movegen.Generate(p, &list, movegen.All)
			for _, m := range list.Slice() {
				var next board.Position
				p.Make(m, &next)
				walk(&next, depth-1)
			}
		}
		p, least := playout.Parse(t, c.fen), 1000
		if testing.Short() {
			c.depth, least = c.depth-1, 300
		}
		walk(&p, c.depth)
		if len(byKey) < least {
			t.Errorf("%s: only %d positions were reached", c.fen, len(byKey))
		}
	}
}

// withoutCounters returns the first four fields of the Shredder-FEN.
func withoutCounters(p *board.Position) string {
	fen := p.ShredderFEN()
	for range 2 {
		fen = fen[:strings.LastIndexByte(fen, ' ')]
	}
	return fen
}

// TestZobristSpread checks that keys differ in about half of their bits, as a table indexed by some of them needs.
func TestZobristSpread(t *testing.T) {
	const n = 20000
	var ones [64]int
	last, distance := uint64(0), 0
	for p := range playout.Positions(40, n) {
		distance += bits.OnesCount64(p.Key() ^ last)
		last = p.Key()
		for bit := range ones {
			ones[bit] += int(p.Key() >> bit & 1)
		}
	}
	if mean := float64(distance) / n; mean < 31 || mean > 33 {
		t.Errorf("keys of consecutive positions differ in %.2f bits, want about 32", mean)
	}
	for bit, k := range ones {
		if k < n*45/100 || k > n*55/100 {
			t.Errorf("bit %d is set in %d of %d keys", bit, k, n)
		}
	}
}
