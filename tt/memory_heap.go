//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package tt

import (
	"runtime/debug"
	"unsafe"
)

// memory is part of the Go heap, on systems where nothing better is known; the zero value is none.
type memory struct {
	first unsafe.Pointer // the first byte to use; the collector frees the memory once no copy of this is left
}

// heapLimit is the largest table in bytes. An allocation that fails ends a Go program, so nothing is tried that
// a 32-bit address space (WebAssembly's) may not have.
const heapLimit = 1 << 30

// mapMemory returns size zero bytes. Go begins so large an allocation at a page, hence at a cache line.
func mapMemory(size uintptr) (memory, error) {
	return memory{first: unsafe.Pointer(unsafe.SliceData(make([]bucket, size/bucketSize)))}, nil
}

// release gives memory that nothing points to any more back to the system.
func (m memory) release() error {
	if m.first != nil {
		debug.FreeOSMemory()
	}
	return nil
}

// availableMemory returns the limit, whatever is freed.
func availableMemory(freed uint64) (bytes uint64, known bool) { return heapLimit, true }
