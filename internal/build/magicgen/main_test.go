package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestSourceIsReproduced checks that the file in package board is what the generator writes.
func TestSourceIsReproduced(t *testing.T) {
	want, err := source()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("..", "..", "..", "board", "magics.go")
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")) // a checkout on Windows may end its lines so
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the generator writes: run go generate ./board", path)
	}
}

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
