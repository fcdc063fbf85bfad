package book

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// openMainLines opens a cut of a real book.
func openMainLines(tb testing.TB) *Book {
	tb.Helper()
	return must.Get(Open(testfiles.Path(tb, "books", "mainlines.bin")))(tb)
}

// play returns the position after moves in long algebraic notation.
func play(tb testing.TB, fen, moves string) board.Position {
	tb.Helper()
	_, after := playout.Line(tb, playout.Parse(tb, fen), moves)
	return after
}

// TestKey checks the examples that the format's description gives, and positions that exercise every part of it.
func TestKey(t *testing.T) {
	for _, test := range []struct {
		moves string
		want  uint64
	}{
		{"", 0x463b96181691fc9c},
		{"e2e4", 0x823c9b50fd114196},
		{"e2e4 d7d5", 0x0756b94461c50fb0},
		{"e2e4 d7d5 e4e5", 0x662fafb965db29d4},
		{"e2e4 d7d5 e4e5 f7f5", 0x22a48b5a8e47ff78},
		{"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a607ca3f242c1},
		{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fdd303c946bdd9},
		{"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c8123ea7b067637},
		{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f9b829b279560},
	} {
		p := play(t, board.StartFEN, test.moves)
		must.Equal(t, Key(&p), test.want, test.moves)
	}
}

// TestPinnedKeysByWeight checks that the moves found under two keys are in the order of their weights.
func TestPinnedKeysByWeight(t *testing.T) {
	p := play(t, "4r1k1/8/8/3pPp2/8/8/8/4K3 w - - 0 1", "")
	found := pinnedKeys(&p)
	if len(found) != 2 {
		t.Fatalf("%d keys, want 2", len(found))
	}
	slices.Sort(found)
	first, second := writeEntry(&p, code("e1", "d2", 0), 0, 0), writeEntry(&p, code("e1", "e2", 0), 100, 0)
	binary.BigEndian.PutUint64(first, found[0])
	binary.BigEndian.PutUint64(second, found[1])
	b := must.Get(parse(append(first, second...)))(t)
	if m, ok := b.Pick(&p, true, nil, nil); !ok || m.String() != "e1e2" {
		t.Errorf("the best move is %v, %v", m, ok)
	}
}

// TestPinnedKeys checks that a position is found under the key of the format although the pawn that could capture en passant is
// pinned, under its own key first, and never under that of a capture that would be legal or of a step that was not made.
func TestPinnedKeys(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		file      int // of the pawn that is open to capture, -1 for none
	}{
		{"pinned to the file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 3},
		{"both shield the king", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", 3},
		{"for Black", "4k3/8/8/8/3Pp3/8/8/4R1K1 b - d3 0 1", 3},
		{"not pinned, and no step", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", -1},
		{"not pinned, after the step", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", -1},
		{"pinned, but there was no step", "4r1k1/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", -1},
		{"nobody beside it", "4r1k1/8/8/3p4/4P3/8/8/4K3 w - d6 0 1", -1},
	} {
		p := play(t, test.fen, "")
		var want []uint64
		if test.file >= 0 {
			want = []uint64{Key(&p) ^ keys[enPassantKeys+test.file]}
		}
		if got := pinnedKeys(&p); !slices.Equal(got, want) {
			t.Errorf("%s: %x, want %x", test.name, got, want)
			continue
		}
		if want == nil {
			continue
		}
		king := p.King(p.Turn())
		move := func(to board.Square) []byte { return writeEntry(&p, uint16(to)|uint16(king)<<6, 1, 0) }
		pinned := move(king + 1)
		binary.BigEndian.PutUint64(pinned, want[0])
		own := move(king ^ 8)
		for _, entries := range [][][]byte{{pinned}, {pinned, own}} {
			slices.SortFunc(entries, bytes.Compare)
			b := must.Get(parse(bytes.Join(entries, nil)))(t)
			list := b.Moves(&p)
			to := king + 1
			if len(entries) > 1 {
				to = king ^ 8
			}
			if len(list) != 1 || list[0].Move.To() != to {
				t.Errorf("%s: the book of %d entries has %v, want one move to %v", test.name, len(entries), list, to)
			}
		}
	}
}

// writeEntry returns an entry of a book for p.
func writeEntry(p *board.Position, move uint16, weight uint16, learn uint32) []byte {
	b := binary.BigEndian.AppendUint64(nil, Key(p))
	b = binary.BigEndian.AppendUint16(b, move)
	b = binary.BigEndian.AppendUint16(b, weight)
	return binary.BigEndian.AppendUint32(b, learn)
}

// code writes a move as a book does.
func code(from, to string, promotion uint16) uint16 {
	f, _ := board.ParseSquare(from)
	t, _ := board.ParseSquare(to)
	return uint16(t) | uint16(f)<<6 | promotion<<12
}

// TestMoves checks how moves are read.
func TestMoves(t *testing.T) {
	const castle, chess960 = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "k7/8/8/8/8/8/8/4RKR1 w G - 0 1"
	for _, test := range []struct {
		name, fen string
		code      uint16
		want      string // in the notation of Chess960; "" for none
	}{
		{"pawn", board.StartFEN, code("e2", "e4", 0), "e2e4"},
		{"short castling", castle, code("e1", "h1", 0), "e1h1"},
		{"long castling", castle, code("e1", "a1", 0), "e1a1"},
		{"short castling by the king's move", castle, code("e1", "g1", 0), "e1h1"},
		{"long castling by the king's move", castle, code("e1", "c1", 0), "e1a1"},
		{"Black's castling", strings.Replace(castle, "w", "b", 1), code("e8", "h8", 0), "e8h8"},
		{"castling without the right", strings.Replace(castle, "KQkq", "kq", 1), code("e1", "h1", 0), ""},
		{"castling in Chess960", chess960, code("f1", "g1", 0), "f1g1"},
		{"knight", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 1), "a7a8n"},
		{"bishop", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 2), "a7a8b"},
		{"rook", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 3), "a7a8r"},
		{"queen", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 4), "a7a8q"},
		{"promotion to nothing", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 0), ""},
		{"promotion to a king", "8/P7/8/8/8/8/8/k6K w - - 0 1", code("a7", "a8", 5), ""},
		{"en passant", "7k/8/8/3pP3/8/8/8/7K w - d6 0 1", code("e5", "d6", 0), "e5d6"},
		{"into check", "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", code("e2", "d3", 0), ""},
		{"nothing there", board.StartFEN, code("e4", "e5", 0), ""},
		{"unused bit", board.StartFEN, code("e2", "e4", 0) | 1<<15, ""},
	} {
		p := play(t, test.fen, "")
		b := must.Get(parse(writeEntry(&p, test.code, 7, 0xdeadbeef)))(t)
		list := b.Moves(&p)
		switch {
		case test.want == "":
			must.Equal(t, len(list), 0, test.name, list)
		case len(list) != 1 || movegen.FormatMove(&p, list[0].Move, true) != test.want ||
			list[0].Weight != 7:
			t.Errorf("%s: %v, want %s", test.name, list, test.want)
		}
	}
}

