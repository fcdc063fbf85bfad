package gamedata

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Constants of the Windows API.
const (
	lockFailImmediately = 1
	lockExclusive       = 2
	errorLockViolation  = syscall.Errno(33)
)

// lockFile keeps other writers off f until it is closed or the process ends, however it ends. A locked range cannot be
// read through other handles, so one byte far beyond the end of any file is locked.
func lockFile(f *os.File) error {
	lock := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	at := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := lock.Call(f.Fd(), lockFailImmediately|lockExclusive, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	switch {
	case ok != 0:
		return nil
	case errors.Is(err, errorLockViolation):
		return errBusy
	}
	return os.NewSyscallError("LockFileEx", err)
}
