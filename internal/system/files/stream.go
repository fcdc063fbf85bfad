package files

import (
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// Stream is an output that is written piece by piece: standard output or error, a device, a pipe. Several goroutines may use it
// at the same time. On a terminal, control characters are escaped (see Escape).
type Stream struct {
	out     io.Writer
	escapes bool

	mu    sync.Mutex
	begun []byte // the beginning of a character that the last write has not completed, if it escapes
	err   error  // of the first write that failed; nothing is written after it
}

// WriteError is the error of a write to a Stream.
type WriteError struct{ Err error }

func (e *WriteError) Error() string { return e.Err.Error() }

// Unwrap returns the underlying error.
func (e *WriteError) Unwrap() error { return e.Err }

// NoReader reports whether the output was a pipe that has no reader any more, which needs no message.
func (e *WriteError) NoReader() bool { return isClosedPipe(e.Err) }

// NewStream returns a stream that writes to out.
func NewStream(out io.Writer) *Stream { return &Stream{out: out, escapes: IsTerminal(out)} }

// NewMessages returns a stream for messages that writes to out. Control characters are always escaped.
func NewMessages(out io.Writer) *Stream { return &Stream{out: out, escapes: true} }

// IsTerminal reports whether a writer is a terminal, or a Stream to one.
func IsTerminal(w io.Writer) bool { return Terminal(w) != nil }

// Terminal returns the terminal that a writer is, or a Stream writes to, for what draws with control characters; nil if there
// is none.
func Terminal(w io.Writer) *os.File {
	if s, ok := w.(*Stream); ok {
		w = s.out
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		obeyControls(f)
		return f
	}
	return nil
}

// Unescaped returns a writer to where w writes, which writes control characters as they are also where w is a Stream to a
// terminal: for text with colours in which everything from others has been escaped.
func Unescaped(w io.Writer) io.Writer {
	if s, ok := w.(*Stream); ok {
		return unescaped{s}
	}
	return w
}

// unescaped is a Stream that does not escape.
type unescaped struct{ *Stream }

func (u unescaped) Write(text []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.write(text); err != nil {
		return 0, err
	}
	return len(text), nil
}

// Write writes text. The error is a WriteError, and all further writes return it too.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := p
	if s.escapes {
		text = append(s.begun, p...)
		whole := wholeCharacters(text)
		s.begun = append([]byte(nil), text[whole:]...)
		text = []byte(Escape(string(text[:whole])))
	}
	if err := s.write(text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// write writes bytes as they are. The caller holds the lock.
func (s *Stream) write(text []byte) error {
	if s.err == nil && len(text) > 0 {
		if _, err := s.out.Write(text); err != nil {
			s.err = &WriteError{err}
		}
	}
	return s.err
}

// Flush writes the rest of the last write, and returns the error of the first write that failed.
func (s *Stream) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := Escape(string(s.begun))
	s.begun = nil
	return s.write([]byte(text))
}

// Close flushes the stream and closes the file that it writes to, if it is one.
func (s *Stream) Close() error {
	err := s.Flush()
	if f, ok := s.out.(*os.File); ok {
		if closed := f.Close(); closed != nil && err == nil {
			err = &WriteError{closed}
		}
	}
	return err
}

// wholeCharacters returns how many bytes of a text belong to characters that are complete, or to none.
func wholeCharacters(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if at := len(text) - n; utf8.RuneStart(text[at]) {
			if utf8.FullRune(text[at:]) {
				return len(text)
			}
			return at
		}
	}
	return len(text)
}
