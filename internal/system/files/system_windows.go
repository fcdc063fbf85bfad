package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Lock locks f until it is closed or the process ends in whatever way. The error is ErrHeld, ErrNoLocks, or another one of the
// system. Others can still read and write without a lock: a locked range cannot be read through other handles, so one byte far
// beyond the end of any file is locked.
func Lock(f *os.File) error {
	at := windows.Overlapped{OffsetHigh: 1 << 30}
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return ErrHeld
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, windows.ERROR_INVALID_FUNCTION):
		return ErrNoLocks
	}
	return os.NewSyscallError("LockFileEx", err)
}

// ownership says that a file belongs to the user of this process and has one name: on this system, nobody asks.
func ownership(fs.FileInfo) (user, names int) { return os.Geteuid(), 1 }

// isClosedPipe reports whether err says that a pipe has no reader any more.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, syscall.EPIPE)
}

// obeyControls has a console obey control characters, which those of Windows do only if they are set to. One that cannot shows
// them.
func obeyControls(f *os.File) {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) == nil {
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}

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
