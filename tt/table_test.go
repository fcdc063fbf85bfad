package tt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

// newTable returns a table of the given size that is closed when the test ends.
func newTable(tb testing.TB, mib int) *Table {
	tb.Helper()
	table := must.Get(New(mib, 2))(tb)
	tb.Cleanup(func() {
		if err := table.Close(); err != nil {
			tb.Error(err)
		}
	})
	return table
}

// heapTable returns a table on a given number of buckets of the Go heap, which may be tiny and which, unlike mapped
// memory, the race detector watches.
func heapTable(buckets int) *Table {
	memory := make([]bucket, buckets)
	return &Table{first: unsafe.Pointer(&memory[0]), count: uint64(buckets)}
}

// rangeOf returns all buckets of the table.
func rangeOf(t *Table) []bucket { return unsafe.Slice((*bucket)(t.first), t.count) }

func TestBucketIsACacheLine(t *testing.T) {
	must.Equal(t, bucketSize, 64, "a bucket")
	table := newTable(t, 1)
	must.Equal(t, uintptr(table.first)%64, 0, "the first bucket begins")
	must.Equal(t, table.count, uint64(1<<20/64), "1 MiB holds")
}

func TestBucketOfCoversTheTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, count := range []int{1, 2, 3, 7, 100, 1023} {
		table := heapTable(count)
		hits := make([]int, count)
		index := func(key uint64) uintptr {
			offset := uintptr(unsafe.Pointer(table.bucketOf(key))) - uintptr(table.first)
			if offset%bucketSize != 0 || offset/bucketSize >= uintptr(count) {
				t.Fatalf("%d buckets: key %#x is at offset %d", count, key, offset)
			}
			return offset / bucketSize
		}
		if first, last := index(0), index(math.MaxUint64); first != 0 || last != uintptr(count-1) {
			t.Errorf("%d buckets: the least and the greatest key are in buckets %d and %d", count, first, last)
		}
		const perBucket = 400
		for range perBucket * count {
			hits[index(r.Uint64())]++
		}
		for i, n := range hits { // ten standard deviations around the mean
			if n < perBucket-200 || n > perBucket+200 {
				t.Errorf("%d buckets: %d keys in bucket %d, want about %d", count, n, i, perBucket)
			}
		}
	}
}

func TestProbeFindsWhatWasStored(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	table := newTable(t, 1)
	const keys = 20_000 // 30 % of the slots, so that few buckets overflow
	stored := map[uint64]Entry{}
	for range keys {
		key, e := r.Uint64(), randomEntry(r)
		table.Store(key, e)
		stored[key] = e
	}
	found := 0
	for key, want := range stored {
		if got, ok := table.Probe(key); ok {
			found++
			if got != want {
				t.Fatalf("Probe(%#x) = %+v, want %+v", key, got, want)
			}
		}
	}
	if found < keys*95/100 {
		t.Errorf("found %d of %d entries", found, keys)
	}
	for range keys {
		if key := r.Uint64(); stored[key] == (Entry{}) {
			if e, ok := table.Probe(key); ok {
				t.Fatalf("Probe(%#x) = %+v, but nothing was stored", key, e)
			}
		}
	}
}

func TestKeyZeroIsAKey(t *testing.T) {
	table := heapTable(1)
	if e, ok := table.Probe(0); ok {
		t.Fatalf("a free slot passes for an entry of key 0: %+v", e)
	}
	table.Store(0, Entry{})
	if _, ok := table.Probe(0); !ok {
		t.Error("key 0 is not found after it was stored with an empty entry")
	}
}

