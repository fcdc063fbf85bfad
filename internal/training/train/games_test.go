package train

import (
	"context"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/training/gamedata"
)

// materialGame returns a game of chance in which every score is the balance of material, and the side ahead at the end
// wins: something a small network can learn.
func materialGame(rng *rand.Rand, id uint64) gamedata.Game {
	g := gamedata.Game{ID: id, Start: playout.Start(rng), Result: gamedata.Draw}
	p := g.Start
	for range 60 + rng.IntN(80) {
		list := playout.Legal(&p)
		if len(list) == 0 {
			break
		}
		m := playout.Pick(rng, list)
		g.Plies = append(g.Plies, gamedata.Ply{Move: m, Score: gamedata.ClampScore(balance(&p))})
		p = playout.After(&p, m)
	}
	switch score := balance(&p) * (1 - 2*int(p.Turn())); {
	case score > 200:
		g.Result = gamedata.WhiteWins
	case score < -200:
		g.Result = gamedata.BlackWins
	}
	return g
}

// balance returns the balance of material for the side to move in centipawns.
func balance(p *board.Position) int {
	score := 0
	for t, value := range []int{100, 300, 310, 500, 900, 0} {
		ours := p.Pieces(p.Turn(), board.PieceType(t)).Count()
		theirs := p.Pieces(p.Turn().Other(), board.PieceType(t)).Count()
		score += (ours - theirs) * value
	}
	return score
}

// writeGames writes n games to a file with several blocks.
func writeGames(tb testing.TB, seed uint64, n int) (path string, games []gamedata.Game) {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 3))
	path = filepath.Join(tb.TempDir(), "games")
	w := must.Get(gamedata.NewWriter(path, "games of chance"))(tb)
	for i := range n {
		games = append(games, materialGame(rng, uint64(i)))
		must.Do(tb, w.Append(&games[i]))
		if i%7 == 6 {
			must.Do(tb, w.Flush())
		}
	}
	must.Do(tb, w.Close())
	return path, games
}

// makeSamples returns the samples of some games, a tenth of which is held out.
func makeSamples(tb testing.TB, seed uint64, games int) *Samples {
	tb.Helper()
	source, _ := writeGames(tb, seed, games)
	out := filepath.Join(tb.TempDir(), "samples")
	c := Conversion{Sources: []string{source}, Out: out, Validation: 0.1, Seed: seed}
	must.Do(tb, Convert(context.Background(), c, io.Discard, io.Discard))
	return openSamples(tb, out)
}

func openSamples(tb testing.TB, path string) *Samples {
	tb.Helper()
	s := must.Get(OpenSamples(path))(tb)
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// randomRuns returns n runs of samples of random positions with random scores and results.
func randomRuns(seed uint64, n int) [][]byte {
	rng := rand.New(rand.NewPCG(seed, 4))
	var all []byte
	for p := range playout.Positions(seed, n*runLength) {
		one := newSample(p, int16(rng.NormFloat64()*300), rng.IntN(3))
		all = append(all, one[:]...)
	}
	var runs [][]byte
	for at := 0; at < len(all); at += runLength * sampleSize {
		runs = append(runs, all[at:][:runLength*sampleSize])
	}
	return runs
}
