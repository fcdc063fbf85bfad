package syzygy

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// complete makes the tests do what takes minutes: every position of three men, and the longest checksums.
var complete = flag.Bool("complete", false, "check all positions of three men, and the longest checksums")

// tablesFolder replaces the tables of the module, which lack some DTZ files.
var tablesFolder = flag.String("tables", "", "test with the tables in this `folder`, which must cover three and four men")

// dataDir returns the absolute path of the folder with the tables of up to four men.
func dataDir(tb testing.TB) string {
	tb.Helper()
	if *tablesFolder == "" {
		return testfiles.Path(tb, "syzygy")
	}
	return must.Get(filepath.Abs(*tablesFolder))(tb)
}

// openData opens the tables of dataDir.
func openData(tb testing.TB) *Tables {
	tb.Helper()
	return openPath(tb, dataDir(tb))
}

// openPath opens tables that must be good, and closes them when the test ends.
func openPath(tb testing.TB, path string) *Tables {
	tb.Helper()
	t, errs := Open(path)
	for _, err := range errs {
		tb.Error(err)
	}
	tb.Cleanup(func() {
		for _, err := range t.Problems() {
			tb.Error(err)
		}
		if err := t.Close(); err != nil {
			tb.Error(err)
		}
	})
	return t
}

// names returns the names of all tables, for example "KQvK", in alphabetical order.
func names(t *Tables) []string {
	var list []string
	for _, f := range t.files {
		if name, found := strings.CutSuffix(filepath.Base(f.path), wdlFile.extension()); found {
			list = append(list, name)
		}
	}
	sort.Strings(list)
	return list
}

// hasDTZ reports whether there is a DTZ file for the men of p.
func hasDTZ(t *Tables, p *board.Position) bool {
	return t.byKey[keyOf(p, p.Occupied())].files[dtzFile] != nil
}

// quietPosition returns a random position without captures, so that its value needs no other table.
func quietPosition(rng *rand.Rand, name string) board.Position {
	for {
		p := playout.Men(rng, name)
		quiet := p.EnPassant() == board.NoSquare
		for _, m := range playout.Legal(&p) {
			quiet = quiet && !p.IsCapture(m)
		}
		if quiet {
			return p
		}
	}
}

// passantPosition returns a random position of two kings and two pawns with a legal capture en passant.
func passantPosition(rng *rand.Rand) board.Position {
	for {
		var squares [64]byte
		rank, turn, behind := 4, 'w', 5
		if rng.IntN(2) == 0 {
			rank, turn, behind = 3, 'b', 2
		}
		file := rng.IntN(7)
		pawns := []byte("Pp")
		rng.Shuffle(2, func(i, j int) { pawns[i], pawns[j] = pawns[j], pawns[i] })
		copy(squares[rank*8+file:], pawns)
		for _, king := range []byte("Kk") {
			s := rng.IntN(64)
			for squares[s] != 0 {
				s = rng.IntN(64)
			}
			squares[s] = king
		}
		at := board.NewSquare(file+rng.IntN(2), behind)
		p, err := board.ParseFEN(fmt.Sprintf("%s %c - %s", placement(squares[:]), turn, at))
		if err == nil && p.EnPassant() != board.NoSquare {
			return p
		}
	}
}

// placement writes 64 squares, a1 first, as the first field of a FEN.
func placement(squares []byte) string {
	var b bytes.Buffer
	for rank := 7; rank >= 0; rank-- {
		for _, man := range squares[rank*8 : rank*8+8] {
			if man == 0 {
				man = '1'
			}
			b.WriteByte(man)
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// samples returns random positions of all tables with a DTZ file, warmed up.
func samples(tb testing.TB, tables *Tables, perTable int) []board.Position {
	rng := rand.New(rand.NewPCG(5, 6))
	var list []board.Position
	for _, name := range names(tables) {
		for range perTable {
			p := playout.Men(rng, name)
			if !hasDTZ(tables, &p) {
				break
			}
			if _, ok := tables.DTZ(&p); !ok {
				tb.Fatalf("%s: no DTZ", p.FEN())
			}
			list = append(list, p)
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
