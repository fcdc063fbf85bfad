package syzygy

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// checkValue compares the value of p with those of its successors: the rules of the game, which no table knows, tie
// them together. It returns the value.
func checkValue(t *testing.T, tables *Tables, p *board.Position) WDL {
	t.Helper()
	value, ok := tables.WDL(p)
	if !ok {
		t.Fatalf("%s: no WDL", p.FEN())
	}
	want := Loss
	moves := movegen.LegalMoves(p)
	if len(moves) == 0 && !p.InCheck() {
		want = Draw
	}
	var next board.Position
	for _, m := range moves {
		p.Make(m, &next)
		v, ok := tables.WDL(&next)
		if !ok {
			t.Fatalf("%s: no WDL", next.FEN())
		}
		want = max(want, -v)
	}
	if value != want {
		t.Fatalf("%s: %v, want %v, which the best of %d moves has", p.FEN(), value, want, len(moves))
	}
	return value
}

// checkNode compares value and distance of p with those of its successors.
func checkNode(t *testing.T, tables *Tables, p *board.Position) {
	t.Helper()
	value := checkValue(t, tables, p)
	plies, ok := tables.DTZ(p)
	if !ok {
		t.Fatalf("%s: no DTZ", p.FEN())
	}
	if (value > Draw) != (plies > 0) || (value < Draw) != (plies < 0) || (value == CursedWin) != (plies > 100) {
		t.Fatalf("%s: %v, but DTZ %d", p.FEN(), value, plies)
	}
	moves := movegen.LegalMoves(p)
	if len(moves) == 0 && value == Loss && plies != -1 {
		t.Fatalf("%s: mate, but DTZ %d", p.FEN(), plies)
	}
	if len(moves) == 0 || value == Draw {
		return
	}
	if plies != value.afterZeroing() && !slices.ContainsFunc(moves, func(m board.Move) bool { return !p.IsZeroing(m) }) {
		t.Fatalf("%s: %v by a capture or pawn move, but DTZ %d", p.FEN(), value, plies)
	}
	best := 1000
	var next board.Position
	for _, m := range moves {
		p.Make(m, &next)
		d, ok := tables.distanceOfMove(p, m, &next)
		if !ok {
			t.Fatalf("%s: no DTZ", next.FEN())
		}
		if d != 0 && (d > 0) == (value > Draw) {
			best = min(best, d)
		}
	}
	// A table that counts moves, not plies, makes the distance one too short.
	if difference := best - plies; difference < -1 || difference > 1 {
		t.Fatalf("%s: DTZ %d, but %d by the best move", p.FEN(), plies, best)
	}
}

// TestPositionsOfThreePieces checks one in ten of the legal positions of the tables of three pieces, and the distances of one in
// fifty of these. In .ci/run it checks all with a pawn, and with -complete all.
func TestPositionsOfThreePieces(t *testing.T) {
	tables := openData(t)
	checked := 0
	for _, f := range tables.files {
		if m := f.material; f.kind == wdlFile && m.count == 3 && (m.hasPawns() || !testing.Short()) {
			checked += checkAll(t, tables, m)
		}
	}
	t.Logf("%d positions", checked)
}

// checkAll checks the positions of a table of three pieces and returns how many it has checked.
func checkAll(t *testing.T, tables *Tables, m *material) (checked int) {
	sampled := !*complete && !(testfiles.InCI() && m.hasPawns())
	letter := byte(0)
	for piece, count := range m.counts {
		if count > 0 && board.Piece(piece).Type() != board.King {
			letter = board.Piece(piece).Letter()
		}
	}
	for king := range 64 {
		for enemy := range 64 {
			for third := range 64 {
				if king == enemy || king == third || enemy == third || letter == 'P' && (third < 8 || third >= 56) {
					continue
				}
				var squares [64]byte
				squares[king], squares[enemy], squares[third] = 'K', 'k', letter
				for _, turn := range []string{" w - -", " b - -"} {
					if sampled && (king+enemy+third)%10 != 0 {
						continue
					}
					if p, err := board.ParseFEN(placement(squares[:]) + turn); err == nil {
						checkValue(t, tables, &p)
						if checked++; checked%50 == 0 {
							checkNode(t, tables, &p)
						}
					}
				}
			}
		}
	}
	return checked
}

