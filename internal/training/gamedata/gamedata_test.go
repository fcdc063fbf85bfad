package gamedata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
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

func TestRoundTrip(t *testing.T) {
	games := randomGames(1, 2000)
	games[700].ID, games[701].ID, games[702].ID = math.MaxUint64, 5, 4 // any order, any size
	special := map[board.MoveFlag]int{}
	for i := range games {
		for _, pl := range games[i].Plies {
			special[pl.Move.Flag()]++
		}
	}
	for flag := board.Normal; flag <= board.PromoteQueen; flag++ {
		if special[flag] < 20 {
			t.Errorf("only %d moves of kind %d: the test says little", special[flag], flag)
		}
	}
	const info = "seed 1\nwith any text: \x00é"
	for name, flush := range map[string]func(int) bool{"full blocks": never, "a block per game": always} {
		r := open(t, write(t, info, games, flush))
		must.Equal(t, r.Info(), info, name)
		for range r.All() {
			break // All panics if it goes on
		}
		got, faults := read(r)
		if len(faults) != 0 {
			t.Fatalf("%s: %v", name, faults)
		}
		if !equalAll(got, games) {
			t.Errorf("%s: the games are not those that were written", name)
		}
	}
}

// TestLongestGame reads the largest block that a Writer makes: one that is almost full, and then gets the longest game.
func TestLongestGame(t *testing.T) {
	start := board.StartPosition()
	long := Game{Start: start, Result: Draw}
	for len(long.Plies) < 1<<16-1 {
		for _, squares := range [][2]board.Square{{6, 21}, {62, 45}, {21, 6}, {45, 62}} { // Ng1-f3, Ng8-f6, and back
			long.Plies = append(long.Plies, Ply{Move: board.NewMove(squares[0], squares[1], board.Normal)})
		}
	}
	long.Plies = long.Plies[:1<<16-1]
	almost := Game{Start: start, Plies: long.Plies[:1<<16-20]}
	want := []Game{almost, long}
	r := open(t, write(t, "", want, never))
	if got, faults := read(r); len(faults) > 0 || r.Blocks() != 1 || !equalAll(got, want) {
		t.Errorf("%d games in %d blocks, errors %v", len(got), r.Blocks(), faults)
	}
}

func TestAppendRefuses(t *testing.T) {
	good := randomGames(4, 1)[0]
	start := board.StartPosition()
	w := must.Get(NewWriter(filepath.Join(t.TempDir(), "games"), ""))(t)
	defer w.Close()
	for name, g := range map[string]Game{
		"no start":     {},
		"result":       {Start: good.Start, Plies: good.Plies, Result: 3},
		"illegal move": {Start: start, Plies: []Ply{{board.NewMove(board.E1, board.H1, board.Castle), 0}}},
		"no move":      {Start: start, Plies: []Ply{{}}},
		"score":        {Start: start, Plies: []Ply{{board.NewMove(board.G1, 21, board.Normal), MaxScore + 2}}},
		"low score":    {Start: start, Plies: []Ply{{board.NewMove(board.G1, 21, board.Normal), -MaxScore - 1}}},
	} {
		if err := w.Append(&g); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	must.Do(t, w.Append(&good))
}

// TestWritingFails checks that a call returns an error in writing, that all later calls return it too, and that nothing more is
// written.
func TestWritingFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w := must.Get(NewWriter(path, ""))(t)
	games := randomGames(13, 2)
	must.Do(t, errors.Join(w.Append(&games[0]), w.Flush(), w.Append(&games[1]), w.file.Close()))
	first := w.Flush()
	if first == nil || !strings.Contains(first.Error(), "last 1 games are lost") {
		t.Errorf("error %v", first)
	}
	if err := w.Append(&games[0]); err != first {
		t.Errorf("the next game: error %v, want that of the first failure", err)
	}
	if err := w.Close(); !errors.Is(err, first) {
		t.Errorf("closing: error %v", err)
	}
	if got, faults := read(open(t, path)); !equalAll(got, games[:1]) || len(faults) != 0 {
		t.Errorf("%d games are in the file, errors %v; want the first game", len(got), faults)
	}
}

