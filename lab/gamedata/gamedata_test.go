package gamedata

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"vertigo/board"
	"vertigo/eval/scores"
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
	w := newWriter(t, filepath.Join(t.TempDir(), "games"), "")
	defer w.Close()
	for name, g := range map[string]Game{
		"no start":     {},
		"result":       {Start: good.Start, Plies: good.Plies, Result: 3},
		"illegal move": {Start: start, Plies: []Ply{{board.NewMove(board.E1, board.H1, board.Castle), 0}}},
		"no move":      {Start: start, Plies: []Ply{{}}},
		"score":        {Start: start, Plies: []Ply{{board.NewMove(board.G1, 21, board.Normal), MaxScore + 2}}},
		"low score":    {Start: start, Plies: []Ply{{board.NewMove(board.G1, 21, board.Normal), -MaxScore - 1}}},
	} {
		must.Fail(t, w.Append(&g), "", name)
	}
	must.Do(t, w.Append(&good))
}

// TestWritingFails checks that the call in which a write error occurs returns it, that all later calls return it too, and that
// nothing more is written.
func TestWritingFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games")
	w := newWriter(t, path, "")
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

// newWriter returns a Writer of a new file.
func newWriter(tb testing.TB, path, info string) *Writer {
	tb.Helper()
	w, _, err := OpenWriter(path, info, nil)
	must.Do(tb, err)
	return w
}

// TestOpenWriterKeepsFiles opens a file of other games, whose last block is torn: it stays as it is.
func TestOpenWriterKeepsFiles(t *testing.T) {
	path := write(t, "nodes 400\nseed 1\n", randomGames(1, 3), always)
	torn := testfiles.Text(t, path)
	torn = torn[:len(torn)-1]
	testfiles.Put(t, path, torn)
	_, _, err := OpenWriter(path, "nodes 400\nseed 2\n", func(*Game, error) { t.Error("other games were read") })
	must.Fail(t, err, `must not be mixed: "seed 1" there, "seed 2" now`)
	must.Equal(t, testfiles.Text(t, path) == torn, true, "the file was changed")
	empty := filepath.Join(t.TempDir(), "empty")
	testfiles.Put(t, empty, "")
	w := newWriter(t, empty, "")
	_, _, err = OpenWriter(empty, "", nil)
	must.Fail(t, err, "", "a second writer was let in")
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
		if content != "" {
			_, _, err := OpenWriter(path, "", nil)
			must.Fail(t, err, "", name)
		}
	}
	_, err := Open(dir)
	must.Fail(t, err, "", "a folder was opened")
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
	var seen []Game
	w, cut, err := OpenWriter(path, "text", func(g *Game, damage error) {
		must.Do(t, damage)
		seen = append(seen, clone(g))
	})
	must.Do(t, err, n)
	if !equalAll(seen, kept) {
		t.Fatalf("%d bytes: %d games were seen, want %d", n, len(seen), len(kept))
	}
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
	_, _, err := OpenWriter(path, "", nil)
	must.Fail(t, err, "from byte 20 on: the header is damaged")
}

