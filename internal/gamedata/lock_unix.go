//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package gamedata

import (
	"errors"
	"os"
	"syscall"
)

// lockFile keeps other writers off f until it is closed or the process ends, however it ends.
func lockFile(f *os.File) error {
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return errBusy
		}
		return os.NewSyscallError("flock", err)
	}
	return nil
}