func TestNewWriterKeepsFiles(t *testing.T) {
	path := write(t, "", randomGames(1, 3), never)
	if _, err := NewWriter(path, ""); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file with games: error %v, want that it exists", err)
	}
	if games, _ := read(open(t, path)); len(games) != 3 {
		t.Errorf("%d games are left of 3", len(games))
	}
	empty := filepath.Join(t.TempDir(), "empty")
	testfiles.Put(t, empty, "")
	w, err := NewWriter(empty, "")
	must.Do(t, err, "an empty file")
	if _, _, err := Resume(empty); err == nil {
		t.Error("a second writer was let in")
	}
	must.Do(t, w.Close())
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"empty": "", "text": "rnbqkbnr w 0", "newer": "VtgGame6\x00\x00\x00\x00", "older": "VtgGame4\x00\x00\x00\x00",
		"length": "VtgGame5\xff\xff\xff\xff", "checksum": "VtgGame5\x00\x00\x00\x0012345678",
	} {
		path := filepath.Join(dir, name)
		testfiles.Put(t, path, content)
		if _, err := Open(path); err == nil {
			t.Errorf("%s: opened", name)
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("%s: the error does not name the file: %v", name, err)
		}
		if _, _, err := Resume(path); err == nil {
			t.Errorf("%s: resumed", name)
		}
	}
	if _, err := Open(dir); err == nil {
		t.Error("a folder was opened")
	}
	if _, err := Open(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestTruncated cuts a file after every byte: whole blocks must be read, the rest reported and cut off on resuming.
func TestTruncated(t *testing.T) {
	games := randomGames(5, 12)
	for i := range games {
		games[i].Plies = games[i].Plies[:min(len(games[i].Plies), 12)]
	}
	whole := write(t, "text", games, func(i int) bool { return i%2 == 1 })
	content := []byte(testfiles.Text(t, whole))
	const header = 8 + 4 + 4 + 8
	ends := []int{header} // of the header and the blocks
	for r := open(t, whole); len(ends) <= r.Blocks(); {
		ends = append(ends, ends[len(ends)-1]+20+int(binary.LittleEndian.Uint32(content[ends[len(ends)-1]+4:])))
	}
	if ends[len(ends)-1] != len(content) || len(ends) != 7 {
		t.Fatalf("the blocks end at %v, the file at %d", ends, len(content))
	}
	for n := range content {
		if n < header {
			if _, err := openBytes(content[:n]); err == nil {
				t.Fatalf("%d bytes, less than the header, were opened", n)
			}
			continue
		}
		blocks := 0
		for blocks+1 < len(ends) && ends[blocks+1] <= n {
			blocks++
		}
		good, kept, lost := ends[blocks], games[:2*blocks], games[2*blocks:]
		checkCut(t, content[:n], good, kept)
		// Closing a file waits for the disk, so not every length is resumed: those at the ends of blocks and headers are, and
		// some more.
		if n == good || n == good+19 || n%97 == 0 {
			checkResume(t, content[:n], good, kept, lost)
		}
	}
}

// checkCut reads a file of which the first good bytes hold whole blocks with the games kept.
func checkCut(t *testing.T, content []byte, good int, kept []Game) {
	t.Helper()
	n := len(content)
	r, err := openBytes(content)
	must.Do(t, err, n)
	got, faults := read(r)
	if !equalAll(got, kept) {
		t.Fatalf("%d bytes: %d games, want %d", n, len(got), len(kept))
	}
	if (len(faults) == 1) != (n > good) {
		t.Fatalf("%d bytes, %d of them good: errors %v", n, good, faults)
	}
	if n > good && !strings.Contains(faults[0].Error(), fmt.Sprintf("(%d bytes from %d on): the file ends", n-good, good)) {
		t.Fatalf("%d bytes, %d of them good: error %v", n, good, faults[0])
	}
}

// checkResume resumes such a file and appends the games lost.
func checkResume(t *testing.T, content []byte, good int, kept, lost []Game) {
	t.Helper()
	n := len(content)
	path := filepath.Join(t.TempDir(), "cut")
	testfiles.Put(t, path, content)
	w, cut, err := Resume(path)
	must.Do(t, err, n)
	if cut != int64(n-good) {
		t.Fatalf("%d bytes: %d cut off, want %d", n, cut, n-good)
	}
	for i := range lost {
		must.Do(t, w.Append(&lost[i]))
	}
	must.Do(t, w.Close())
	r := must.Get(Open(path))(t)
	defer r.Close()
	if got, faults := read(r); len(faults) != 0 || !equalAll(got, slices.Concat(kept, lost)) {
		t.Fatalf("%d bytes, resumed: %d games, errors %v", n, len(got), faults)
	}
}

// TestDamaged flips every bit of a file in turn. A bit of a game must cost its block alone, one of the header of a block at most
// the blocks after it, too, and one of the header of the file the whole of it.
func TestDamaged(t *testing.T) {
	games := randomGames(6, 6)
	for i := range games {
		games[i].Plies = games[i].Plies[:min(len(games[i].Plies), 10)]
	}
	content := []byte(testfiles.Text(t, write(t, "", games, always)))
	const header = 8 + 4 + 8
	block, at, size := -1, 0, header // of the part that has the bit
	for bit := range 8 * len(content) {
		if bit/8 == at+size {
			block, at = block+1, at+size
			size = 20 + int(binary.LittleEndian.Uint32(content[at+4:]))
		}
		damaged := bytes.Clone(content)
		damaged[bit/8] ^= 1 << (bit % 8)
		r, err := openBytes(damaged)
		if (block < 0) != (err != nil) {
			t.Fatalf("byte %d: error %v", bit/8, err)
		}
		if err != nil {
			continue
		}
		kept := slices.Clone(games[:block])
		if bit/8-at >= 12 { // the first bytes of a header say where the block ends
			kept = append(kept, games[block+1:]...)
		}
		if got, faults := read(r); len(faults) != 1 || !equalAll(got, kept) {
			t.Fatalf("byte %d: %d games, want %d; errors %v", bit/8, len(got), len(kept), faults)
		}
	}
	path := filepath.Join(t.TempDir(), "damaged")
	content[header] ^= 1
	testfiles.Put(t, path, content)
	_, _, err := Resume(path)
	must.Fail(t, err, "from byte 20 on: the header is damaged")
}

func TestPositions(t *testing.T) {
	g := randomGames(12, 1)[0]
	p, n := g.Start, 0
	g.Positions(func(q *board.Position, ply int, pl Ply) bool {
		if *q != p || ply != g.FirstPly()+n || pl != g.Plies[n] {
			t.Fatalf("ply %d: %s", n, q.FEN())
		}
		p = playout.After(&p, pl.Move)
		n++
		return n < len(g.Plies)-1
	})
	must.Equal(t, n, len(g.Plies)-1)
	black := playout.Parse(t, "4k3/8/8/8/8/8/8/4K3 b - - 0 9")
	must.Equal(t, (&Game{Start: black}).FirstPly(), 17, "17 plies come before Black's ninth move")
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		ply       int
		score     int16
		want      Reason
	}{
		{board.StartFEN, "e2e4", 10, 20, Kept},
		{board.StartFEN, "e2e4", 9, 20, TooEarly},
		{board.StartFEN, "e2e4", 16, 1999, Kept},
		{board.StartFEN, "e2e4", 16, 2000, TooClear},
		{board.StartFEN, "e2e4", 16, -2000, TooClear},
		{board.StartFEN, "e2e4", 16, NoScore, Unscored},
		{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 30", "e1f1", 58, 0, InCheck},
		{"4k3/8/8/8/8/8/3r4/4K3 w - - 0 30", "e1d2", 58, 0, Tactical},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", 58, 0, Tactical},
		{"7k/P7/8/8/8/8/8/4K3 w - - 0 30", "a7a8n", 58, 0, Tactical},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 30", "e1g1", 58, 0, Kept},
	} {
		p := playout.Parse(t, c.fen)
		m := must.Get(movegen.ParseMove(&p, c.move))(t)
		pl := Ply{Move: m, Score: c.score}
		must.Equal(t, Judge(&p, c.ply, pl), c.want, c.fen, c.move, c.ply, c.score)
	}
}
