//go:build unix

package files

import (
	"errors"
	"os"
	"syscall"
)

// Lock locks f until it is closed or the process ends in whatever way. The error is ErrHeld, or that of a system that
// cannot lock the file, as on some network file systems. Others can still read and write without a lock.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return os.NewSyscallError("flock", err)
}
