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
