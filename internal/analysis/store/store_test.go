package store

import (
	"bytes"
	"database/sql"
	"errors"
	testflags "flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/movegen"
)

// kills is how often TestKilled kills a process that adds answers. Its default is quick.
var kills = testflags.Int("kills", 1, "how often a process that adds answers is killed")

// commandEnv makes the test binary add answers to the store that it names, instead of running the tests.
const commandEnv = "VERTIGO_TEST_STORE"

func TestMain(m *testing.M) {
	if name := os.Getenv(commandEnv); name != "" {
		if err := addAnswers(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var testSetting = Setting{Engine: "Vertigo test", Build: "release", Network: "768x", Limits: game.Limits{Nodes: 1000, MultiPV: 1, Threads: 1, Hash: 1}}

// sample is answer number n, with a position that is always the same.
func sample(n int) (Key, *game.Answer) {
	g, list := somewhere(n)
	best := list.Moves[0]
	a := &game.Answer{Root: &g.Position, Best: best, Nodes: uint64(1000 + n), Time: time.Duration(n) * time.Microsecond}
	a.Lines = []game.Line{{Root: a.Root, Score: n%500 - 250, Depth: 1 + n%20, SelDepth: 5, Moves: game.Moves{best}}}
	if n%3 == 0 {
		a.Lines = append(a.Lines, game.Line{Root: a.Root, Score: -29990, Known: true, Depth: 3, SelDepth: 4, Moves: list.Moves[list.N-1 : list.N]})
	}
	a.Course = []game.Change{{Move: best, Depth: 1, Nodes: 20, Time: time.Microsecond}}
	return testSetting.Key(g, nil, []Key{{byte(n), byte(n >> 8), byte(n >> 16)}}), a
}

// somewhere returns a position of a random game, always the same for n, with its legal moves, of which there are some.
func somewhere(n int) (*board.Game, *movegen.List) {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	g := board.NewGame(board.StartPosition())
	list := &movegen.List{}
	for ply := 0; ; ply++ {
		if movegen.Generate(&g.Position, list, movegen.All); list.N == 0 {
			g, ply = board.NewGame(board.StartPosition()), -1
			continue
		}
		if ply == 1+n%20 {
			return g, list
		}
		g.Play(list.Moves[r.IntN(list.N)])
	}
}

func mustOpen(t testing.TB, name string) *Store {
	t.Helper()
	s, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // closed already by most
	return s
}

func mustAdd(t testing.TB, s *Store, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		key, a := sample(n)
		if err := s.Add(key, &testSetting, a); err != nil {
			t.Fatal(err)
		}
	}
}

func mustClose(t testing.TB, s *Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// filled makes a store with that many answers, and returns the name of its file.
func filled(t testing.TB, count int) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, name)
	mustAdd(t, s, 0, count)
	mustClose(t, s)
	return name
}

// mustHave checks that a store has that many answers, and that all are right.
func mustHave(t testing.TB, s *Store, count int) {
	t.Helper()
	var told bytes.Buffer
	if right, wrong, err := s.Check(&told, 10); right != count || wrong > 0 || err != nil {
		t.Errorf("%d answers are right, want %d; %d are wrong, %v\n%s", right, count, wrong, err, &told)
	}
}

// mustFind checks that the store has the samples with these numbers.
func mustFind(t testing.TB, s *Store, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		key, want := sample(n)
		if got, err := find(s, key); err != nil || !same(got, want) {
			t.Fatalf("answer %d is %+v, %v, want %+v", n, got, err, want)
		}
	}
}

// TestFind finds what was added, all of it, also after the store was closed, and nothing else.
func TestFind(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a store?.db")
	s := mustOpen(t, name)
	mustAdd(t, s, 0, 60)
	_, over := sample(0)
	mate, err := board.ParseFEN("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	*over = game.Answer{Root: &mate}
	if err := s.Add(Key{1}, &testSetting, over); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, name)
	mustFind(t, s, 0, 60)
	if got, err := find(s, Key{1}); err != nil || !same(got, over) {
		t.Errorf("a mate is %+v, %v", got, err)
	}
	if key, _ := sample(60); true {
		if got, err := find(s, key); got != nil || err != nil {
			t.Errorf("what was never added is %+v, %v", got, err)
		}
	}
	key, first := sample(0)
	_, other := sample(1)
	if err := s.Add(key, &testSetting, other); err != nil {
		t.Fatal(err)
	}
	if got, _ := find(s, key); !same(got, first) {
		t.Error("an answer was replaced")
	}
}

