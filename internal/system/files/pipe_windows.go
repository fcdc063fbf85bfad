package files

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// isClosedPipe reports whether err says that a pipe has no reader any more.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, syscall.EPIPE)
}
