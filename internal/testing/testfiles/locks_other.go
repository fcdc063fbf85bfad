//go:build !linux

package testfiles

import (
	"errors"
	"syscall"
)

// RefuseLocks is there for Linux alone.
func RefuseLocks(syscall.Errno) error { return errors.ErrUnsupported }
