//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package filelock

import (
	"errors"
	"os"
	"syscall"
)

// Lock keeps others off f until it is closed or the process ends, however it ends. The error is ErrHeld, or what the
// system says where it cannot lock, as on some network file systems. On systems of which no such lock is known it does
// nothing. Reading and writing without a lock stay possible.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrHeld
	}
	return os.NewSyscallError("flock", err)
}