// TestRandomPositions checks random positions of every table, and also their distances where there is a DTZ file.
func TestRandomPositions(t *testing.T) {
	tables := openData(t)
	rng := rand.New(rand.NewPCG(7, 8))
	perTable := 500
	if testing.Short() {
		perTable = 100
	}
	for _, name := range names(tables) {
		for range perTable {
			p := playout.Material(rng, name)
			if hasDTZ(tables, &p) {
				checkNode(t, tables, &p)
			} else {
				checkValue(t, tables, &p)
			}
		}
	}
}

// TestEnPassant checks positions with a capture en passant, of which the tables know nothing.
func TestEnPassant(t *testing.T) {
	tables := openData(t)
	rng := rand.New(rand.NewPCG(9, 10))
	decisive := 0
	for range 2000 {
		p := passantPosition(rng)
		checkNode(t, tables, &p)
		with, _ := tables.WDL(&p)
		without := playout.Parse(t, strings.Join(append(strings.Fields(p.FEN())[:3], "-"), " "))
		if value, _ := tables.WDL(&without); value != with {
			decisive++
		}
	}
	if decisive == 0 {
		t.Error("capturing never made a difference")
	}
	t.Logf("capturing made a difference %d times", decisive)
}

// TestForcedEnPassant has a capture en passant as the only legal move, without which there would be stalemate. That
// takes five pieces; the table of these is made up and says that everything is a draw.
func TestForcedEnPassant(t *testing.T) {
	tables := openData(t)
	addTable(tables, "KQPvKP", part{pairs: pairs{single: true, value: uint16(Draw - Loss)}}, part{})
	forced := playout.Parse(t, "k7/8/1Q6/8/3pP3/3K4/8/8 b - e3 0 1")
	if value, ok := tables.WDL(&forced); value != Loss || !ok {
		t.Errorf("WDL %v %v, want a loss after d4xe3", value, ok)
	}
	if plies, ok := tables.DTZ(&forced); plies != -1 || !ok {
		t.Errorf("DTZ %v %v, want -1 since d4xe3 is a capture", plies, ok)
	}
	stalemate := playout.Parse(t, "k7/8/1Q6/8/3pP3/3K4/8/8 b - - 0 1")
	if value, ok := tables.WDL(&stalemate); value != Draw || !ok {
		t.Errorf("WDL %v %v, want the draw by stalemate", value, ok)
	}
}

// complete makes the tests do what takes minutes: every position of three pieces, and the longest checksums.
var complete = flag.Bool("complete", false, "check all positions of three pieces, and the longest checksums")

// tablesFolder replaces the tables of the module, which lack some DTZ files.
var tablesFolder = flag.String("tables", "", "test with the tables in this `folder`, which must cover three and four pieces")

// dataDir returns the absolute path of the folder with the tables of up to four pieces.
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

// hasDTZ reports whether there is a DTZ file for the pieces of p.
func hasDTZ(t *Tables, p *board.Position) bool {
	return t.byKey[keyOf(p, p.Occupied())].files[dtzFile] != nil
}

// quietPosition returns a random position without captures, so that its value needs no other table.
func quietPosition(rng *rand.Rand, name string) board.Position {
	for {
		p := playout.Material(rng, name)
		quiet := p.EnPassant() == board.NoSquare
		for _, m := range movegen.LegalMoves(&p) {
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
		for _, letter := range squares[rank*8 : rank*8+8] {
			if letter == 0 {
				letter = '1'
			}
			b.WriteByte(letter)
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
			p := playout.Material(rng, name)
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
