package movegen_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"vertigo/board"
	"vertigo/internal/engine/witness"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// The tests in this file play random games of chess twice, here and in the library of package witness, and compare what the two
// say about every position.

// witnessGame is a random game on both boards.
type witnessGame struct {
	game    *board.Game
	witness *witness.Position
	seen    map[string]int // how often each position has occurred, by the witness's text
	last    [2]board.Move  // what either side has played last
}

// TestWitnessPositions compares legal moves, FEN, check, repetitions, clock and the end over thousands of games, every
// fourth of which begins with an ending.
func TestWitnessPositions(t *testing.T) {
	ends := playGames(t, 200, playout.Sample(2000), func(rng *rand.Rand) (string, error) {
		start := board.StartPosition()
		if rng.IntN(4) == 0 {
			start = ending(rng)
		}
		first, err := witness.Parse(start.FEN())
		if err != nil {
			return "", err
		}
		g := &witnessGame{game: board.NewGame(start), witness: first, seen: map[string]int{}}
		for range 140 {
			if err := g.compare(); err != nil {
				return "", err
			}
			if end := g.over(); end != "" {
				return end, nil
			}
			if err := g.play(rng); err != nil {
				return "", err
			}
		}
		return "unfinished", nil
	})
	t.Log(ends)
	wanted := []string{"checkmate", "stalemate", "fivefold repetition", "75 moves", "insufficient material", "unfinished"}
	for _, end := range wanted {
		if ends[end] == 0 && !testing.Short() {
			t.Errorf("no game ended with %s", end)
		}
	}
}

// playGames plays n seeded games on all cores and counts how they end. The first error ends the test.
func playGames(t *testing.T, seed uint64, n int, play func(rng *rand.Rand) (string, error)) map[string]int {
	t.Helper()
	var next atomic.Int64
	var mu sync.Mutex
	var group sync.WaitGroup
	ends := map[string]int{}
	var failed error
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				end, err := play(rand.New(rand.NewPCG(seed, uint64(i))))
				mu.Lock()
				ends[end]++
				if err != nil && failed == nil {
					failed = fmt.Errorf("game %d: %w", i, err)
				}
				stop := failed != nil
				mu.Unlock()
				if stop {
					return
				}
			}
		})
	}
	group.Wait()
	if failed != nil {
		t.Fatal(failed)
	}
	return ends
}

// compare holds the two present positions against each other.
func (g *witnessGame) compare() error {
	p := &g.game.Position
	var ours, theirs []string
	for _, m := range playout.Legal(p) {
		ours = append(ours, movegen.FormatMove(p, m, false))
	}
	for _, m := range g.witness.Moves() {
		theirs = append(theirs, m.UCI())
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	fen := g.witness.FEN()
	text := strings.Join(strings.Fields(fen)[:4], " ")
	switch {
	case !slices.Equal(ours, theirs):
		return fmt.Errorf("%s: %s", p.FEN(), difference(ours, theirs))
	case p.FEN() != fen:
		return fmt.Errorf("FEN %s, the witness has %s", p.FEN(), fen)
	case movegen.EndOf(p) != g.witness.End():
		return fmt.Errorf("%s: %q, the witness says %q", fen, movegen.EndOf(p), g.witness.End())
	case g.game.Repetitions() != g.seen[text]:
		return fmt.Errorf("%s: %d repetitions, the witness has %d", fen, g.game.Repetitions(), g.seen[text])
	}
	g.seen[text]++
	return nil
}

// difference names the moves that only one of two sorted lists has.
func difference(got, want []string) string {
	var extra, missing []string
	for _, m := range got {
		if !slices.Contains(want, m) {
			extra = append(extra, m)
		}
	}
	for _, m := range want {
		if !slices.Contains(got, m) {
			missing = append(missing, m)
		}
	}
	return fmt.Sprintf("%d moves, want %d; illegal %v, missing %v", len(got), len(want), extra, missing)
}

// over returns how the game has ended, "" if it goes on, which it also does where a draw could be claimed.
func (g *witnessGame) over() string {
	end := movegen.EndOfGame(g.game)
	switch claim := end > movegen.DeadPosition; {
	case claim && g.game.Repetitions() >= 4:
		return "fivefold repetition"
	case claim && g.game.Position.Rule50() >= 150:
		return "75 moves"
	case claim:
		return ""
	}
	return end.String()
}

// play makes a random move on both boards. One move in three takes back the side's last one, so
// that positions recur.
func (g *witnessGame) play(rng *rand.Rand) error {
	p := &g.game.Position
	m := playout.Pick(rng, playout.Legal(p))
	last := &g.last[p.Turn()]
	if back := board.NewMove(last.To(), last.From(), board.Normal); rng.IntN(3) == 0 && movegen.IsLegal(p, back) {
		m = back
	}
	*last = m
	theirs, err := g.witness.Play(movegen.FormatMove(p, m, false))
	g.witness = theirs
	g.game.Play(m)
	return err
}

// ending returns a position of few pieces that has been without progress for a while. Pawns stand where no double step
// is left: the witness distinguishes positions by an en-passant square that nobody can use, which the rules do not.
func ending(rng *rand.Rand) board.Position {
	for {
		var pieces [8][8]byte
		pieces[rng.IntN(8)][rng.IntN(8)] = 'K'
		pieces[rng.IntN(8)][rng.IntN(8)] = 'k'
		for range 1 + rng.IntN(4) {
			pieces[rng.IntN(8)][rng.IntN(8)] = "NnBbRrQq"[rng.IntN(8)]
		}
		if rng.IntN(2) == 0 {
			pieces[2+rng.IntN(5)][rng.IntN(8)] = 'P'
			pieces[1+rng.IntN(5)][rng.IntN(8)] = 'p'
		}
		var ranks []string
		for k := 7; k >= 0; k-- {
			ranks = append(ranks, strings.ReplaceAll(string(pieces[k][:]), "\x00", "1"))
		}
		p, err := board.ParseFEN(fmt.Sprintf("%s %c - - %d 60", strings.Join(ranks, "/"), "wb"[rng.IntN(2)], rng.IntN(140)))
		if err == nil {
			return p
		}
	}
}
