package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/ci"
)

// writeRandomTables writes random tables of the materials into a new directory and returns it.
func writeRandomTables(tb testing.TB, rng *rand.Rand, names []string) string {
	dir := tb.TempDir()
	tb.Helper()
	for _, name := range names {
		newTable(rng, wdlFile, name, 5).writeFile(tb, dir, name)
		newTable(rng, dtzFile, name, 60).writeFile(tb, dir, name)
	}
	return dir
}

// largeTables are those random tables that take the longest to write. Smaller ones use each of their ways of building an
// index.
var largeTables = []string{"KPPPPPvK", "KPPPPvKP"}

// TestRandomTablesAgainstStockfish compares what the two programs read in random tables of up to seven men, in the large
// ones only with -complete.
func TestRandomTablesAgainstStockfish(t *testing.T) {
	if !*complete {
		ci.Only(t) // it writes large files
	}
	for i, name := range randomTables {
		if slices.Contains(largeTables, name) && !*complete {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareRandomTable(t, rand.New(rand.NewPCG(3, uint64(i))), name)
		})
	}
}

// compareRandomTable compares at least 500 values and 300 distances of a random table of the material.
func compareRandomTable(t *testing.T, rng *rand.Rand, name string) {
	dir := writeRandomTables(t, rng, []string{name})
	tables := openPath(t, dir)
	witness := startStockfish(t, dir)
	compared, distances := 0, 0
	for tries := 0; compared < 500 || distances < 300; tries++ {
		if tries == 20_000 {
			t.Fatalf("no more than %d values and %d distances could be compared", compared, distances)
		}
		p := quietPosition(rng, name)
		want := witness.probe(&p)
		w, ok := tables.WDL(&p)
		if !ok || w.String() != want.wdl {
			t.Fatalf("%s: %v %v, Stockfish %+v", p.FEN(), w, ok, want)
		}
		compared++
		plies, ok := tables.DTZ(&p)
		if !ok || !want.ok {
			continue // a capture or promotion leads to a table that is not there, if it is looked at
		}
		if plies != want.plies {
			t.Fatalf("%s: DTZ %d, Stockfish %+v", p.FEN(), plies, want)
		}
		if plies != 0 {
			distances++
		}
	}
	t.Logf("%d values and %d distances agree", compared, distances)
}

// quietPosition returns a random position without captures, so that its value needs no other table.
func quietPosition(rng *rand.Rand, name string) board.Position {
	for {
		p := randomPosition(rng, name)
		quiet := p.EnPassant() == board.NoSquare
		for _, m := range legalMoves(&p) {
			quiet = quiet && !p.IsCapture(m)
		}
		if quiet {
			return p
		}
	}
}
