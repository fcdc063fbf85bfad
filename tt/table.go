// Package tt is the transposition table. It keeps the results of searches in a fixed amount of memory, by the Zobrist
// keys of the positions, and is shared by all threads without a lock. Of chess, it knows only keys and moves.
//
// # Replacement
//
// A bucket has four slots and fills one cache line. Depth decides twice. Where the position has an entry, the new result replaces
// it, as it has seen more of the tree, unless the old one is of the same search and clearly deeper (renew has the margin and the
// exceptions). Where it has none, the entry of least depth gives way: replace by depth. It differs from the textbook's scheme of
// two tiers, one slot by depth and one always replaced, in that age counts as depth: each search since an entry was written takes
// agePenalty plies off its depth, so deep results of old searches do not fill the table. The new entry always finds a place.
//
// Scores are from the point of view of the side to move, like those of the search. Their bounds follow from fail-soft search:
// at most alpha is an upper bound, at least beta a lower bound.
package tt

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"vertigo/internal/system/files"
)

// A slot is one stored entry: its packed data (see pack) and the key exclusive-or the data. The two words are
// written one after the other, so a reader can meet words of two different writes. Then check^data is neither
// writer's key, and the slot looks like that of an unknown position: a torn entry is missed, but never used
// (R. Hyatt and T. Mann, "A lockless transposition-table implementation for parallel search", 2002).
// Data is zero only in a slot that was never written.
type slot struct {
	check, data word
}

const slotsPerBucket = 4

// A bucket is one cache line: every probe and every store touches exactly one.
type bucket [slotsPerBucket]slot

const bucketSize = unsafe.Sizeof(bucket{})

// Table is a transposition table. Any number of goroutines may call Probe, Store, Prefetch, HashFull and NewSearch
// at the same time; Resize, Clear and Close need the table to themselves. A Table comes from New, must not be
// copied, and holds memory that only Close (or Resize) gives back, because it lies outside the Go heap.
type Table struct {
	// first points to count buckets that follow one another, the first of them at a multiple of 64 bytes. It is a bare
	// pointer, not a slice, because every node of a search comes here and a slice would be checked against its length
	// each time; bucketOf alone does the arithmetic.
	first      unsafe.Pointer
	count      uint64
	generation atomic.Uint64 // of the current search, where pack puts it; the other bits are zero
	memory     memory        // what first points into
	mib        int
}

// New returns an empty table of mib mebibytes whose pages have been touched by the given number of goroutines. The
// error names the size if there is not that much memory.
func New(mib, threads int) (*Table, error) {
	t := new(Table)
	if err := t.Resize(mib, threads); err != nil {
		return nil, err
	}
	return t, nil
}

// Resize makes the table one of mib mebibytes, emptied by the given number of goroutines. If there is not that much
// memory, the error names the size and the table keeps its size and contents. The old memory goes back to the system
// before the new memory is touched, so the process never holds both; where a system counts memory when it is promised
// and not when it is used (Windows, Linux with strict overcommit), both must fit for that moment.
func (t *Table) Resize(mib, threads int) error {
	if mib == t.mib && mib > 0 {
		t.Clear(threads)
		return nil
	}
	if mib < 1 || mib > math.MaxInt>>20 {
		return fmt.Errorf("hash size %d MiB is out of range", mib)
	}
	size := uint64(mib) << 20
	if available, known := files.Memory(uint64(t.mib) << 20); known && size+headroom(size) > available {
		return fmt.Errorf("no memory for a hash table of %d MiB: %d MiB are available", mib, available>>20)
	}
	fresh, err := mapMemory(uintptr(size))
	if err != nil {
		return fmt.Errorf("no memory for a hash table of %d MiB: %w", mib, err)
	}
	old := t.memory
	t.first, t.count, t.memory, t.mib = fresh.first, size/uint64(bucketSize), fresh, mib
	err = old.release()
	t.Clear(threads)
	if err != nil {
		return fmt.Errorf("the memory of the old hash table was not released: %w", err)
	}
	return nil
}

