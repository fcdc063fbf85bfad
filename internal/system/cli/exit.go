package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rivo/uniseg"

	"vertigo/internal/system/files"
)

// The exit codes of all commands and tools.
const (
	ExitOK          = 0
	ExitFailed      = 1   // the command could not do its work
	ExitUsage       = 2   // the arguments are wrong
	ExitIncomplete  = 3   // part of the input could not be read, or it has changed
	ExitEmpty       = 4   // there was no work
	ExitInterrupted = 130 // a signal ended the command; shells use the same code
)

// ErrInterrupted is, or is wrapped by, the error of a command that a signal has ended.
var ErrInterrupted = errors.New("interrupted")

// exitCode is the error of a command that has reported everything.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Exit returns the error for a command that ends with an exit code and has reported why.
func Exit(code int) error {
	if code == ExitOK {
		return nil
	}
	return exitCode(code)
}

// Report writes to w why the program with the given name failed, unless that is known or its output has no reader any more. It
// returns the exit code: ExitUsage for a UsageError, that of an error of Exit or, if a signal ended the program, which has ended
// its context, ExitInterrupted.
func Report(w io.Writer, name string, err error) int {
	if err == context.Canceled {
		err = ErrInterrupted
	}
	var failed *files.WriteError
	var usage UsageError
	var code exitCode
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &code):
		return int(code)
	case !errors.As(err, &failed) || !failed.NoReader():
		Message(w, "%s: %v", name, err)
	}
	switch {
	case errors.Is(err, ErrInterrupted), errors.Is(err, context.Canceled):
		return ExitInterrupted
	case errors.As(err, &usage):
		Message(w, "%q shows how it is used", name+" -h")
		return ExitUsage
	}
	return ExitFailed
}

// Failed is Report for a command of vertigo.
func Failed(w io.Writer, name string, err error) int { return Report(w, "vertigo "+name, err) }

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

// WriteFile writes text to a file for the command of vertigo with that name, and reports what Wrote and Unprotected do.
func WriteFile(w io.Writer, name, file string, text []byte) error {
	err := files.Write(file, func(f *files.File) error {
		Unprotected(w, name, f)
		_, err := f.Write(text)
		return err
	})
	if err == nil {
		Wrote(w, name, file, "")
	}
	return err
}

// Unprotected reports if another process could write a file of the command of vertigo with that name meanwhile.
func Unprotected(w io.Writer, name string, f *files.File) {
	if err := f.Unprotected(); err != nil {
		Message(w, "vertigo %s: %v", name, err)
	}
}

// Message writes a message of one line, formatted as fmt.Sprintf does. A terminal shows it in as many lines as it needs, broken
// between words. Further lines are indented, and control characters escaped, so that names of files and other text from outside
// neither look like another message nor control the terminal.
func Message(w io.Writer, format string, args ...any) {
	text := strings.ReplaceAll(files.Escape(fmt.Sprintf(format, args...)), "\n", "\n  ")
	if files.IsTerminal(w) {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			lines[i] = wrap(line, Columns(w))
		}
		text = strings.Join(lines, "\n")
	}
	fmt.Fprintln(w, text)
}

// wrap breaks a line between words where it is longer than the number of columns.
func wrap(line string, columns int) string {
	if uniseg.StringWidth(line) <= columns {
		return line
	}
	text := line[:len(line)-len(strings.TrimLeft(line, " "))]
	used := len(text)
	for i, word := range strings.Fields(line) {
		width := uniseg.StringWidth(word)
		switch {
		case i == 0:
		case used+1+width > columns:
			text, used = text+"\n  ", 2
		default:
			text, used = text+" ", used+1
		}
		text, used = text+word, used+width
	}
	return text
}

// Count returns a number of things in words: "1 game", "2 games". Thing is a noun whose plural ends in s.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Interruptible returns a context that ends with that of the program, or when the process is asked to end, so that a command can
// keep its results: by an interrupt or a hang-up (unless that is ignored, as in the background of a script or with nohup), a
// request to terminate, the end of its processor time, or a pipe for output or messages that has lost its reader. From then on,
// and after stop, the next signal ends the process at once.
func (p Program) Interruptible() (ctx context.Context, stop func()) {
	signals := append([]os.Signal{syscall.SIGTERM}, limitSignals...)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	asked, stop := signal.NotifyContext(cmp.Or(p.Context, context.Background()), signals...)
	ctx, cancel := context.WithCancel(asked)
	unread := make(chan os.Signal, 1)
	signal.Notify(unread, syscall.SIGPIPE) // permanently: the last message must not end the process before its results are kept
	go func() {
		select {
		case <-unread:
		case <-ctx.Done():
		}
		cancel()
		stop()
	}()
	return ctx, stop
}
