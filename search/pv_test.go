package search

import (
	"math/rand/v2"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/tt"
)

// TestGames lets the search play short games against itself from openings and endings of every kind, and holds all
// that it reports on the way to the rules. Nothing is cleared between the moves of a game, as in real play.
func TestGames(t *testing.T) {
	games, nodes := 12, uint64(1000)
	if testing.Short() {
		games, nodes = 4, 800
	}
	rng := rand.New(rand.NewPCG(31, 32))
	one, three := newEngine(t, 2, 1), newEngine(t, 2, 3)
	mates, draws := 0, 0
	for n := range games {
		p := one
		if n%4 == 3 {
			p = three
		}
		p.NewGame()
		g := opening(rng, n)
		for range 240 {
			if end := endOf(g, 0); end == mated {
				mates++
				break
			} else if g.Repetitions() >= 2 || end != goesOn && end != drawn ||
				g.Position.Rule50() >= 100 || g.Position.InsufficientMaterial() {
				draws++
				break
			}
			r, _ := search(t, p, g, Limits{Nodes: nodes + rng.Uint64N(nodes), MultiPV: 1 + n%2*rng.IntN(3)})
			if t.Failed() {
				return
			}
			g.Play(r.Best)
		}
	}
	if selective && mates < games/4 {
		t.Errorf("of %d games %d ended in mate and %d in a draw", games, mates, draws)
	}
}

// opening returns the beginning of a game: some random moves from a starting position or, every third time, pieces
// scattered over the board.
func opening(rng *rand.Rand, n int) *board.Game {
	start := playout.Start(rng)
	if n%3 == 2 {
		start = playout.Scatter(rng)
	}
	for {
		g := board.NewGame(start)
		for range 8 {
			moves := movegen.LegalMoves(&g.Position)
			if len(moves) == 0 || g.Position.InsufficientMaterial() {
				break
			}
			g.Play(moves[rng.IntN(len(moves))])
		}
		if endOf(g, 0) == goesOn {
			return g
		}
		start = playout.Start(rng)
	}
}

// TestMatesFromGames checks the lines and lengths of mates that the search announces in scattered positions against
// the proof by trying everything, as far as that can go: an announced mate must exist.
func TestMatesFromGames(t *testing.T) {
	testfiles.NoRace(t)
	p := newEngine(t, 4, 1)
	rng := rand.New(rand.NewPCG(41, 42))
	positions, proved := 400, 0
	if testing.Short() {
		positions = 60
	}
	for range positions {
		start := playout.Scatter(rng)
		if start.Rule50() > 80 {
			continue
		}
		g := board.NewGame(start)
		if endOf(g, 0) != goesOn {
			continue
		}
		_, lines := search(t, p, g, Limits{Nodes: 3000})
		for _, i := range lines {
			n := scores.MateIn(i.Score)
			if !scores.IsMate(i.Score) || n > 2 || n < -2 || i.Bound == tt.Upper && n > 0 || i.Bound == tt.Lower && n < 0 {
				continue
			}
			s := newMateSolver()
			if n > 0 && !s.mates(&g.Position, n) || n < 0 && !s.isMated(&g.Position, -n) {
				t.Errorf("%s: there is no mate in %d: %+v", g.Position.FEN(), n, i)
			}
			proved++
		}
	}
	if proved < positions/10 {
		t.Errorf("only %d mates were announced", proved)
	}
}
