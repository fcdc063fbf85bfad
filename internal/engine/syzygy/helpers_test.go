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
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
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
	path := must.Get(filepath.Abs(*tablesFolder))(tb)
	return path
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

// parse1 returns the position of a FEN.
func parse1(tb testing.TB, fen string) board.Position {
	tb.Helper()
	p := must.Get(board.ParseFEN(fen))(tb)
	return p
}

// randomPosition returns a legal position, drawn evenly, of the men that a table is named after, the side named first
// being White or Black with equal chance. Now and then, if it can be, it is one with a capture en passant.
func randomPosition(rng *rand.Rand, name string) board.Position {
	for {
		if p, err := board.ParseFEN(randomFEN(rng, name)); err == nil {
			return p
		}
	}
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

// randomFEN places the men of a table at random, which may be impossible.
func randomFEN(rng *rand.Rand, name string) string {
	first, second, _ := strings.Cut(name, "v")
	second = strings.ToLower(second)
	if rng.IntN(2) == 0 {
		first, second = strings.ToLower(first), strings.ToUpper(second)
	}
	var squares [64]byte
	for _, man := range []byte(first + second) {
		s := rng.IntN(64)
		for squares[s] != 0 || man|32 == 'p' && (s < 8 || s >= 56) {
			s = rng.IntN(64)
		}
		squares[s] = man
	}
	turn := "wb"[rng.IntN(2)]
	return placement(squares[:]) + fmt.Sprintf(" %c - %s 0 1", turn, enPassantSquare(rng, squares[:], turn))
}

// enPassantSquare returns, in half of the cases that allow it, the square behind a pawn that may just have moved two
// squares and can be captured for it, else "-".
func enPassantSquare(rng *rand.Rand, squares []byte, turn byte) string {
	rank, mover, capturer, behind := 4, byte('p'), byte('P'), 8
	if turn == 'b' {
		rank, mover, capturer, behind = 3, 'P', 'p', -8
	}
	for file := range 8 {
		s := rank*8 + file
		near := file > 0 && squares[s-1] == capturer || file < 7 && squares[s+1] == capturer
		if squares[s] == mover && near && squares[s+behind] == 0 && squares[s+2*behind] == 0 && rng.IntN(2) == 0 {
			return board.Square(s + behind).String()
		}
	}
	return "-"
}

// passantPosition returns a random position of two kings and two pawns with a legal capture en passant.
func passantPosition(rng *rand.Rand) board.Position {
	for {
		var squares [64]byte
		rank, turn := 4, byte('w')
		if rng.IntN(2) == 0 {
			rank, turn = 3, 'b'
		}
		pawns := []byte("Pp")
		rng.Shuffle(2, func(i, j int) { pawns[i], pawns[j] = pawns[j], pawns[i] })
		copy(squares[rank*8+rng.IntN(7):], pawns)
		for _, king := range []byte("Kk") {
			s := rng.IntN(64)
			for squares[s] != 0 {
				s = rng.IntN(64)
			}
			squares[s] = king
		}
		fen := placement(squares[:]) + fmt.Sprintf(" %c - %s", turn, enPassantSquare(rng, squares[:], turn))
		if p, err := board.ParseFEN(fen); err == nil && p.EnPassant() != board.NoSquare {
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

// legalMoves returns the legal moves of p.
func legalMoves(p *board.Position) []board.Move {
	var moves movegen.List
	movegen.Generate(p, &moves, movegen.All)
	return moves.Slice()
}