func TestBucketReplacement(t *testing.T) {
	type store struct {
		key   uint64
		depth int
	}
	for _, test := range []struct {
		name     string
		searches [][]store
		want     map[uint64]int // depth by key
	}{
		{"free slots first", [][]store{{{1, 9}, {2, 1}, {3, 5}, {4, 3}}}, map[uint64]int{1: 9, 2: 1, 3: 5, 4: 3}},
		{"then the shallowest", [][]store{{{1, 9}, {2, 1}, {3, 5}, {4, 3}, {5, 2}}}, map[uint64]int{1: 9, 3: 5, 4: 3, 5: 2}},
		{"a shallow newcomer gets a place all the same", [][]store{{{1, 9}, {2, 8}, {3, 7}, {4, 6}, {5, 0}}}, map[uint64]int{1: 9, 2: 8, 3: 7, 5: 0}},
		{"and is the next to go", [][]store{{{1, 9}, {2, 8}, {3, 7}, {4, 6}, {5, 0}, {6, 1}}}, map[uint64]int{1: 9, 2: 8, 3: 7, 6: 1}},
		{"older ones before", [][]store{{{1, 9}}, {{2, 2}, {3, 2}, {4, 2}, {5, 2}}}, map[uint64]int{2: 2, 3: 2, 4: 2, 5: 2}},
		{"unless they are much deeper", [][]store{{{1, 11}}, {{2, 2}, {3, 2}, {4, 2}, {5, 2}}}, map[uint64]int{1: 11, 3: 2, 4: 2, 5: 2}},
		{"and not long ago", [][]store{{{1, 11}}, {}, {{2, 2}, {3, 2}, {4, 2}, {5, 2}}}, map[uint64]int{2: 2, 3: 2, 4: 2, 5: 2}},
		{"the same position keeps its slot", [][]store{{{1, 9}, {2, 1}, {1, 10}, {1, 11}, {3, 4}}}, map[uint64]int{1: 11, 2: 1, 3: 4}},
		{"a position met again is young again", [][]store{{{1, 3}, {2, 3}, {3, 3}, {4, 3}}, {{2, 1}, {5, 1}, {6, 1}, {7, 1}}}, map[uint64]int{2: 1, 5: 1, 6: 1, 7: 1}},
	} {
		table := heapTable(1)
		for _, search := range test.searches {
			table.NewSearch()
			for _, s := range search {
				table.Store(s.key, Entry{Move: board.Move(s.key), Depth: s.depth, Bound: Lower})
			}
		}
		for key := uint64(1); key <= 8; key++ {
			e, ok := table.Probe(key)
			depth, want := test.want[key]
			if ok != want || ok && (e.Depth != depth || e.Move != board.Move(key)) {
				t.Errorf("%s: Probe(%d) = %+v, %v, want depth %d, %v", test.name, key, e, ok, depth, want)
			}
		}
	}
}

func TestAgeWraps(t *testing.T) {
	table := heapTable(1)
	for search := range 100 {
		table.NewSearch()
		for i := range slotsPerBucket {
			table.Store(uint64(search*slotsPerBucket+i), Entry{Depth: 4, Bound: Upper})
		}
		for i := range slotsPerBucket {
			if _, ok := table.Probe(uint64(search*slotsPerBucket + i)); !ok {
				t.Fatalf("search %d: its entry %d gave way to others although those of the search before were there", search, i)
			}
		}
		if full := table.HashFull(); full != 1000 {
			t.Fatalf("search %d: %d per mille written, want all four slots of this search", search, full)
		}
	}
}

func TestHashFull(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	table := newTable(t, 2)
	table.NewSearch()
	must.Equal(t, table.HashFull(), 0, "an empty table")
	slots := int(table.count) * slotsPerBucket
	for range slots / 2 {
		table.Store(r.Uint64(), Entry{Depth: 1})
	}
	// Two keys per bucket on average overflow some of the buckets of four.
	if got := table.HashFull(); got < 400 || got > 520 {
		t.Errorf("after stores for half the slots %d per mille are full", got)
	}
	table.NewSearch()
	must.Equal(t, table.HashFull(), 0, "a new search has filled")
	for range slots * 4 {
		table.Store(r.Uint64(), Entry{Depth: 1})
	}
	if got := table.HashFull(); got < 990 || got > 1000 {
		t.Errorf("after four times as many stores as slots %d per mille are full", got)
	}
}

