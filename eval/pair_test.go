package eval

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestPair checks that the two values of a pair never touch each other: adding, subtracting, negating and multiplying
// pairs does the same to both, as long as both stay in 16 bits.
func TestPair(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	value := func() int { return rng.IntN(1<<15) - 1<<14 }
	check := func(what string, p pair, mg, eg int) {
		t.Helper()
		if p.mg() != mg || p.eg() != eg {
			t.Fatalf("%s: (%d, %d), want (%d, %d)", what, p.mg(), p.eg(), mg, eg)
		}
	}
	for range 200_000 {
		a, b, c, d := value(), value(), value(), value()
		check("packing", mk(a, b), a, b)
		check("adding", mk(a, b)+mk(c, d), a+c, b+d)
		check("subtracting", mk(a, b)-mk(c, d), a-c, b-d)
		check("negating", -mk(a, b), -a, -b)
		n := rng.IntN(33) - 16
		check("multiplying", pair(n)*mk(a/16, b/16), n*(a/16), n*(b/16))
	}
	for _, mg := range []int{math.MinInt16, -1, 0, 1, math.MaxInt16} {
		for _, eg := range []int{math.MinInt16 + 1, -1, 0, 1, math.MaxInt16 - 1} {
			check("packing", mk(mg, eg), mg, eg)
		}
	}
}

// TestTaper checks that tapering gives the middlegame at one end and the endgame at the other, never leaves what lies
// between them, and treats both colours alike.
func TestTaper(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		mg, eg := rng.IntN(4001)-2000, rng.IntN(4001)-2000
		p := mk(mg, eg)
		if p.taper(maxPhase) != mg || p.taper(0) != eg {
			t.Fatalf("(%d, %d) at the ends: %d, %d", mg, eg, p.taper(maxPhase), p.taper(0))
		}
		for phase := 0; phase <= maxPhase; phase++ {
			v := p.taper(phase)
			if v < min(mg, eg) || v > max(mg, eg) {
				t.Fatalf("(%d, %d) in phase %d: %d", mg, eg, phase, v)
			}
			if (-p).taper(phase) != -v {
				t.Fatalf("(%d, %d) in phase %d: %d for White, %d for Black", mg, eg, phase, v, (-p).taper(phase))
			}
		}
	}
}
