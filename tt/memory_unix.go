//go:build unix

package tt

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// memory is an anonymous private mapping; the zero value is none.
type memory struct {
	first unsafe.Pointer // the first byte to use, at a multiple of hugePage
	pages []byte         // the whole mapping, as Munmap wants it back
}

// hugePage is the size of a large page where the processor has 4 KiB ones.
const hugePage = 2 << 20

// adviseHugePage is MADV_HUGEPAGE of Linux, the only system that has it. The others use large pages by themselves, or not at all.
const adviseHugePage = 14

// mapMemory returns size zero bytes outside the Go heap. The system hands out pages when they are first written, so
// until then the mapping costs only addresses. One huge page more is mapped, so that the table can begin at a multiple of
// hugePage.
func mapMemory(size uintptr) (memory, error) {
	pages, err := unix.Mmap(-1, 0, int(size+hugePage), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return memory{}, os.NewSyscallError("mmap", err)
	}
	start := unsafe.Pointer(unsafe.SliceData(pages))
	skip := -uintptr(start) % hugePage
	if runtime.GOOS == "linux" {
		// Large pages save most of the address translations of random probes. A kernel without them refuses, and small ones
		// work too.
		_ = unix.Madvise(pages[skip:skip+size], adviseHugePage)
	}
	return memory{first: unsafe.Add(start, skip), pages: pages}, nil
}

// release unmaps the memory; its pages are free as soon as it returns.
func (m memory) release() error {
	if m.pages == nil {
		return nil
	}
	return os.NewSyscallError("munmap", unix.Munmap(m.pages))
}
