package tt

import "sync/atomic"

// A word is half of a slot. Threads read and write it without waiting for each other.
type word uint64

func (w *word) load() uint64 { return atomic.LoadUint64((*uint64)(w)) }