// TestPick checks the choice between moves.
func TestPick(t *testing.T) {
	p := play(t, board.StartFEN, "")
	b, err := parse(slices.Concat(
		writeEntry(&p, code("a2", "a3", 0), 0, 0),
		writeEntry(&p, code("d2", "d4", 0), 1000, 0),
		writeEntry(&p, code("e2", "e5", 0), 60000, 0), // illegal
		writeEntry(&p, code("e2", "e4", 0), 3000, 0),
	))
	must.Do(t, err)
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for range 4000 {
		m, ok := b.Pick(&p, false, rng, nil)
		if !ok {
			t.Fatal("no move")
		}
		counts[movegen.FormatMove(&p, m, false)]++
	}
	if counts["e2e4"] < 2850 || counts["e2e4"] > 3150 || counts["e2e4"]+counts["d2d4"] != 4000 {
		t.Errorf("drawn %v, want three of four times e2e4, else d2d4", counts)
	}
	for range 10 {
		if m, ok := b.Pick(&p, true, nil, nil); !ok || movegen.FormatMove(&p, m, false) != "e2e4" {
			t.Errorf("best move %v %v", m, ok)
		}
		if _, ok := b.Pick(&p, false, nil, nil); !ok {
			t.Error("no move drawn without a generator")
		}
	}
	q := play(t, board.StartFEN, "e2e4")
	if m, ok := b.Pick(&q, false, rng, nil); ok {
		t.Errorf("%v in a position that is not in the book", m)
	}
	b, _ = parse(writeEntry(&p, code("a2", "a3", 0), 0, 0))
	if m, ok := b.Pick(&p, true, rng, nil); ok {
		t.Errorf("%v although its weight is 0", m)
	}
}