func TestClearForgetsEverything(t *testing.T) {
	for _, threads := range []int{-1, 0, 1, 2, 3, 7, 64, 5000} {
		for _, buckets := range []int{1, 2, 3, 1000, 1009} {
			table := heapTable(buckets)
			for i := range rangeOf(table) {
				for j := range slotsPerBucket {
					rangeOf(table)[i][j].write(uint64(i), math.MaxUint64)
				}
			}
			table.NewSearch()
			table.Clear(threads)
			if g := table.generation.Load(); g != 0 {
				t.Fatalf("after Clear the search has generation %#x", g)
			}
			for i := range rangeOf(table) {
				for j := range slotsPerBucket {
					s := &rangeOf(table)[i][j]
					if s.check.load() != 0 || s.data.load() != 0 {
						t.Fatalf("%d threads, %d buckets: slot %d of bucket %d is not empty", threads, buckets, j, i)
					}
				}
			}
		}
	}
}

func TestResize(t *testing.T) {
	table := newTable(t, 1)
	e := Entry{Move: 1234, Score: -5, Eval: 6, Depth: 7, Bound: Exact, PV: true}
	for _, mib := range []int{3, 1, 16, 2, 2} {
		const key = math.MaxUint64 // in the last bucket, whatever the size
		if _, ok := table.Probe(key); ok {
			t.Fatalf("%d MiB: not empty", table.mib)
		}
		table.Store(key, e)
		must.Do(t, table.Resize(mib, 2))
		must.Equal(t, table.mib, mib)
		must.Equal(t, table.count, uint64(mib)<<20/64, mib)
	}
}

func TestResizeFailureKeepsTheTable(t *testing.T) {
	table := newTable(t, 2)
	table.NewSearch()
	e := Entry{Move: 1234, Score: -5, Eval: 6, Depth: 7, Bound: Exact, PV: true}
	const key = 0x123456789abcdef0
	table.Store(key, e)
	const pebibyte = 1 << 30
	for _, mib := range []int{0, -1, math.MinInt, math.MaxInt, math.MaxInt >> 20, math.MaxInt>>20 + 1, pebibyte} {
		err := table.Resize(mib, 2)
		if err == nil {
			t.Fatalf("Resize(%d) succeeded", mib)
		}
		if !strings.Contains(err.Error(), fmt.Sprintf("%d MiB", mib)) {
			t.Errorf("Resize(%d): the message %q does not name the size", mib, err)
		}
		if got, ok := table.Probe(key); !ok || got != e || table.mib != 2 {
			t.Errorf("Resize(%d) failed and left %d MiB with %+v, %v", mib, table.mib, got, ok)
		}
		if table, err := New(mib, 2); err == nil || table != nil {
			t.Errorf("New(%d) = %v, %v", mib, table, err)
		}
	}
}

// randomEntry returns an entry whose fields are all within their ranges.
func randomEntry(r *rand.Rand) Entry {
	return Entry{
		Move:  board.Move(r.Uint32()),
		Score: int(int16(r.Uint32())),
		Eval:  int(int16(r.Uint32())),
		Depth: r.IntN(MaxDepth + 1),
		Bound: Bound(r.IntN(4)),
		PV:    r.IntN(2) == 1,
	}
}

// unpacked returns the entry that a slot's data holds.
func unpacked(data uint64) (e Entry) {
	e.unpack(data)
	return e
}

func TestPackSaturates(t *testing.T) {
	for _, test := range []struct{ in, want Entry }{
		{Entry{}, Entry{}},
		{Entry{Score: 32767, Eval: -32768}, Entry{Score: 32767, Eval: -32768}},
		{Entry{Score: 32768, Eval: -32769}, Entry{Score: 32767, Eval: -32768}},
		{Entry{Score: math.MinInt, Eval: math.MaxInt}, Entry{Score: -32768, Eval: 32767}},
		{Entry{Depth: MaxDepth + 1}, Entry{Depth: MaxDepth}},
		{Entry{Depth: math.MaxInt}, Entry{Depth: MaxDepth}},
		{Entry{Depth: -1}, Entry{}},
		{Entry{Depth: math.MinInt}, Entry{}},
		{Entry{Bound: 7}, Entry{Bound: Exact}},
	} {
		must.Equal(t, unpacked(test.in.pack(0)), test.want, test.in)
	}
}

