package tt

import (
	"math/rand/v2"
	"testing"
)

// benchmarkMiB is more than most processors' caches hold, as in play.
const benchmarkMiB = 512

// filled returns a full table and keys that were stored in it in a random order.
func filled(b *testing.B) (*Table, []uint64) {
	b.Helper()
	table := newTable(b, benchmarkMiB)
	table.NewSearch()
	r := rand.New(rand.NewPCG(25, 26))
	keys := make([]uint64, 1<<20)
	for i := range keys {
		keys[i] = r.Uint64()
	}
	for range int(table.count) * slotsPerBucket {
		table.Store(r.Uint64(), Entry{Depth: 1, Bound: Upper})
	}
	for _, key := range keys {
		table.Store(key, entryOf(key, 0))
	}
	return table, keys
}

func BenchmarkProbe(b *testing.B) {
	table, keys := filled(b)
	b.Run("hit", func(b *testing.B) {
		hits := 0
		for i := 0; b.Loop(); i++ {
			if _, ok := table.Probe(keys[i&(len(keys)-1)]); ok {
				hits++
			}
		}
		b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
	})
	b.Run("miss", func(b *testing.B) {
		hits := 0
		for i := 0; b.Loop(); i++ {
			if _, ok := table.Probe(keys[i&(len(keys)-1)] ^ 1); ok {
				hits++
			}
		}
		b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
	})
	b.Run("cached", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			table.Probe(keys[i&63])
		}
	})
}

func BenchmarkStore(b *testing.B) {
	table, keys := filled(b)
	b.Run("scattered", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			table.Store(keys[i&(len(keys)-1)]^uint64(i), Entry{Depth: i & 15, Bound: Lower})
		}
	})
	b.Run("cached", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			table.Store(keys[i&63], Entry{Depth: i & 15, Bound: Lower})
		}
	})
}
