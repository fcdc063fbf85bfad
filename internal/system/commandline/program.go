package commandline

import (
	"context"
	"io"
)

// Program is the environment of a command of vertigo.
type Program struct {
	Version string // of the engine
	Release bool   // every build of that version is the same
	In      io.Reader
	Out     io.Writer
	Err     io.Writer       // messages
	Context context.Context // its end interrupts the command, as signals do; nil for one that does not
}
