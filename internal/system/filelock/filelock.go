// Package filelock lets one process at a time write a file.
package filelock

import "errors"

// ErrHeld says that the file belongs to another process, or to another open file of this one.
var ErrHeld = errors.New("another process is writing it")
