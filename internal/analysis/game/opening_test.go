package game

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"

	"vertigo/board"

	"github.com/klauspost/compress/zstd"

	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// play returns the game of a line from a position, FEN or "" for the start.
func play(t testing.TB, fen, text string) *Game {
	t.Helper()
	g := NewJob(Origin{Kind: "pgn", Text: RawText(`[FEN "` + fen + "\"]\n\n" + text + " *")}, "game", 0).Read()
	if g.Err != nil || len(g.Faults()) > 0 {
		t.Fatal(text, g.Err, g.Faults())
	}
	return g
}

func TestOf(t *testing.T) {
	const (
		afterE4C5 = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
		endgame   = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"
		// White has the pieces of chess, Black has knights and bishops exchanged.
		shuffled = "rbnqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"
	)
	for _, test := range []struct{ name, fen, moves, want string }{
		{"nothing was played", "", "", ""},
		{"first move", "", "1. e4", "B00 King's Pawn Game"},
		{"Najdorf", "", "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", "B90 Sicilian Defense: Najdorf Variation"},
		{"Ruy Lopez, later than the list goes", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6",
			"C95 Ruy Lopez: Closed, Breyer Defense, Zaitsev Hybrid"},
		{"Queen's Gambit Declined by 1. Nf3", "", "1. Nf3 Nf6 2. c4 e6 3. Nc3 d5 4. d4", "D37 Queen's Gambit Declined: Three Knights Variation"},
		{"Queen's Gambit Declined by 1. c4", "", "1. c4 e6 2. d4 d5", "D30 Queen's Gambit Declined"},
		{"the book is left at once", "", "1. e4 c5 2. Qf3 Qc7 3. Qd1 Qd8", "B20 Sicilian Defense"},
		{"the position without its castling rights", "", "1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Ng1 Ng8 5. e4 e5", "A05 Zukertort Opening"},
		{"back to an earlier position", "", "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8", "C20 King's Pawn Game"},
		{"a position in the list", afterE4C5, "", "B20 Sicilian Defense"},
		{"from a position in the list", afterE4C5, "2. c3", "B22 Sicilian Defense: Alapin Variation"},
		{"an endgame", endgame, "1. Kf4 Kf6", ""},
		{"two arrays of Chess960", shuffled, "1. e4 e5 2. Nf3 Nd6 3. Bb5", ""},
	} {
		must.Equal(t, play(t, test.fen, test.moves).listedOpening().String(), test.want, test.name)
	}
}

// TestChess960 looks at a match of Chess960, whose games get no names of chess.
func TestChess960(t *testing.T) {
	games, n := pgn.NewReader(bytes.NewReader(testfiles.Read(t, "pgn/cutechess-fischerrandom.pgn"))), 0
	for {
		g, err := games.Next()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		read := (&Job{Origin: Origin{Kind: "pgn"}, PGN: g}).Read()
		must.Do(t, read.Err)
		n++
		must.Equal(t, read.listedOpening(), (Opening{}), n)
	}
	if n == 0 {
		t.Error("there is no game")
	}
}

// list returns the list in the binary as text.
func list(t testing.TB) string {
	t.Helper()
	return must.Get(unpack(packedOpenings))(t)
}

// TestPackedList compares the list with the one that its source has, in the version that is used.
func TestPackedList(t *testing.T) {
	if got, want := fmt.Sprintf("%x", sha256.Sum256([]byte(list(t)))), "7bec98c8c9a6c781a44ae1d2dfff3d9c62e397c5d9a4e87ed099bf698b9fca50"; got != want {
		t.Errorf("the SHA-256 sum of the files of the list is %s, want %s", got, want)
	}
}

// TestEveryLine plays each line of the list by itself.
func TestEveryLine(t *testing.T) {
	n := 0
	for number, text := range strings.Split(strings.TrimSuffix(list(t), "\n"), "\n") {
		if text == openingsHeading {
			continue
		}
		columns := strings.Split(text, "\t")
		j, want := play(t, "", columns[2]), Opening{columns[0], columns[1]}
		must.Equal(t, j.findOpening(), want, number+1, columns[2])
		must.Equal(t, play(t, j.Positions[len(j.Positions)-1].Root().FEN(), "").findOpening(), want, number+1)
		n++
	}
	if len(readPacked()) != n || n < 3000 {
		t.Errorf("%d lines and %d openings", n, len(readPacked()))
	}
}

func pack(t testing.TB, text string) []byte {
	t.Helper()
	w := must.Get(zstd.NewWriter(nil))(t)
	defer w.Close()
	return w.EncodeAll([]byte(text), nil)
}

func TestRead(t *testing.T) {
	openings, err := readOpenings(pack(t, openingsHeading+"\nA00\tOne\t1. e4 e5\nB00\tTwo\t1. e4 e5 2. Nf3\n"+openingsHeading+"\nC00\tThree\t1. d4"))
	if err != nil || len(openings) != 3 {
		t.Errorf("%v, %v", openings, err)
	}
	for text, want := range map[string]string{
		openingsHeading + "\nA00\tOne\n": "has 2 columns", "A00\tOne\t1.\n": "it has no moves", "A00\tTwo\t1. e4 e4\n": "e4 is not legal in",
	} {
		_, err := readOpenings(pack(t, text))
		must.Fail(t, err, want)
	}
}

func TestPhase(t *testing.T) {
	for fen, want := range map[string]string{
		board.StartFEN: "Opening",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 13": "Middlegame",
		"r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 12": "Opening",
		"r1bqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 12": "Middlegame",
		"r1bqk3/pppppppp/8/8/8/8/PPPPPPPP/R1BQK3 w Qq - 0 5":        "Endgame",
		"r1bqk3/pppppppp/8/8/8/8/PPPPPPPP/R1BQK2R w KQq - 0 5":      "Middlegame",
	} {
		p := playout.Parse(t, fen)
		must.Equal(t, Phase(&p), want, fen)
	}
}