// TestEntriesAreLegal walks through a real book: every entry that is met must be a legal move. Since the book has the moves
// of one side only in many places, all replies are tried.
func TestEntriesAreLegal(t *testing.T) {
	b := openMainLines(t)
	perKey := map[uint64]int{}
	for i := range b.Len() {
		e := b.entry(i)
		perKey[e.key()]++
	}
	seen := map[uint64]bool{}
	entries := 0
	queue := []board.Position{board.StartPosition()}
	for len(queue) > 0 {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		count := perKey[Key(&p)]
		list := b.Moves(&p)
		if entries += len(list); count != len(list) {
			t.Errorf("%s: %d entries, %d of them legal", p.FEN(), count, len(list))
		}
		for _, next := range playout.Moves(&p) {
			if key := Key(next); (count > 0 || perKey[key] > 0) && !seen[key] {
				seen[key] = true
				queue = append(queue, *next)
			}
		}
	}
	must.Equal(t, entries, b.Len(), "entries")
}

// parse reads a book from memory.
func parse(data []byte) (*Book, error) {
	return newBook(bytes.NewReader(data), int64(len(data)))
}

// TestOpenRefuses checks what is not a book.
func TestOpenRefuses(t *testing.T) {
	p, q := play(t, board.StartFEN, ""), play(t, board.StartFEN, "e2e4")
	low, high := writeEntry(&p, code("e2", "e4", 0), 1, 0), writeEntry(&q, code("e7", "e5", 0), 1, 0)
	if Key(&p) > Key(&q) {
		low, high = high, low
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"empty": nil, "short": low[:15], "odd": append(slices.Clone(low), 1), "unsorted": slices.Concat(high, low),
		"zeros": make([]byte, 4*entrySize),
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, data, 0o600))
		if b, err := Open(path); err == nil {
			t.Errorf("%s: %d entries", name, b.Len())
		} else if !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q does not name the file in one line", name, err)
		}
	}
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		_, err := Open(path)
		must.Fail(t, err, path)
	}
	title := append(make([]byte, 8), "@PG@\n1.0"[:8]...) // some books begin with a text under the key 0
	path := filepath.Join(dir, "good")
	must.Do(t, os.WriteFile(path, slices.Concat(title, low, low, high), 0o600))
	b, err := Open(path)
	if err != nil || b.Len() != 4 {
		t.Fatalf("a good book: %v", err)
	}
	// Another program cuts it while it is in use.
	must.Do(t, os.Truncate(path, 3*entrySize))
	for _, p := range []*board.Position{&p, &q} {
		b.Moves(p)
	}
	must.Fail(t, b.Err(), "entry 4 of 4: ")
	must.Do(t, b.Close())
}

// FuzzBook reads anything as a book and asks it for moves, which must be legal.
func FuzzBook(f *testing.F) {
	p := play(f, board.StartFEN, "")
	good := writeEntry(&p, code("e2", "e4", 0), 1, 0)
	f.Add(good, board.StartFEN)
	f.Add(good[:15], board.StartFEN)
	f.Add(slices.Concat(good, writeEntry(&p, 0xffff, 0xffff, 0)), board.StartFEN)
	f.Add([]byte{}, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	f.Fuzz(func(t *testing.T, data []byte, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		if len(data) >= 8 { // keys are hit by chance too rarely
			data = slices.Clone(data)
			binary.BigEndian.PutUint64(data, Key(&p))
		}
		b, err := parse(data)
		if err != nil {
			return
		}
		list := b.Moves(&p)
		total := 0
		for _, e := range list {
			if !movegen.IsLegal(&p, e.Move) {
				t.Errorf("%s: %v is not legal", fen, e)
			}
			total += e.Weight
		}
		rng := rand.New(rand.NewPCG(1, 1))
		for _, best := range []bool{false, true} {
			m, ok := b.Pick(&p, best, rng, nil)
			if ok != (total > 0) || ok && !movegen.IsLegal(&p, m) {
				t.Errorf("%s: picked %v %v of %v", fen, m, ok, list)
			}
		}
	})
}
