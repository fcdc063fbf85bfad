package tt

import (
	"os"
	"syscall"
	"unsafe"
)

// memory is a region of VirtualAlloc; the zero value is none. The syscall package does not offer the two calls that are
// needed here, but reaching them through kernel32 is shorter than another dependency.
type memory struct {
	first unsafe.Pointer // the first byte to use, at a multiple of 64 KiB
}

// Constants of the Windows API.
const (
	memCommit     = 0x1000
	memReserve    = 0x2000
	memRelease    = 0x8000
	pageReadWrite = 0x04
)

// mapMemory returns size zero bytes outside the Go heap. Large pages are not asked for: they need a privilege that
// ordinary users do not have.
func mapMemory(size uintptr) (memory, error) {
	alloc := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualAlloc")
	address, _, err := alloc.Call(0, size, memReserve|memCommit, pageReadWrite)
	if address == 0 {
		return memory{}, os.NewSyscallError("VirtualAlloc", err)
	}
	// The address is no Go pointer, so reading the number as a pointer is sound; a plain conversion is what vet
	// has to suspect.
	return memory{first: *(*unsafe.Pointer)(unsafe.Pointer(&address))}, nil
}

// release gives the memory back; its pages are free as soon as it returns.
func (m memory) release() error {
	if m.first == nil {
		return nil
	}
	free := syscall.NewLazyDLL("kernel32.dll").NewProc("VirtualFree")
	if ok, _, err := free.Call(uintptr(m.first), 0, memRelease); ok == 0 {
		return os.NewSyscallError("VirtualFree", err)
	}
	return nil
}

// memoryStatus is MEMORYSTATUSEX of the Windows API.
type memoryStatus struct {
	length, load                             uint32
	physical, freePhysical                   uint64
	commitLimit, freeCommit                  uint64 // "page file" in the API: memory and page files together
	addresses, freeAddresses, extendedMemory uint64
}

// availableMemory returns how many bytes Windows would still promise to this process, once it has given back freed bytes.
// Unlike Linux it promises no more than it has.
func availableMemory(freed uint64) (bytes uint64, known bool) {
	status := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0, false
	}
	return status.freeCommit + freed, true
}
