package tt

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// memory is a region of VirtualAlloc; the zero value is none.
type memory struct {
	first unsafe.Pointer // the first byte to use, at a multiple of 64 KiB
}

// mapMemory returns size zero bytes outside the Go heap. Large pages are not asked for: they need a privilege that
// ordinary users do not have.
func mapMemory(size uintptr) (memory, error) {
	address, err := windows.VirtualAlloc(0, size, windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return memory{}, os.NewSyscallError("VirtualAlloc", err)
	}
	// The address is not a Go pointer, so reading the number as a pointer is sound; a plain conversion is what vet
	// has to suspect.
	return memory{first: *(*unsafe.Pointer)(unsafe.Pointer(&address))}, nil
}

// release gives the memory back; its pages are free as soon as it returns.
func (m memory) release() error {
	if m.first == nil {
		return nil
	}
	return os.NewSyscallError("VirtualFree", windows.VirtualFree(uintptr(m.first), 0, windows.MEM_RELEASE))
}
