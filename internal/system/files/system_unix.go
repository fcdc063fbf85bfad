//go:build unix

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Lock locks f until it is closed or the process ends in whatever way. The error is ErrHeld, ErrNoLocks, or another one of the
// system. Others can still read and write without a lock.
func Lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return ErrHeld
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.EINVAL):
		return ErrNoLocks
	}
	return os.NewSyscallError("flock", err)
}

// ownership returns the user to whom a file belongs, and how many names it has.
func ownership(info fs.FileInfo) (user, names int) {
	if status, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(status.Uid), int(status.Nlink)
	}
	return os.Geteuid(), 1
}

// isClosedPipe reports whether err says that a pipe has no reader any more.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// obeyControls does nothing: terminals obey control characters.
func obeyControls(*os.File) {}

// mapBytes maps the first size bytes of f.
func mapBytes(f *os.File, size int) (bytes []byte, release func([]byte) error, err error) {
	bytes, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, nil, os.NewSyscallError("mmap", err)
	}
	return bytes, func(b []byte) error { return os.NewSyscallError("munmap", syscall.Munmap(b)) }, nil
}
