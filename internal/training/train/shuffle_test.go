package train

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"testing"

	"vertigo/internal/testing/must"
)

// shuffled puts the samples 0..n-1 through a shuffler and returns their numbers in the order in which they come out.
func shuffled(tb testing.TB, seed uint64, n int) (order []uint32, spilled bool) {
	tb.Helper()
	folder := tb.TempDir()
	s := newShuffler(seed, folder)
	for i := range n {
		var one sample
		binary.LittleEndian.PutUint32(one[:], uint32(i))
		must.Do(tb, s.add(&one))
	}
	spilled = s.spools[0].file != nil
	var out bytes.Buffer
	must.Do(tb, s.emit(&out))
	must.Do(tb, s.close())
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		tb.Errorf("%d files are left behind (%v)", len(left), err)
	}
	for at := 0; at < out.Len(); at += sampleSize {
		order = append(order, binary.LittleEndian.Uint32(out.Bytes()[at:]))
	}
	return order, spilled
}

// TestShuffler checks that everything comes out exactly once and far from where it was, with and without temporary
// files, the same for the same seed.
func TestShuffler(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 700_000} {
		order, spilled := shuffled(t, 1, n)
		if len(order) != n || spilled != (n == 700_000) {
			t.Fatalf("%d of %d samples, temporary files %v", len(order), n, spilled)
		}
		seen := make([]bool, n)
		var moved, product float64
		for at, i := range order {
			if seen[i] {
				t.Fatalf("sample %d comes twice", i)
			}
			seen[i] = true
			moved += math.Abs(float64(at) - float64(i))
			product += (float64(at)/float64(n) - 0.5) * (float64(i)/float64(n) - 0.5)
		}
		if n < 1000 {
			continue
		}
		// In a random order the mean distance is a third of the length, and the correlation about 1/sqrt(n).
		if mean := moved / float64(n) / float64(n); math.Abs(mean-1./3) > 0.03 {
			t.Errorf("%d samples move by %.3f of the length on average", n, mean)
		}
		if correlation := product / float64(n) * 12; math.Abs(correlation) > 5/math.Sqrt(float64(n)) {
			t.Errorf("%d samples: correlation %.4f with the order in which they came", n, correlation)
		}
		again, _ := shuffled(t, 1, n)
		other, _ := shuffled(t, 2, n)
		same := 0
		for i := range order {
			if order[i] != again[i] {
				t.Fatalf("%d samples: the same seed gives another order", n)
			}
			if order[i] == other[i] {
				same++
			}
		}
		if same > n/100 {
			t.Errorf("%d samples: %d are at the same place with another seed", n, same)
		}
	}
}

// TestOrder checks that every epoch has all runs, each in its own order, and that the order does not depend on where
// one begins.
func TestOrder(t *testing.T) {
	const samples = 50*runLength + 17
	o := newOrder(9, samples)
	var epochs [3][50]int
	for k := range 150 {
		epochs[k/50][k%50] = o.run(k)
	}
	for e, epoch := range epochs {
		var seen [50]bool
		for _, run := range epoch {
			if run < 0 || run >= 50 || seen[run] {
				t.Fatalf("epoch %d: run %d", e, run)
			}
			seen[run] = true
		}
		if e > 0 && epoch == epochs[e-1] {
			t.Errorf("epoch %d has the order of the one before", e)
		}
	}
	for _, k := range []int{149, 3, 77} {
		must.Equal(t, newOrder(9, samples).run(k), epochs[k/50][k%50], k)
	}
}
