package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks f until it is closed or the process ends in whatever way. The error is ErrHeld, or that of a system that
// cannot lock the file, as on some network file systems. Others can still read and write without a lock:
// a locked range cannot be read through other handles, so one byte far beyond the end of any file is locked.
func Lock(f *os.File) error {
	at := windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return os.NewSyscallError("LockFileEx", err)
}