// TestKey checks that a key depends on everything that an answer does, and on nothing else.
func TestKey(t *testing.T) {
	play := func(fen string, moves ...string) *board.Game {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		g := board.NewGame(p)
		for _, word := range moves {
			m, err := movegen.ParseMove(&g.Position, word)
			if err != nil {
				t.Fatal(err)
			}
			g.Play(m)
		}
		return g
	}
	const fen = "4k3/4r3/8/8/8/8/4P3/R3K3 w Q - 0 1"
	moves := func(g *board.Game, words ...string) (list []board.Move) {
		for _, word := range words {
			m, err := movegen.ParseMove(&g.Position, word)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	base := testSetting
	keys := map[Key]string{}
	add := func(what string, k Key) {
		t.Helper()
		if other, ok := keys[k]; ok {
			t.Errorf("%s and %s have the same key", what, other)
		}
		keys[k] = what
	}
	add("the position", base.Key(play(fen), nil, nil))
	for what, change := range map[string]func(*Setting){
		"engine": func(s *Setting) { s.Engine = "x" }, "build": func(s *Setting) { s.Build = "x" },
		"network": func(s *Setting) { s.Network = "x" }, "depth": func(s *Setting) { s.Limits.Depth++ },
		"nodes": func(s *Setting) { s.Limits.Nodes++ }, "mate": func(s *Setting) { s.Limits.Mate++ },
		"multipv": func(s *Setting) { s.Limits.MultiPV++ },
		"hash":    func(s *Setting) { s.Limits.Hash++ }, "tablebases": func(s *Setting) { s.Limits.Tablebases = "x" }, "chunk": func(s *Setting) { s.Limits.Chunk++ },
	} {
		other := base
		change(&other)
		add(what, other.Key(play(fen), nil, nil))
	}
	if n := reflect.TypeFor[Setting]().NumField(); n != 4 {
		t.Errorf("a setting has %d members, this test knows 4", n)
	}
	add("the other side", base.Key(play("4k3/4r3/8/8/8/8/4P3/R3K3 b Q - 0 1"), nil, nil))
	add("castling", base.Key(play("4k3/4r3/8/8/8/8/4P3/R3K3 w - - 0 1"), nil, nil))
	add("the fifty-move rule", base.Key(play("4k3/4r3/8/8/8/8/4P3/R3K3 w Q - 4 3"), nil, nil))
	around := []string{"a1b1", "e7d7", "b1a1", "d7e7"}
	add("the moves before", base.Key(play(fen, around...), nil, nil))
	add("other moves before", base.Key(play(fen, "a1c1", "e7d7", "c1a1", "d7e7"), nil, nil))
	add("a root move", base.Key(play(fen), moves(play(fen), "a1b1"), nil))
	add("another root move", base.Key(play(fen), moves(play(fen), "a1c1"), nil))
	add("what was searched before", base.Key(play(fen), nil, []Key{{1}}))
	add("that in another order", base.Key(play(fen), nil, []Key{{2}, {1}}))
	add("and in the first", base.Key(play(fen), nil, []Key{{1}, {2}}))
	if base.Key(play(fen), nil, nil) != base.Key(play(strings.Replace(fen, "0 1", "0 40", 1)), nil, nil) {
		t.Error("the number of the move changes the key")
	}
}

// TestKeyStays checks that a key is what it was in earlier versions: with another one, nothing in their stores would be found.
func TestKeyStays(t *testing.T) {
	g, list := somewhere(17)
	if fen := g.Position.FEN(); fen != "rnbqk1nr/pp1ppp2/5Qp1/1Pp5/3bP3/P6P/2PP1P1P/RNB1KBNR w Kkq - 7 10" || len(g.Keys) != 7 {
		t.Fatalf("another position: %s, %d before it", fen, len(g.Keys))
	}
	if k, want := testSetting.Key(g, list.Slice()[:2], []Key{{1}}), "d5685ab76195b09b5386a64d3c815650"; fmt.Sprintf("%x", k) != want {
		t.Errorf("the key is %x, want %s", k, want)
	}
}

// TestRefused opens files that are no stores, or not whole: each is an error, and left as it is.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	data, err := os.ReadFile(filled(t, 500))
	if err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(dir, "foreign.db")
	db, err := sql.Open("sqlite", foreign)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE answer(key)"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	others, err := os.ReadFile(foreign)
	if err != nil {
		t.Fatal(err)
	}
	changed := func(at int, to byte) []byte {
		c := bytes.Clone(data)
		c[at] = to
		return c
	}
	for what, test := range map[string]struct {
		content []byte
		want    string
	}{
		"text":       {[]byte(strings.Repeat("[Event \"x\"]\n", 50)), "not a store"},
		"foreign":    {others, "another program"},
		"newer":      {changed(63, schemaVersion+1), "version 8, but this program reads version 7"},
		"older":      {changed(63, schemaVersion-1), "version 6, but this program reads version 7"},
		"torn":       {data[:len(data)/2], "damaged"},
		"first page": {data[:4096], "damaged"},
		"header":     {data[:60], "not a store"},
		"schema":     {append(append(bytes.Clone(data[:100]), make([]byte, 3996)...), data[4096:]...), "damaged"},
	} {
		name := filepath.Join(dir, "bad")
		if err := os.WriteFile(name, test.content, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open(name)
		if err == nil {
			t.Errorf("%s: it is opened", what)
			mustClose(t, s)
		} else if !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want %q", what, err, test.want)
		}
		if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, test.content) {
			t.Errorf("%s: the file has changed (%v)", what, err)
		}
		if left, _ := filepath.Glob(name + "?*"); left != nil {
			t.Errorf("%s: left behind: %v", what, left)
		}
	}
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "it is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "missing", "store")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is missing: %v", err)
	}
}

