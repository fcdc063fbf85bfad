//go:build unix && !solaris && !aix

package analyse

import (
	"errors"
	"os"
	"syscall"
)

// lock takes f for this process alone. The lock ends with the process, however that ends.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errInUse
	}
	return nil // some file systems know no locks
}
