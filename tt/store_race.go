//go:build race

package tt

import "sync/atomic"

// store is store for the race detector, to which a plain store beside an atomic load is a race.
func (w *word) store(v uint64) { atomic.StoreUint64((*uint64)(w), v) }
