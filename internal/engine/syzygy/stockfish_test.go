package syzygy

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
)

// stockfish is a running Stockfish 15.1, an independent prober of the same files.
type stockfish struct {
	tb  testing.TB
	in  io.WriteCloser
	out *bufio.Scanner
}

// startStockfish starts the program with the tables in path, or skips the test.
func startStockfish(tb testing.TB, path string) *stockfish {
	tb.Helper()
	program := "/usr/games/stockfish"
	if _, err := os.Stat(program); err != nil {
		if program, err = exec.LookPath("stockfish"); err != nil {
			tb.Skip("Stockfish is not installed")
		}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		tb.Fatal(err)
	}
	command := exec.Command(program)
	in, err := command.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	s := &stockfish{tb: tb, in: in, out: bufio.NewScanner(out)}
	tb.Cleanup(func() {
		in.Close() // ends the program
		command.Wait()
	})
	s.send("uci\nsetoption name SyzygyPath value %s\nisready", path)
	if name := s.await("id name "); !strings.HasPrefix(name, "Stockfish 15") {
		tb.Skipf("%s is not Stockfish 15, of which alone the output is known", name)
	}
	s.await("readyok")
	return s
}

func (s *stockfish) send(format string, arguments ...any) {
	if _, err := fmt.Fprintf(s.in, format+"\n", arguments...); err != nil {
		s.tb.Fatal(err)
	}
}

// await reads up to a line that begins with the prefix and returns the rest of that line.
func (s *stockfish) await(prefix string) string {
	for s.out.Scan() {
		if rest, found := strings.CutPrefix(s.out.Text(), prefix); found {
			return strings.TrimSpace(rest)
		}
	}
	s.tb.Fatalf("Stockfish ended before it said %q: %v", prefix, s.out.Err())
	return ""
}

// verdict is what a prober says of a position.
type verdict struct {
	wdl   string
	plies int
	ok    bool
}

// probe asks for the verdict on p.
func (s *stockfish) probe(p *board.Position) (v verdict) {
	s.send("position fen %s\nd", p.FEN())
	wdl, state, _ := strings.Cut(s.await("Tablebases WDL: "), " (")
	dtz, state2, _ := strings.Cut(s.await("Tablebases DTZ: "), " (")
	v.wdl, v.ok = strings.ToLower(wdl), !strings.HasPrefix(state, "Fail") && !strings.HasPrefix(state2, "Fail")
	v.plies, _ = strconv.Atoi(strings.TrimSpace(dtz))
	return v
}

// ourProbe returns our verdict on p.
func ourProbe(t *Tables, p *board.Position) verdict {
	w, ok := t.WDL(p)
	plies, ok2 := t.DTZ(p)
	return verdict{w.String(), plies, ok && ok2}
}

// TestAgainstStockfish compares random positions of every table, the distances where there is a DTZ file, and some with
// captures en passant.
func TestAgainstStockfish(t *testing.T) {
	tables := openData(t)
	witness := startStockfish(t, dataDir(t))
	rng := rand.New(rand.NewPCG(1, 2))
	perTable, passants := 600, 2000
	if testing.Short() {
		perTable, passants = 50, 200
	}
	count, values := 0, map[string]int{}
	compare := func(p board.Position) {
		got, want := ourProbe(tables, &p), witness.probe(&p)
		if got.wdl != want.wdl || hasDTZ(tables, &p) && (got != want || !got.ok) {
			t.Fatalf("%s: %+v, Stockfish %+v", p.FEN(), got, want)
		}
		count++
		values[want.wdl]++
	}
	for _, name := range names(tables) {
		for range perTable {
			compare(randomPosition(rng, name))
		}
	}
	for range passants {
		compare(passantPosition(rng))
	}
	t.Logf("%d positions of %d tables agree: %v", count, len(names(tables)), values)
}
