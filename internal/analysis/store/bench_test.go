//go:build unix

package store

import (
	testflags "flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// stored is how many answers there are to look up in BenchmarkFind.
var stored = testflags.Int("stored", 10_000, "answers in the store of the benchmark")

// BenchmarkFind looks up answers: those of one chunk after the other, as a second analysis of the same games does, those of
// chunks from anywhere, answers from anywhere together, and one by one. The time is for each answer; the number of answers per
// second of processor time does not depend on what else the computer does.
func BenchmarkFind(b *testing.B) {
	name := filepath.Join(b.TempDir(), "store")
	s := mustOpen(b, name)
	keys := addMany(b, s, *stored)
	mustClose(b, s)
	s = mustOpen(b, name)
	r := rand.New(rand.NewPCG(1, 2))
	chunks := len(keys) / groupSize
	chunk := func(i int) []Key { return keys[i*groupSize:][:groupSize] }
	for _, bench := range []struct {
		name  string
		group func(n int) []Key // that is looked up when n answers have been
	}{
		{"chunks", func(n int) []Key { return chunk(n / groupSize % chunks) }},
		{"some-chunks", func(int) []Key { return chunk(r.IntN(chunks)) }},
		{"together", func(int) []Key { return draw(r, keys, groupSize) }},
		{"single", func(int) []Key { return draw(r, keys, 1) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			begin := processorTime(b)
			for n := 0; n < b.N; {
				group := bench.group(n)
				if found, err := s.Find(group); err != nil || slices.Contains(found, nil) {
					b.Fatalf("%v, %v", found, err)
				}
				n += len(group)
			}
			b.ReportMetric(float64(b.N)/(processorTime(b)-begin).Seconds(), "answers/cpu-s")
		})
	}
}

// processorTime returns for how long this process has kept a processor busy.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// draw returns keys from anywhere in a list.
func draw(r *rand.Rand, keys []Key, count int) []Key {
	group := make([]Key, count)
	for i := range group {
		group[i] = keys[r.IntN(len(keys))]
	}
	return group
}

// addMany adds so many answers in one transaction, which is faster than Add, and returns their keys.
func addMany(tb testing.TB, s *Store, count int) (keys []Key) {
	tb.Helper()
	i := &importer{store: s}
	for n := range count {
		key, a := sample(n)
		keys = append(keys, key)
		if err := i.add(&row{Answer: a, key: key, fen: a.Root.FEN()}, testSetting); err != nil {
			tb.Fatal(err)
		}
	}
	if err := i.commit(); err != nil {
		tb.Fatal(err)
	}
	return keys
}
