package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// randomGames returns games of chance in PGN.
func randomGames(t *testing.T, count, plies int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for number := range count {
		fmt.Fprintf(&text, "[Event \"%d\"]\n\n", number)
		start := board.StartPosition()
		n := pgn.NewSAN(&start)
		for range plies {
			var list movegen.List
			if movegen.Generate(&n.Position, &list, movegen.All); list.N == 0 {
				break
			}
			m := playout.Pick(rng, list.Slice())
			fmt.Fprintf(&text, "%s ", n.Format(m))
			n.Play(m)
		}
		text.WriteString("*\n\n")
	}
	return text.String()
}

// pick draws, and fails the test if a game is left out.
func pick(t *testing.T, d draw, files ...string) []judged {
	t.Helper()
	return must.Get(d.from(files, func(err error) { t.Error(err) }))(t)
}

func fens(positions []judged) (list []string) {
	for i := range positions {
		list = append(list, positions[i].FEN())
	}
	return list
}

func TestDraw(t *testing.T) {
	games := testfiles.Write(t, "chance.pgn", randomGames(t, 12, 300))
	d := draw{seed: 1, positions: 1000, perGame: 2, fromPly: 10}
	drawn := pick(t, d, games)
	must.Equal(t, len(drawn), 24)
	var byPhase [phases]int
	for i := range drawn {
		p := &drawn[i]
		byPhase[phase(&p.Position)]++
		if p.InCheck() || p.FullMove() < 6 || p.source != "chance" || !movegen.HasLegalMove(&p.Position) {
			t.Errorf("%s of %s is drawn", p.FEN(), p.source)
		}
	}
	if slices.Min(byPhase[:]) == 0 {
		t.Errorf("positions by phase: %v, want some of each", byPhase)
	}
	if again := pick(t, d, games); !slices.Equal(fens(again), fens(drawn)) {
		t.Error("a second draw differs")
	}
	d.positions = 7
	if few := pick(t, d, games); !slices.Equal(fens(few), fens(drawn[:7])) {
		t.Error("seven positions are not the first seven")
	}
	d.seed = 2
	if other := pick(t, d, games); slices.Equal(fens(other), fens(drawn[:7])) {
		t.Error("another seed draws the same")
	}
}

// TestDrawOnce checks that the same game in two files, or twice in one, gives its positions once, and that a game gives no
// more than it has.
func TestDrawOnce(t *testing.T) {
	game := "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 e5 *\n\n"
	a, b := testfiles.Write(t, "a.pgn", game+game), testfiles.Write(t, "b.pgn", game)
	drawn := pick(t, draw{positions: 100, perGame: 100}, a, b)
	// The start position and the one after two knight moves are there twice in each game.
	must.Equal(t, len(drawn), 4+2, strings.Join(fens(drawn), "\n"))
	if drawn = pick(t, draw{positions: 100, perGame: 100, fromPly: 8}, a); len(drawn) != 1 || drawn[0].FullMove() != 5 {
		t.Errorf("after 8 plies: %v", fens(drawn))
	}
}

// TestDrawLeavesOut checks that positions in check, ended games and castling from unusual squares are not drawn.
func TestDrawLeavesOut(t *testing.T) {
	games := "1. f3 e5 2. g4 Qh4# 0-1\n\n" +
		"[FEN \"8/8/8/8/8/2k5/8/K6r w - - 0 1\"]\n\n1. Ka2 Rh2+ 2. Kb1 Rh1+ *\n\n" +
		"[FEN \"1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1\"]\n\n1. Rb2 *\n\n"
	drawn := pick(t, draw{positions: 100, perGame: 100, fromPly: 1}, testfiles.Write(t, "x.pgn", games))
	got := fens(drawn)
	slices.Sort(got)
	want := []string{
		"8/8/8/8/8/2k5/K7/7r b - - 1 1",
		"8/8/8/8/8/2k5/7r/1K6 b - - 3 2",
		"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
		"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2",
		"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
	}
	for i, fen := range want {
		p := playout.Parse(t, fen)
		want[i] = p.FEN() // as positions write it
	}
	slices.Sort(want)
	must.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func TestDrawErrors(t *testing.T) {
	good := testfiles.Write(t, "good.pgn", "1. e4 e5 *\n")
	d := draw{positions: 10, perGame: 1}
	if _, err := d.from([]string{good, filepath.Join(t.TempDir(), "none.pgn")}, nil); err == nil ||
		!strings.Contains(err.Error(), "none.pgn") {
		t.Errorf("a missing file: %v", err)
	}
	bad := testfiles.Write(t, "bad.pgn", "1. e4 e5 *\n\n1. e4 Ke4 *\n\n")
	var said []string
	drawn, err := d.from([]string{bad}, func(err error) { said = append(said, err.Error()) })
	if err != nil || len(drawn) != 2 || len(said) != 1 || !strings.Contains(said[0], "bad.pgn:3: game 2: ") {
		t.Errorf("an illegal move: %d positions, %q, %v", len(drawn), said, err)
	}
	d.fromPly = 10
	_, err = d.from([]string{good}, nil)
	must.Fail(t, err, "no position")
}
