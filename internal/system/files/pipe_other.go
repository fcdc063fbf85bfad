//go:build !windows

package files

import (
	"errors"
	"syscall"
)

// isClosedPipe reports whether err says that nobody reads a pipe any more.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
