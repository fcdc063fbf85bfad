//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tt

import (
	"math"
	"os"
	"syscall"
	"unsafe"
)

// memory is an anonymous private mapping; the zero value is none.
type memory struct {
	first unsafe.Pointer // the first byte to use, at a multiple of hugePage
	pages []byte         // the whole mapping, as syscall.Munmap wants it back
}

// hugePage is the size of a large page where the processor has 4 KiB ones.
const hugePage = 2 << 20

// mapMemory returns size zero bytes outside the Go heap. The system hands out pages when they are first written, so
// until then the mapping costs addresses only; a huge page more of those is taken to begin at a multiple of one.
func mapMemory(size uintptr) (memory, error) {
	if size > math.MaxInt-hugePage {
		return memory{}, syscall.ENOMEM
	}
	pages, err := syscall.Mmap(-1, 0, int(size+hugePage), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return memory{}, os.NewSyscallError("mmap", err)
	}
	start := unsafe.Pointer(unsafe.SliceData(pages))
	skip := -uintptr(start) % hugePage
	adviseHugePages(pages[skip : skip+size])
	return memory{first: unsafe.Add(start, skip), pages: pages}, nil
}

// release unmaps the memory; its pages are free as soon as it returns.
func (m memory) release() error {
	if m.pages == nil {
		return nil
	}
	return os.NewSyscallError("munmap", syscall.Munmap(m.pages))
}
