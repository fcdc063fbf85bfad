package commandline

import (
	"fmt"
	"io"
)

// The exit codes that all commands share. A command may have more, from 3 on.
const (
	ExitOK     = 0
	ExitFailed = 1 // the command could not do what it was asked to do
	ExitUsage  = 2 // the arguments are wrong
)

// Failed tells w why the command with the given name failed, and returns ExitFailed.
func Failed(w io.Writer, name string, err error) int {
	fmt.Fprintf(w, "vertigo %s: %v\n", name, err)
	return ExitFailed
}

// Misused tells w what is wrong with the arguments of the command with the given name, and returns ExitUsage.
func Misused(w io.Writer, name string, err error) int {
	fmt.Fprintf(w, "vertigo %s: %v\n\"vertigo help %s\" lists the flags\n", name, err, name)
	return ExitUsage
}
