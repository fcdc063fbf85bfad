package filemap

import (
	"os"
	"syscall"
	"unsafe"
)

// mapBytes maps the first size bytes of f.
func mapBytes(f *os.File, size int) (bytes []byte, release func([]byte) error, err error) {
	high, low := uint32(uint64(size)>>32), uint32(uint64(size))
	mapping, err := syscall.CreateFileMapping(syscall.Handle(f.Fd()), nil, syscall.PAGE_READONLY, high, low, nil)
	if err != nil {
		return nil, nil, os.NewSyscallError("CreateFileMapping", err)
	}
	defer syscall.CloseHandle(mapping) // the view keeps the mapping alive
	address, err := syscall.MapViewOfFile(mapping, syscall.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, nil, os.NewSyscallError("MapViewOfFile", err)
	}
	// The address is not a Go pointer, so reading the number as a pointer is sound. Vet would complain about a plain
	// conversion.
	first := *(*unsafe.Pointer)(unsafe.Pointer(&address))
	release = func([]byte) error { return os.NewSyscallError("UnmapViewOfFile", syscall.UnmapViewOfFile(address)) }
	return unsafe.Slice((*byte)(first), size), release, nil
}