func TestRenew(t *testing.T) {
	const old, now = 3 << generationShift, 4 << generationShift
	deep := Entry{Move: 100, Score: 50, Eval: 10, Depth: 12, Bound: Lower}
	for _, test := range []struct {
		name       string
		generation uint64 // of the entry in the slot
		stored     Entry
		offered    Entry
		want       Entry
		renewed    bool
	}{
		{"a deeper result replaces", now, deep, Entry{Move: 7, Depth: 13, Bound: Upper}, Entry{Move: 7, Depth: 13, Bound: Upper}, true},
		{"one a little shallower too", now, deep, Entry{Move: 7, Depth: 9, Bound: Upper}, Entry{Move: 7, Depth: 9, Bound: Upper}, true},
		{"one clearly shallower does not", now, deep, Entry{Move: 7, Depth: 8, Bound: Upper}, deep, false},
		{"unless it is exact", now, deep, Entry{Move: 7, Depth: 1, Bound: Exact}, Entry{Move: 7, Depth: 1, Bound: Exact}, true},
		{"or of a newer search", old, deep, Entry{Move: 7, Depth: 1, Bound: Upper}, Entry{Move: 7, Depth: 1, Bound: Upper}, true},
		{"the principal variation has more slack", now, deep, Entry{Move: 7, Depth: 7, Bound: Upper, PV: true}, Entry{Move: 7, Depth: 7, Bound: Upper, PV: true}, true},
		{"but not without end", now, deep, Entry{Move: 7, Depth: 6, Bound: Upper, PV: true}, deep, false},
		{"the old move outlives a result without one", now, deep, Entry{Depth: 20, Bound: Upper}, Entry{Move: 100, Depth: 20, Bound: Upper}, true},
		{"even that of an older search", old, deep, Entry{Depth: 0, Bound: Upper}, Entry{Move: 100, Depth: 0, Bound: Upper}, true},
		{"one without a bound does not", now, Entry{Depth: 2, Bound: Lower}, Entry{Eval: 7}, Entry{Depth: 2, Bound: Lower}, false},
		{"nor to an older search", old, deep, Entry{Move: 7, Depth: 20}, deep, false},
		{"unless the old one has none either", now, Entry{Depth: 2}, Entry{Eval: 7}, Entry{Eval: 7}, true},
		{"a kept result takes a move it lacks", now, Entry{Depth: 12, Bound: Upper}, Entry{Move: 7, Depth: 1, Bound: Lower}, Entry{Move: 7, Depth: 12, Bound: Upper}, false},
	} {
		data := test.offered.renew(test.stored.pack(test.generation), now)
		must.Equal(t, unpacked(data), test.want, test.name)
		generation := test.generation
		if test.renewed {
			generation = now
		}
		must.Equal(t, data&generationMask, generation, test.name, data>>generationShift, generation>>generationShift)
	}
}

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
		check, data := mine.check.load(), mine.data.load()
		for name, pair := range map[string][2]uint64{
			"another position's check":   {others.check.load(), data},
			"another position's data":    {check, others.data.load()},
			"check of a newer write":     {mineNewer.check.load(), data},
			"data of a newer write":      {check, mineNewer.data.load()},
			"data not written yet":       {check, 0},
			"check not written yet":      {0, data},
			"a bit of the data flipped":  {check, data ^ 1<<r.IntN(64)},
			"a bit of the check flipped": {check ^ 1<<r.IntN(64), data},
		} {
			table := heapTable(1)
			s := &rangeOf(table)[0][r.IntN(slotsPerBucket)]
			s.check.store(pair[0])
			s.data.store(pair[1])
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
