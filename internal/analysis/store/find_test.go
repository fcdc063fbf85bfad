package store

import (
	testflags "flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// TestFindAll finds any number of answers at once, in the order of the keys, and none if one is missing.
func TestFindAll(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
	defer mustClose(t, s)
	mustAdd(t, s, 0, 40)
	for _, count := range []int{0, 1, groupSize - 1, groupSize, groupSize + 1, 35} {
		var keys []Key
		var want []*Answer
		for n := range count {
			key, a := sample((7 * n) % 36) // also some of them twice
			keys, want = append(keys, key), append(want, a)
		}
		if got, err := s.FindAll(keys); err != nil || len(got) != count || !slices.EqualFunc(got, want, func(a, b *Answer) bool { return reflect.DeepEqual(a, b) }) {
			t.Errorf("%d answers are %+v, %v; want %+v", count, got, err, want)
		}
		missing, _ := sample(40)
		if got, err := s.FindAll(append(keys, missing)); got != nil || err != nil {
			t.Errorf("%d answers, of which one is missing: %+v, %v", count+1, got, err)
		}
	}
}

// stored is how many answers there are to look up in BenchmarkFind.
var stored = testflags.Int("stored", 10_000, "answers in the store of the benchmark")

// BenchmarkFind looks up answers one by one, and those of a chunk at once. The time is for each answer.
func BenchmarkFind(b *testing.B) {
	name := filepath.Join(b.TempDir(), "store")
	s := mustOpen(b, name)
	defer mustClose(b, s)
	keys := addMany(b, s, *stored)
	r := rand.New(rand.NewPCG(1, 2))
	for _, count := range []int{1, groupSize} {
		b.Run(fmt.Sprint("together=", count), func(b *testing.B) {
			for n := 0; n < b.N; n += count {
				group := make([]Key, count)
				for i := range group {
					group[i] = keys[r.IntN(len(keys))]
				}
				var found bool
				if count == 1 {
					a, err := s.Find(group[0])
					found = a != nil && err == nil
				} else {
					list, err := s.FindAll(group)
					found = list != nil && err == nil
				}
				if !found {
					b.Fatal("an answer is missing")
				}
			}
		})
	}
}

// addMany adds so many answers in one transaction, which is faster than Add, and returns their keys.
func addMany(tb testing.TB, s *Store, count int) (keys []Key) {
	tb.Helper()
	i := &importer{store: s}
	for n := range count {
		key, a := sample(n)
		keys = append(keys, key)
		if err := i.add(&record{
			Key: key.String(), Setting: testSetting, FEN: a.FEN, Best: a.Best, Nodes: a.Nodes, Time: a.Time.Microseconds(), Lines: a.Lines,
			Course: formatCourse(a.Course), Low: a.Low, High: a.High,
		}); err != nil {
			tb.Fatal(err)
		}
	}
	if err := i.commit(); err != nil {
		tb.Fatal(err)
	}
	return keys
}
