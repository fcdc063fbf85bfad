package uci

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/eval/nnue"
	"vertigo/internal/engine/book"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// place returns the path of a file or folder that transcripts name.
func place(t testing.TB, name string) string {
	t.Helper()
	switch name {
	case "empty":
		return t.TempDir()
	case "tables":
		return testfiles.Path(t, "syzygy")
	case "damaged":
		return damagedTables(t)
	case "book":
		return smallBook(t)
	case "halfbook":
		return writeFile(t, make([]byte, 24))
	case "network":
		var file bytes.Buffer
		must.Do(t, nnue.RandomNetwork(1, 32, 1).Write(&file))
		return writeFile(t, file.Bytes())
	case "log":
		return filepath.Join(t.TempDir(), "vertigo.log")
	case "missing":
		return filepath.Join(t.TempDir(), "missing")
	}
	t.Fatalf("no place %q", name)
	return ""
}

// damagedTables returns a folder with tables of three men: one file is empty, and one is cut off.
func damagedTables(t testing.TB) string {
	t.Helper()
	from, to := place(t, "tables"), t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		data := must.Get(os.ReadFile(filepath.Join(from, name)))(t)
		switch name {
		case "KRvK.rtbz":
			data = nil
		case "KQvK.rtbw":
			data = data[:len(data)-64]
		}
		must.Do(t, os.WriteFile(filepath.Join(to, name), data, 0o600))
	}
	return to
}

// smallBook returns an opening book that has 1. d4, 1. e4 (more often) and, with weight zero, 1. a3; 1. e4 e5; and one move in
// each of three positions: castling, a mate, and a capture after which nobody can mate.
func smallBook(t testing.TB) string {
	t.Helper()
	type entry struct {
		Key          uint64
		Move, Weight uint16
		Learn        uint32
	}
	add := func(list []entry, p board.Position, move, weight uint16) []entry {
		return append(list, entry{Key: book.Key(&p), Move: move, Weight: weight})
	}
	start := board.StartPosition()
	_, e4 := playout.Line(t, start, "e2e4")
	move := func(from, to uint16) uint16 { return from<<6 | to }
	list := add(nil, start, move(12, 28), 3)
	list = add(list, start, move(11, 27), 1)
	list = add(list, start, move(8, 16), 0)
	list = add(list, e4, move(52, 36), 1)
	list = add(list, playout.Parse(t, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), move(4, 7), 1)
	list = add(list, playout.Parse(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), move(3, 59), 1)
	list = add(list, playout.Parse(t, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), move(4, 12), 1)
	slices.SortStableFunc(list, func(a, b entry) int { return cmp.Compare(a.Key, b.Key) })
	var data bytes.Buffer
	must.Do(t, binary.Write(&data, binary.BigEndian, list))
	return writeFile(t, data.Bytes())
}

// writeFile returns a new file with the given content.
func writeFile(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(path, data, 0o600))
	return path
}