func TestPositions(t *testing.T) {
	g := randomGames(12, 1)[0]
	p, n := g.Start, 0
	g.Positions(func(q *board.Position, ply int, pl Ply) bool {
		if *q != p || ply != g.FirstPly()+n || pl != g.Plies[n] {
			t.Fatalf("ply %d: %s", n, q.FEN())
		}
		p = p.After(pl.Move)
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

// TestJudged tells the positions that share the score of a capture before from those that were searched themselves: by the score,
// and by how many plies a search is shared.
func TestJudged(t *testing.T) {
	const none = NoScore
	for _, c := range []struct {
		fen, moves string
		scores     []int16
		linePlies  int
		want       []Reason
	}{
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 6", "e4d5 d8d5 b1c3 d5a5 d2d4 g8f6 g1f3",
			[]int16{30, -30, 30, -30, 30, -30, none}, 2, []Reason{Tactical, Tactical, Shallow, Kept, Kept, Kept, Unscored}},
		{"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 6", "e4d5 d8d5 b1c3 d5a5",
			[]int16{30, -30, 30, -30}, 0, []Reason{Tactical, Tactical, Kept, Kept}},
		{"4k3/p3r3/8/8/8/8/P3R3/4K3 w - - 0 30", "e2e7 e8e7 a2a3 a7a6", []int16{500, none, 500, -500}, 2,
			[]Reason{Tactical, Unscored, Shallow, Kept}},
		{"4k3/p3r3/8/8/8/8/P3R3/4K3 w - - 0 30", "e2e7 e8e7 a2a3 a7a6", []int16{500, none, 480, -480}, 2,
			[]Reason{Tactical, Unscored, Kept, Kept}},
		{"4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 30", "a2a3 d5e4 e1e2", []int16{10, -10, 10}, 2, []Reason{Kept, Tactical, Kept}},
	} {
		g := Game{Start: playout.Parse(t, c.fen)}
		p := g.Start
		for i, move := range strings.Fields(c.moves) {
			m := must.Get(movegen.ParseMove(&p, move))(t)
			g.Plies = append(g.Plies, Ply{m, c.scores[i]})
			p = p.After(m)
		}
		r := open(t, write(t, fmt.Sprintf("nodes 400\nline-plies %d\nhash 1\n", c.linePlies), []Game{g}, never))
		var got []Reason
		must.Do(t, r.Block(0, func(g *Game) bool {
			g.Judged(func(_ *board.Position, _ Ply, why Reason) bool {
				got = append(got, why)
				return true
			})
			return true
		}))
		must.Equal(t, got, c.want, c.moves, c.linePlies)
	}
}

func TestPackRoundTrip(t *testing.T) {
	castling, enPassant := 0, 0
	for p := range playout.Positions(7, 20000) {
		got, err := pack(p).unpack()
		must.Do(t, err, p.FEN())
		if got != *p {
			t.Fatalf("%s became %s", p.ShredderFEN(), got.ShredderFEN())
		}
		if p.Castling() != 0 {
			castling++
		}
		if p.EnPassant() != board.NoSquare {
			enPassant++
		}
	}
	if castling < 100 || enPassant < 100 {
		t.Errorf("only %d positions with castling rights and %d with en passant: the test says little", castling, enPassant)
	}
}

// TestUnpackRefuses changes one thing of a good position at a time.
func TestUnpackRefuses(t *testing.T) {
	p := playout.Parse(t, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2")
	code := func(c *packed, n int, v byte) {
		c[8+n/2] = c[8+n/2]&^(15<<(n%2*4)) | v<<(n%2*4)
	}
	// The occupied squares in order: a1 R, e1 K, h1 R, d5 p, e5 P, e8 k.
	for name, damage := range map[string]func(c *packed){
		"side to move":            func(c *packed) { c[27] = 2 },
		"move number":             func(c *packed) { c[24], c[25] = 0, 0 },
		"large move number":       func(c *packed) { c[24], c[25] = 255, 255 },
		"64 pieces":               func(c *packed) { copy(c[:8], bytes.Repeat([]byte{255}, 8)) },
		"unknown code":            func(c *packed) { code(c, 3, 15) },
		"code without piece":      func(c *packed) { code(c, 31, 1) },
		"two kings":               func(c *packed) { code(c, 0, byte(board.NewPiece(board.White, board.King))) },
		"no king":                 func(c *packed) { code(c, 1, byte(board.NewPiece(board.White, board.Queen))) },
		"en passant, no pawn":     func(c *packed) { code(c, 0, 14) },
		"en passant twice":        func(c *packed) { code(c, 4, 14) },
		"en passant, other side":  func(c *packed) { c[27] = 1 },
		"castling, black's rook":  func(c *packed) { code(c, 0, 13) },
		"castling, not on rank 1": func(c *packed) { code(c, 4, 12) },
		"king can be taken":       func(c *packed) { code(c, 4, byte(board.NewPiece(board.White, board.Rook))) },
	} {
		c := pack(&p)
		damage(&c)
		_, err := c.unpack()
		must.Fail(t, err, "", name)
	}
}

func TestReferee(t *testing.T) {
	rules := Adjudication{WinScore: 1000, WinPlies: 3, DrawScore: 10, DrawPlies: 2, DrawFrom: 20, MaxPlies: 30}
	for _, c := range []struct {
		name   string
		first  int   // ply of the first score
		scores []int // White's
		over   bool  // at the last of them, never before
		result Result
	}{
		{"White wins", 5, []int{0, 1000, 1500, 1000}, true, WhiteWins},
		{"Black wins", 5, []int{0, -1000, -9000, -1001}, true, BlackWins},
		{"not long enough", 5, []int{1000, 1000, 999, 1000, 1000}, false, 0},
		{"the other side's turn of luck", 5, []int{1000, 1000, -1000, -1000}, false, 0},
		{"White mates", 0, []int{scores.MateBound}, true, WhiteWins},
		{"Black mates", 0, []int{50, -scores.Mate + 3}, true, BlackWins},
		{"draw", 20, []int{10, -10}, true, Draw},
		{"draw too early", 18, []int{0, 0, 0}, false, 0},
		{"draw early enough", 18, []int{0, 0, 0, 0}, true, Draw},
		{"draw interrupted", 20, []int{0, 11, 0, -11, 5}, false, 0},
		{"too long", 28, []int{500, 500}, true, Draw},
	} {
		ref := referee{rules: rules}
		for i, score := range c.scores {
			result, over := ref.judge(c.first+i, score)
			if want := c.over && i == len(c.scores)-1; over != want || over && result != c.result {
				t.Errorf("%s: score %d of %v: over %v, %v", c.name, i, c.scores, over, result)
			}
		}
	}
}

func TestFinished(t *testing.T) {
	for _, c := range []struct {
		name, fen, move string
		over            bool
		result          Result
	}{
		{"start", board.StartFEN, "e2e4", false, 0},
		{"White mated", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4", true, BlackWins},
		{"Black mated", "7k/8/6K1/8/8/8/8/R7 w - - 99 90", "a1a8", true, WhiteWins},
		{"fifty moves", "7k/8/6K1/8/8/8/8/R7 b - - 99 90", "h8g8", true, Draw},
	} {
		p := playout.Parse(t, c.fen)
		g := board.NewGame(p)
		m := must.Get(movegen.ParseMove(&p, c.move))(t)
		g.Play(m)
		if result, over := finished(g); over != c.over || over && result != c.result {
			t.Errorf("%s: over %v, %v", c.name, over, result)
		}
	}
}

// version5 holds random games in which every kind of move occurs, as they were written when the format was new.
const version5 = "testdata/version5.games"

// TestVersion reads games that were written when the format was new, and encodes them again: nothing of the format has changed.
func TestVersion(t *testing.T) {
	r := open(t, version5)
	if head := encodeHeader(r.Info()); !bytes.HasPrefix(r.data, head) || r.blocks[0] != len(head) {
		t.Errorf("the header would be\n%x", head)
	}
	kinds, content := map[board.MoveFlag]int{}, xxhash.New()
	for i, at := range r.blocks {
		var raw []byte
		games := uint32(0)
		must.Do(t, r.Block(i, func(g *Game) bool {
			fmt.Fprintln(content, g.ID, g.Start.FEN(), g.Result, g.Plies)
			for _, pl := range g.Plies {
				kinds[pl.Move.Flag()]++
			}
			raw = appendGame(raw, g)
			games++
			return true
		}))
		if !bytes.Equal(raw, r.raw) {
			t.Errorf("the games of block %d would be\n%x", i, raw)
		}
		payload := r.data[at+blockHeaderSize:]
		head := make([]byte, blockHeaderSize)
		if i+1 < len(r.blocks) {
			payload = r.data[at+blockHeaderSize : r.blocks[i+1]]
		}
		blockHeader{length: uint32(len(payload)), games: games, sum: xxhash.Sum64(payload)}.put(head)
		if !bytes.HasPrefix(r.data[at:], head) {
			t.Errorf("the header of block %d would be %x", i, head)
		}
	}
	must.Equal(t, content.Sum64(), 0x15db5ab6afa2cbcd, "the games are others: their text has the checksum")
	for flag := board.Normal; flag <= board.PromoteQueen; flag++ {
		if kinds[flag] == 0 {
			t.Errorf("there is no move of kind %d", flag)
		}
	}
}

// randomGame returns a random game, from a starting position or from scattered pieces, with scores that wander and now and then
// jump or are missing.
func randomGame(rng *rand.Rand, id uint64) Game {
	g := Game{ID: id, Result: Result(rng.IntN(3))}
	plies := rng.IntN(120)
	if g.Start = playout.Start(rng); rng.IntN(3) == 0 {
		g.Start, plies = playout.Scatter(rng), rng.IntN(20)
	}
	p, score := g.Start, 0
	for range plies {
		list := movegen.LegalMoves(&p)
		if len(list) == 0 {
			break
		}
		if score = -score + rng.IntN(101) - 50; rng.IntN(20) == 0 {
			score = rng.IntN(100001) - 50000
		}
		m := playout.Pick(rng, list)
		g.Plies = append(g.Plies, Ply{Move: m, Score: ClampScore(score)})
		score = int(ClampScore(score))
		if rng.IntN(4) == 0 {
			g.Plies[len(g.Plies)-1].Score = NoScore
		}
		p = p.After(m)
	}
	return g
}

func randomGames(seed uint64, n int) []Game {
	rng := rand.New(rand.NewPCG(seed, 1))
	games := make([]Game, n)
	for i := range games {
		games[i] = randomGame(rng, uint64(i))
	}
	return games
}

// write writes the games to a new file and flushes after every one for which flush says so.
func write(tb testing.TB, info string, games []Game, flush func(i int) bool) (path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "games")
	w := newWriter(tb, path, info)
	for i := range games {
		must.Do(tb, w.Append(&games[i]))
		if flush(i) {
			must.Do(tb, w.Flush())
		}
	}
	must.Do(tb, w.Close())
	return path
}

func never(int) bool { return false }

func always(int) bool { return true }

// openBytes returns a Reader of a file that exists in memory only.
func openBytes(data []byte) (*Reader, error) {
	return newReader("bytes", data, func() error { return nil })
}

func open(tb testing.TB, path string) *Reader {
	tb.Helper()
	r := must.Get(Open(path))(tb)
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

// read returns copies of all games that r can read, and its errors.
func read(r *Reader) (games []Game, faults []error) {
	for g, err := range r.All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		games = append(games, clone(g))
	}
	return games, faults
}

// clone returns a game that stays when a Reader goes on.
func clone(g *Game) Game {
	c := *g
	c.Plies = slices.Clone(g.Plies)
	return c
}

func equal(a, b *Game) bool {
	return a.ID == b.ID && a.Start == b.Start && a.Result == b.Result && slices.Equal(a.Plies, b.Plies)
}

func equalAll(a, b []Game) bool {
	return slices.EqualFunc(a, b, func(x, y Game) bool { return equal(&x, &y) })
}

// FuzzReader: no file, however wrong, may do worse than report errors, and every game that is given out is one that a
// Writer takes. Half of the inputs get correct checksums, or else hardly any would be looked into.
func FuzzReader(f *testing.F) {
	for seed := range uint64(4) {
		games := randomGames(20+seed, 3)
		for i := range games {
			games[i].Plies = games[i].Plies[:min(len(games[i].Plies), 30)]
		}
		content := must.Get(os.ReadFile(write(f, "i", games, func(int) bool { return seed == 0 })))(f)
		f.Add(content, seed%2 == 1)
	}
	content, err := os.ReadFile(version5)
	must.Do(f, err)
	f.Add(content[:min(len(content), 2000)], true)
	f.Fuzz(func(t *testing.T, content []byte, mend bool) {
		if mend {
			content = bytes.Clone(content)
			mendChecksums(content)
		}
		r, err := openBytes(content)
		if err != nil {
			return
		}
		defer r.Close()
		for i := range r.Blocks() {
			_ = r.Block(i, func(g *Game) bool { // damage is likely
				must.Do(t, g.Check(), i)
				return true
			})
		}
	})
}

// mendChecksums sets the checksums of the header and of the blocks that follow one another.
func mendChecksums(content []byte) {
	if len(content) < 12 {
		return
	}
	at := 12 + int(binary.LittleEndian.Uint32(content[8:]))
	if at+8 > len(content) {
		return
	}
	binary.LittleEndian.PutUint64(content[at:], xxhash.Sum64(content[:at]))
	at += 8
	for at+20 <= len(content) {
		b := content[at:]
		n := min(int(binary.LittleEndian.Uint32(b[4:])), len(b)-20)
		binary.LittleEndian.PutUint32(b[4:], uint32(n))
		binary.LittleEndian.PutUint32(b, uint32(xxhash.Sum64(b[4:12])))
		binary.LittleEndian.PutUint64(b[12:], xxhash.Sum64(b[20:20+n]))
		at += 20 + n
	}
}
