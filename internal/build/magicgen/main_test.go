package main

import "testing"

// TestReach holds a few attack sets that are easily drawn.
func TestReach(t *testing.T) {
	const a1, d4 = 0, 27
	for _, c := range []struct {
		name   string
		square int
		occ    uint64
		dirs   steps
		edge   bool
		want   uint64
	}{
		{"rook on a1", a1, 0, rook, true, 0x01010101010101fe},
		{"rook on a1, inner squares", a1, 0, rook, false, 0x000101010101017e},
		{"rook on a1, shut in", a1, 0x102, rook, true, 0x102},
		{"bishop on a1, blocked on d4", a1, 1 << d4, bishop, true, 1<<9 | 1<<18 | 1<<27},
		{"bishop on d4, inner squares", d4, 0, bishop, false, 0x0040221400142200},
	} {
		if got := reach(c.square, c.occ, c.dirs, c.edge); got != c.want {
			t.Errorf("%s: %#016x, want %#016x", c.name, got, c.want)
		}
	}
}
