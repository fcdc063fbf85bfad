package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"vertigo/internal/system/files"
)

// The exit codes of all commands and tools. Exits says in the help what they mean.
const (
	ExitOK          = 0
	ExitFailed      = 1   // the command could not do its work
	ExitUsage       = 2   // the arguments are wrong
	ExitIncomplete  = 3   // part of the input could not be read, or it has changed
	ExitEmpty       = 4   // there was no work
	ExitInterrupted = 130 // a signal ended the command; shells use the same code
)

// ErrInterrupted is or wraps the error of a command that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// Exits returns the exit codes with their meanings, for the help.
func Exits() []Entry {
	code := strconv.Itoa
	return []Entry{
		{code(ExitOK), "success"},
		{code(ExitFailed), "the command failed; the message says why"},
		{code(ExitUsage), "the arguments are wrong"},
		{code(ExitIncomplete), "part of the input could not be read, or it has changed; the rest was done"},
		{code(ExitEmpty), "nothing to do: the input is empty, or the filters leave nothing of it; this takes precedence over 3"},
		{code(ExitInterrupted), "interrupted; the message says what is done and how to continue"},
	}
}

// Run runs a program and returns its exit code. The program writes to streams. A failed write to standard output is reported
// and makes the code ExitFailed, even if the program has not noticed it; a pipe without a reader needs no message.
// On a terminal, and always in messages, control characters are escaped.
func Run(name string, out, errOut io.Writer, program func(out, errOut io.Writer) (code int)) (code int) {
	stream, messages := files.NewStream(out), files.NewMessages(errOut)
	code = program(stream, messages)
	if err := stream.Close(); err != nil && code != ExitFailed && code != ExitInterrupted { // otherwise the program has reported it
		code = Report(messages, name, err)
	}
	_ = messages.Flush() // there is no one to report it to
	return code
}

// Main runs the program of the process with the given name, and ends the process. A program that has shown its help returns
// flag.ErrHelp.
func Main(name string, program func(out io.Writer) error) {
	os.Exit(Run(name, os.Stdout, os.Stderr, func(out, errOut io.Writer) int {
		if err := program(out); err != nil && !errors.Is(err, flag.ErrHelp) {
			return Report(errOut, name, err)
		}
		return ExitOK
	}))
}

// Failed is Report for a command of vertigo.
func Failed(w io.Writer, name string, err error) int { return Report(w, "vertigo "+name, err) }

// Report writes to w why the program with the given name failed, unless its output has no reader any more. It returns
// ExitFailed, ExitUsage for a UsageError or, if a signal ended the program, which has ended its context, ExitInterrupted.
func Report(w io.Writer, name string, err error) int {
	if err == context.Canceled {
		err = ErrInterrupted
	}
	var failed *files.WriteError
	if !errors.As(err, &failed) || !failed.NoReader() {
		Message(w, "%s: %v", name, err)
	}
	var usage UsageError
	switch {
	case errors.Is(err, ErrInterrupted), errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &usage):
		return ExitUsage
	}
	return ExitFailed
}

// Wrote reports at a terminal that the command of vertigo with that name has written a file. Things says what is in it, or
// is empty.
func Wrote(w io.Writer, name, file, things string) {
	if !files.IsTerminal(w) {
		return
	}
	text := "wrote " + file
	if things != "" {
		text += ", with " + things
	}
	if extension := strings.ToLower(filepath.Ext(file)); extension == ".html" || extension == ".htm" {
		text += "; open it in a browser"
	}
	Message(w, "vertigo %s: %s", name, text)
}

// Message writes a message of one line, formatted as fmt.Sprintf does. A terminal shows it in as many lines as it needs, broken between
// words. Further lines are indented, and control characters escaped, so that names of files and other text from outside neither look
// like another message nor control the terminal.
func Message(w io.Writer, format string, args ...any) {
	text := strings.ReplaceAll(files.Escape(fmt.Sprintf(format, args...)), "\n", "\n  ")
	if files.IsTerminal(w) {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if utf8.RuneCountInString(line) > Columns(w) {
				indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
				lines[i] = strings.TrimSuffix(hang(line, indent, "  ", Columns(w)), "\n")
			}
		}
		text = strings.Join(lines, "\n")
	}
	fmt.Fprintln(w, text)
}
