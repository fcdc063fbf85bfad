package files

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryStatus is MEMORYSTATUSEX of the Windows API.
type memoryStatus struct {
	length, load                             uint32
	physical, freePhysical                   uint64
	commitLimit, freeCommit                  uint64 // "page file" in the API: memory and page files together
	addresses, freeAddresses, extendedMemory uint64
}

// memory returns how many bytes Windows would still promise to this process, once it has given back freed bytes.
// Unlike Linux it promises no more than it has.
func memory(freed, _ uint64) (bytes uint64, known bool) {
	status := memoryStatus{length: uint32(unsafe.Sizeof(memoryStatus{}))}
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0, false
	}
	return status.freeCommit + freed, true
}
