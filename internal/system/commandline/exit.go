package commandline

import (
	"errors"
	"fmt"
	"io"
	"strconv"
)

// The exit codes of all commands and tools. Exits says in the help what they mean.
const (
	ExitOK          = 0
	ExitFailed      = 1   // the command could not do what it was asked to do
	ExitUsage       = 2   // the arguments are wrong
	ExitIncomplete  = 3   // part of the input could not be read
	ExitEmpty       = 4   // there was nothing to do
	ExitInterrupted = 130 // a signal ended the command; shells say the same of programs that an interrupt has killed
)

// ErrInterrupted is or wraps the error of a command that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// Exits returns the exit codes and what they mean, for the help.
func Exits() []Entry {
	code := strconv.Itoa
	return []Entry{
		{code(ExitOK), "all went well"},
		{code(ExitFailed), "the command failed; the message says why"},
		{code(ExitUsage), "the arguments are wrong"},
		{code(ExitIncomplete), "part of the input could not be read; the rest is done"},
		{code(ExitEmpty), "there was nothing to do: the input is empty, or the filters leave nothing of it"},
		{code(ExitInterrupted), "interrupted; the message says what is done and how to go on"},
	}
}

// Failed tells w why the command with the given name failed, and returns ExitFailed or, if a signal ended it, ExitInterrupted.
func Failed(w io.Writer, name string, err error) int {
	fmt.Fprintf(w, "vertigo %s: %v\n", name, err)
	if errors.Is(err, ErrInterrupted) {
		return ExitInterrupted
	}
	return ExitFailed
}
