package files

import "errors"

// ErrHeld says that the file belongs to another process, or to another open file of this one.
var ErrHeld = errors.New("another process is writing it")
