package cli

import (
	"context"
	"io"
)

// Program is the environment of a command.
type Program struct {
	Version string // of the engine
	Release bool   // all builds of the version are the same
	In      io.Reader
	Out     io.Writer
	Err     io.Writer       // messages
	Context context.Context // its end interrupts the command, as signals do; nil for none
}