// TestFlippedBits changes single bytes of a store: no answer is ever given that was not added.
func TestFlippedBits(t *testing.T) {
	const answers = 40
	name := filled(t, answers)
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tables := bytes.LastIndex(data, []byte("CREATE")) + 1
	r := rand.New(rand.NewPCG(3, 4))
	found := 0
	for range 60 {
		bad := bytes.Clone(data)
		at := tables + r.IntN(len(data)-tables)
		bad[at] ^= 1 << r.IntN(8)
		if err := os.WriteFile(name, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := Open(name)
		if err != nil {
			found++
			continue
		}
		told := false
		for n := range answers {
			key, want := sample(n)
			got, err := find(s, key)
			if err != nil {
				told = true
			} else if got != nil && !same(got, want) {
				t.Errorf("byte %d changed: answer %d is %+v, want %+v", at, n, got, want)
			}
			other, _ := sample((n + 1) % answers)
			list, err := s.Find([]Key{key, other})
			if err != nil {
				told = true
			} else if list[0] != nil && !same(list[0], want) {
				t.Errorf("byte %d changed: answer %d, one of several, is %+v, want %+v", at, n, list[0], want)
			}
		}
		_, wrong, err := s.Check(&bytes.Buffer{}, 0)
		if told && wrong == 0 && err == nil {
			t.Errorf("byte %d changed: an answer is refused, but the check tells nothing", at)
		}
		if told || wrong > 0 || err != nil {
			found++
		}
		_ = s.Close() // it may complain
	}
	if found < 5 {
		t.Errorf("only %d of 60 changes were noticed", found)
	}
}

// counted is a buffer whose lines can be waited for.
type counted struct {
	text  bytes.Buffer  // not embedded: its ReadFrom would be used in place of Write
	lines chan struct{} // one for each line, up to mostLines
}

// mostLines is how many lines are waited for at most.
const mostLines = 500

func (c *counted) Write(text []byte) (int, error) {
	for range bytes.Count(text, []byte{'\n'}) {
		select {
		case c.lines <- struct{}{}:
		default:
		}
	}
	return c.text.Write(text)
}

func (c *counted) String() string { return c.text.String() }

// wait waits for so many lines.
func (c *counted) wait(lines int) {
	for range lines {
		<-c.lines
	}
}

// addAnswers adds the answers that the environment asks for, and says which have been added.
func addAnswers(name string) error {
	var first, count int
	if _, err := fmt.Sscan(os.Getenv(commandEnv+"_ANSWERS"), &first, &count); err != nil {
		return err
	}
	s, err := Open(name)
	for n := first; err == nil && n < first+count; n++ {
		key, a := sample(n)
		if err = s.Add(key, &testSetting, a); err == nil {
			fmt.Println(n)
		}
	}
	return errors.Join(err, s.Close())
}

// adder is a process that adds so many answers from number first on.
func adder(t *testing.T, name string, first, count int) (cmd *exec.Cmd, said *counted, failed *bytes.Buffer) {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	said, failed = &counted{lines: make(chan struct{}, mostLines)}, &bytes.Buffer{}
	cmd = exec.Command(path)
	cmd.Env = append(os.Environ(), commandEnv+"="+name, fmt.Sprintf("%s_ANSWERS=%d %d", commandEnv, first, count))
	cmd.Stdout, cmd.Stderr = said, failed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, said, failed
}

// TestKilled kills two processes that add answers to one store, when they have told of a random number of answers. Every answer that one
// of them had added is there, and the store is whole.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes")
	}
	name := filepath.Join(t.TempDir(), "store")
	first, total := 0, 0
	for range *kills {
		one, oneSaid, oneFailed := adder(t, name, first, math.MaxInt32)
		two, twoSaid, twoFailed := adder(t, name, first+100_000, math.MaxInt32)
		oneSaid.wait(rand.IntN(mostLines)) // also for none, before there is a store
		_, _ = one.Process.Kill(), two.Process.Kill()
		_, _ = one.Wait(), two.Wait()
		if oneFailed.Len()+twoFailed.Len() > 0 {
			t.Fatalf("%s%s", oneFailed, twoFailed)
		}
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		s := mustOpen(t, name)
		words := strings.Fields(oneSaid.String() + twoSaid.String())
		for _, word := range words {
			n, err := strconv.Atoi(word)
			if err != nil {
				continue // its end was cut off
			}
			mustFind(t, s, n, n+1)
		}
		var told bytes.Buffer
		if right, wrong, err := s.Check(&told, 10); err != nil || wrong > 0 || right < total+len(words) {
			t.Fatalf("%d answers, want at least %d; %d wrong, %v\n%s", right, total+len(words), wrong, err, &told)
		}
		total += len(words)
		mustClose(t, s)
		first += 1_000_000
	}
	if total == 0 && *kills > 1 {
		t.Error("no answer was added before a kill")
	}
	t.Logf("%d answers", total)
}