// headroom returns how many bytes must stay available beside a table of size bytes: page tables, which are a 512th of
// 4 KiB pages, and room for the search itself.
func headroom(size uint64) uint64 { return size/256 + 16<<20 }

// Close gives the table's memory back. The table cannot be used afterwards.
func (t *Table) Close() error { return t.memory.release() }

// clearedAtOnce is the number of buckets in a mebibyte. When the garbage collector stops all goroutines, it waits until the piece
// that one of them clears is done.
const clearedAtOnce = int(1 << 20 / bucketSize)

// Clear forgets everything. The given number of goroutines share the work, which also makes them touch
// fresh memory, so that a search does not pay for page faults.
func (t *Table) Clear(threads int) {
	buckets := unsafe.Slice((*bucket)(t.first), t.count)
	threads = max(threads, 1)
	var group sync.WaitGroup
	for part := range slices.Chunk(buckets, (len(buckets)+threads-1)/threads) {
		group.Go(func() {
			for piece := range slices.Chunk(part, clearedAtOnce) {
				clear(piece)
			}
		})
	}
	group.Wait()
	t.generation.Store(0)
}

// NewSearch begins a new search: all entries grow older by one search (see agePenalty). Ages are known modulo 32 searches.
func (t *Table) NewSearch() { t.generation.Add(1 << generationShift) }

// HashFull returns how many of a thousand sampled slots were written in the current search (per mille).
func (t *Table) HashFull() int {
	sample := unsafe.Slice((*bucket)(t.first), min(t.count, 1000/slotsPerBucket))
	generation := t.generation.Load()
	written := 0
	for i := range sample {
		for j := range sample[i] {
			if data := sample[i][j].data.load(); data != 0 && data&generationMask == generation {
				written++
			}
		}
	}
	return written * 1000 / (len(sample) * slotsPerBucket)
}

// bucketOf returns the bucket of a key. The high half of key*count is evenly spread over 0..count-1 for any count, so
// the table may have any size and no division is needed (D. Lemire, "Fast random integer generation in an interval",
// 2019). The address stays inside the memory because the high half is below count.
func (t *Table) bucketOf(key uint64) *bucket {
	index, _ := bits.Mul64(key, t.count)
	return (*bucket)(unsafe.Add(t.first, uintptr(index)*bucketSize))
}

// Prefetch asks the processor to load the bucket of key into its caches and returns at once. Called as soon as the key
// of the next node is known, it hides the wait for memory in the work that comes before the probe.
func (t *Table) Prefetch(key uint64) { prefetch(unsafe.Pointer(t.bucketOf(key))) }

// Probe returns the entry stored for key and whether there is one. The entry was stored for exactly this key.
// Two positions very rarely share a key, so the caller still has to check that the move is legal.
func (t *Table) Probe(key uint64) (e Entry, ok bool) {
	b := t.bucketOf(key)
	for i := range b {
		data := b[i].data.load()
		if b[i].check.load()^data == key && data != 0 {
			e.unpack(data)
			return e, true
		}
	}
	return e, false
}

// Store keeps e for the position with the given key. If the table has an entry for this position, renew decides what is kept of
// each. Otherwise e takes a free slot of the bucket, or replaces the entry that is worth least, even if e is worth less. Scores
// are relative to the node: the caller turns distances to mate from the root into distances from here.
func (t *Table) Store(key uint64, e Entry) {
	b := t.bucketOf(key)
	generation := t.generation.Load()
	victim, least := &b[0], math.MaxInt
	for i := range b {
		s := &b[i]
		old := s.data.load()
		if old == 0 { // slots are filled in order: the key is not after a free one
			victim = s
			break
		}
		if s.check.load()^old == key {
			if data := e.renew(old, generation); data != old { // else leave the cache line as it is to the other threads
				s.write(key, data)
			}
			return
		}
		if w := worth(old, generation); w < least {
			victim, least = s, w
		}
	}
	victim.write(key, e.pack(generation))
}

// write fills the slot. The order of the two stores does not matter: a reader sees both, or a pair that does not match.
func (s *slot) write(key, data uint64) {
	s.check.store(key ^ data)
	s.data.store(data)
}
