package analyse

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes f for this process alone. The lock ends with the process, however that ends.
func lock(f *os.File) error {
	// A locked byte cannot be read by others, so it is one that no file has.
	place := windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &place)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errInUse
	}
	return nil // some file systems know no locks
}
