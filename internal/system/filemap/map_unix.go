//go:build unix

package filemap

import (
	"os"
	"syscall"
)

// mapBytes maps the first size bytes of f.
func mapBytes(f *os.File, size int) (bytes []byte, release func([]byte) error, err error) {
	bytes, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return bytes, func(b []byte) error { return os.NewSyscallError("munmap", syscall.Munmap(b)) }, nil
}
