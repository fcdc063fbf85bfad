package gamedata

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

// randomGame returns a game of chance: some from starting positions, some from scattered pieces, with scores that wander
// and now and then jump or are missing.
func randomGame(rng *rand.Rand, id uint64) Game {
	g := Game{ID: id, Result: Result(rng.IntN(3))}
	plies := rng.IntN(120)
	if g.Start = playout.Start(rng); rng.IntN(3) == 0 {
		g.Start, plies = playout.Scatter(rng), rng.IntN(20)
	}
	p, score := g.Start, 0
	for range plies {
		list := playout.Legal(&p)
		if len(list) == 0 {
			break
		}
		if score = -score + rng.IntN(101) - 50; rng.IntN(20) == 0 {
			score = rng.IntN(100001) - 50000
		}
		m := playout.Pick(rng, list)
		g.Plies = append(g.Plies, Ply{Move: m, Score: ClampScore(score)})
		score = int(ClampScore(score))
		if rng.IntN(4) == 0 {
			g.Plies[len(g.Plies)-1].Score = NoScore
		}
		p = playout.After(&p, m)
	}
	return g
}

func randomGames(seed uint64, n int) []Game {
	rng := rand.New(rand.NewPCG(seed, 1))
	games := make([]Game, n)
	for i := range games {
		games[i] = randomGame(rng, uint64(i))
	}
	return games
}

// write writes the games to a new file and flushes after every one for which flush says so.
func write(tb testing.TB, info string, games []Game, flush func(i int) bool) (path string) {
	tb.Helper()
	path = filepath.Join(tb.TempDir(), "games")
	w := must.Get(NewWriter(path, info))(tb)
	for i := range games {
		must.Do(tb, w.Append(&games[i]))
		if flush(i) {
			must.Do(tb, w.Flush())
		}
	}
	must.Do(tb, w.Close())
	return path
}

func never(int) bool { return false }

func always(int) bool { return true }

// openBytes returns a Reader of a file that exists in memory only.
func openBytes(data []byte) (*Reader, error) {
	return newReader("bytes", data, func() error { return nil })
}

func open(tb testing.TB, path string) *Reader {
	tb.Helper()
	r := must.Get(Open(path))(tb)
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

// read returns copies of all games that r can read, and its errors.
func read(r *Reader) (games []Game, faults []error) {
	for g, err := range r.All() {
		if err != nil {
			faults = append(faults, err)
			continue
		}
		c := *g
		c.Plies = slices.Clone(g.Plies)
		games = append(games, c)
	}
	return games, faults
}

func equal(a, b *Game) bool {
	return a.ID == b.ID && a.Start == b.Start && a.Result == b.Result && slices.Equal(a.Plies, b.Plies)
}

func equalAll(a, b []Game) bool {
	return slices.EqualFunc(a, b, func(x, y Game) bool { return equal(&x, &y) })
}
