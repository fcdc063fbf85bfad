package tt

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"vertigo/board"
)

// entryOf derives an entry from a key and a version, so that a reader can tell whether what it got under a key was
// ever stored there.
func entryOf(key uint64, version int) Entry {
	h := (key ^ uint64(version)*0x9e3779b97f4a7c15) * 0xff51afd7ed558ccd
	h ^= h >> 31
	return Entry{
		Move:  board.Move(h) | 1, // a move, so that a renewed entry never keeps an older one
		Score: int(int16(h >> 16)),
		Eval:  int(int16(h >> 32)),
		Depth: int(h>>48&63) + version<<6,
		Bound: Exact, // so that it always replaces
		PV:    h>>63 != 0,
	}
}

// versionOf returns the version that an entry claims to be.
func versionOf(e Entry) int { return e.Depth >> 6 & 1 }

// TestEveryInterleaving lets two writes and a read of the same slot happen in every order of their single loads and
// stores. The reader must find nothing, or an entry that was stored under the key it asks for.
func TestEveryInterleaving(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for range 500 {
		key := r.Uint64()
		keys := [3]uint64{r.Uint64(), key, r.Uint64()} // of what is in the slot and of what the two writers bring
		if r.IntN(4) == 0 {
			keys[r.IntN(3)] = key // two of them may be the same position
		}
		var entries [3]Entry
		var words [3]slot
		for i := range entries {
			entries[i] = randomEntry(r)
			words[i].write(keys[i], entries[i].pack(0))
		}
		interleave(make([]byte, 0, 6), [3]int{2, 2, 2}, func(order []byte) {
			seen := read(order, &words)
			for _, key := range keys {
				table := heapTable(1)
				s := &rangeOf(table)[0][r.IntN(slotsPerBucket)]
				s.check.Store(seen.check.Load())
				s.data.Store(seen.data.Load())
				e, ok := table.Probe(key)
				if ok && !(key == keys[0] && e == entries[0] || key == keys[1] && e == entries[1] ||
					key == keys[2] && e == entries[2]) {
					t.Fatalf("order %q: Probe(%#x) = %+v, which was never stored", order, key, e)
				}
			}
		})
	}
}

// actors names the reader and the two writers in an order of steps.
const actors = "r12"

// interleave calls visit with every order of left[i] steps of each of the actors.
func interleave(order []byte, left [3]int, visit func(order []byte)) {
	if left == [3]int{} {
		visit(order)
		return
	}
	for i, name := range []byte(actors) {
		if left[i] > 0 {
			rest := left
			rest[i]--
			interleave(append(order, name), rest, visit)
		}
	}
}

// read returns the pair of words that a reader gets while two writers put words[1] and words[2] in the place of words[0].
// Steps come in program order: a reader loads the data and then the check, a writer stores the check and then the data.
func read(order []byte, words *[3]slot) *slot {
	var now, seen slot
	now.check.Store(words[0].check.Load())
	now.data.Store(words[0].data.Load())
	var steps [3]int
	for _, name := range order {
		who := strings.IndexByte(actors, name)
		first := steps[who] == 0
		steps[who]++
		switch {
		case who == 0 && first:
			seen.data.Store(now.data.Load())
		case who == 0:
			seen.check.Store(now.check.Load())
		case first:
			now.check.Store(words[who].check.Load())
		default:
			now.data.Store(words[who].data.Load())
		}
	}
	return &seen
}

// TestTornSlotNeverValidates mixes the words of finished, interrupted and damaged writes.
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

func TestGarbageNeverValidates(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	table := heapTable(64)
	for range 200 {
		for i := range rangeOf(table) {
			for j := range slotsPerBucket {
				s := &rangeOf(table)[i][j]
				s.check.Store(r.Uint64())
				s.data.Store(r.Uint64())
			}
		}
		for range 1000 {
			key := r.Uint64()
			if e, ok := table.Probe(key); ok {
				t.Fatalf("Probe(%#x) = %+v out of random bits", key, e)
			}
		}
		// A store works whatever the entry holds, and a probe finds the stored value.
		key := r.Uint64()
		table.Store(key, entryOf(key, 0))
		if e, ok := table.Probe(key); !ok || e != entryOf(key, 0) {
			t.Fatalf("among random bits Probe(%#x) = %+v, %v", key, e, ok)
		}
		if full := table.HashFull(); full < 0 || full > 1000 {
			t.Fatalf("random bits fill %d per mille", full)
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
	const goroutines = 8
	rounds := 200_000
	if testing.Short() {
		rounds = 20_000
	}
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
