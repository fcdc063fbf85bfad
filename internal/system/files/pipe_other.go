//go:build !windows

package files

import (
	"errors"
	"syscall"
)

// isClosedPipe reports whether err says that a pipe has no reader any more.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
