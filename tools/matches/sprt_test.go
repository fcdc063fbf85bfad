package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSPRT plays simulated matches between versions that differ by one of the bounds, and expects the right verdict in as many of them,
// after as many games, as the test promises. Halfway between the bounds, either verdict comes about as often.
func TestSPRT(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	usual := [5]float64{.06, .24, .40, .24, .06} // of unbalanced openings
	const deviation = 0.98                       // of these, in half points
	run := func(nElo float64) (passed bool, games int) {
		var weights [5]float64
		total := 0.0
		for i, p := range usual { // tilted to the mean of that difference
			weights[i] = p * math.Exp(float64(i)*math.Sqrt2*nElo/nEloUnit/deviation)
			total += weights[i]
		}
		var r result
		for r.games() < 10 || math.Abs(r.llr()) < decided {
			x, i := random.Float64()*total, 0
			for i < 4 && x >= weights[i] {
				x -= weights[i]
				i++
			}
			pair := result{Draws: 2}
			pair.Pairs[i] = 1
			r.add(pair)
		}
		return r.llr() > 0, r.games()
	}
	for points, want := range []float64{-decided, -decided, 0, decided, decided} {
		r := result{}
		if r.Pairs[points] = 10; r.llr() != want {
			t.Errorf("ten pairs of %d half points: %.2f, want %.2f", points, r.llr(), want)
		}
	}
	bound, between := expectedGames()
	for _, c := range []struct{ nElo, least, most, games float64 }{
		{lowerElo, 0, 2 * wrong, bound}, {upperElo, 1 - 2*wrong, 1, bound}, {(lowerElo + upperElo) / 2., .4, .6, between},
	} {
		const runs = 300
		passed, sum := 0., 0
		for range runs {
			ok, games := run(c.nElo)
			if sum += games; ok {
				passed++
			}
		}
		if share := passed / runs; share < c.least || share > c.most {
			t.Errorf("%.0f nElo: %.2f passed, want %.2f to %.2f", c.nElo, share, c.least, c.most)
		}
		if mean := float64(sum) / runs; mean < 0.8*c.games || mean > 1.2*c.games {
			t.Errorf("%.0f nElo: %.0f games, want about %.0f", c.nElo, mean, c.games)
		}
	}
}
