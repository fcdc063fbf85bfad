package tt

import (
	"math/rand/v2"
	"sync"
	"testing"

	"vertigo/board"
)

// entryOf derives an entry from a key and a version, so that a reader can see whether what it got under a key was
// ever stored there.
func entryOf(key uint64, version int) Entry {
	h := (key ^ uint64(version)*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	h ^= h >> 31
	return Entry{
		Move:  board.Move(h) | 1, // a move, so that a renewed entry never keeps an older one
		Score: int(int16(h >> 16)),
		Eval:  int(int16(h >> 32)),
		Depth: int(h>>48&63) + version<<6,
		Bound: Exact, // It always replaces.
		PV:    h>>63 != 0,
	}
}

// versionOf returns the version that an entry claims to be.
func versionOf(e Entry) int { return e.Depth >> 6 & 1 }

// TestTornSlotNeverValidates mixes the words of two writes. A reader that meets two writes at once gets some such mixture, in
// whatever order they store and it loads.
func TestTornSlotNeverValidates(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for range 100_000 {
		key, other := r.Uint64(), r.Uint64()
		e, newer, foreign := randomEntry(r), randomEntry(r), randomEntry(r)
		if e == newer {
			continue
		}
		var mine, mineNewer, others slot
		mine.write(key, e.pack(0))
		mineNewer.write(key, newer.pack(0))
		others.write(other, foreign.pack(0))
		check, data := mine.check.Load(), mine.data.Load()
		for name, pair := range map[string][2]uint64{
			"another position's check":   {others.check.Load(), data},
			"another position's data":    {check, others.data.Load()},
			"check of a newer write":     {mineNewer.check.Load(), data},
			"data of a newer write":      {check, mineNewer.data.Load()},
			"data not written yet":       {check, 0},
			"check not written yet":      {0, data},
			"a bit of the data flipped":  {check, data ^ 1<<r.IntN(64)},
			"a bit of the check flipped": {check ^ 1<<r.IntN(64), data},
		} {
			table := heapTable(1)
			s := &rangeOf(table)[0][r.IntN(slotsPerBucket)]
			s.check.Store(pair[0])
			s.data.Store(pair[1])
			for _, probed := range []uint64{key, other} {
				if e, ok := table.Probe(probed); ok {
					t.Fatalf("%s: Probe(%#x) = %+v", name, probed, e)
				}
			}
		}
	}
}

// TestConcurrentUse lets goroutines store and probe few keys in few slots, so that they meet all the time. Every entry
// found must be one of those stored under its key. On the Go heap the race detector watches; mapped memory is what
// the engine uses.
func TestConcurrentUse(t *testing.T) {
	t.Run("heap", func(t *testing.T) { hammer(t, heapTable(2), 40) })
	t.Run("mapped", func(t *testing.T) { hammer(t, newTable(t, 1), 40) })
}

func hammer(t *testing.T, table *Table, keys int) {
	const goroutines, rounds = 8, 20_000
	r := rand.New(rand.NewPCG(21, 22))
	pool := make([]uint64, keys)
	for i := range pool {
		// Keys within one thousandth of the range share a bucket or two in the small table and few in the other.
		pool[i] = r.Uint64()>>10 | uint64(i&1)<<63
	}
	var group sync.WaitGroup
	var found [goroutines]int
	for g := range goroutines {
		group.Go(func() {
			r := rand.New(rand.NewPCG(23, uint64(g)))
			for i := range rounds {
				key := pool[r.IntN(len(pool))]
				switch r.IntN(4) {
				case 0:
					table.Store(key, entryOf(key, r.IntN(2)))
				case 1:
					table.Prefetch(key)
				default:
					if e, ok := table.Probe(key); ok {
						found[g]++
						if e != entryOf(key, versionOf(e)) {
							t.Errorf("Probe(%#x) = %+v, which was never stored", key, e)
							return
						}
					}
				}
				if i%1000 == 0 {
					table.NewSearch()
					table.HashFull()
				}
			}
		})
	}
	group.Wait()
	for g, n := range found {
		if n == 0 && !t.Failed() {
			t.Errorf("goroutine %d found nothing in %d rounds: the test tests nothing", g, rounds)
		}
	}
}
