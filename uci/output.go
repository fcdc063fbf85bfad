package uci

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"vertigo/internal/system/files"
)

// output writes whole lines. It may be used by several goroutines at the same time.
type output struct {
	failed chan struct{} // closed when a write fails

	mu  sync.Mutex
	w   io.Writer
	err error     // of the first write that failed; nothing is written after it
	log *debugLog // nil if there is none

	written bool // since breakSilence looked last
}

// silence is how long a session without input is silent before it shows that it is busy: only a failed write shows that the
// output has no reader either.
const silence = time.Second

func newOutput(w io.Writer) *output { return &output{w: w, failed: make(chan struct{})} }

// write writes text, which must end with a newline, in one piece.
func (o *output) write(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	if _, o.err = o.w.Write(text); o.err != nil {
		close(o.failed)
	}
	o.written = true
	o.logLines('<', string(text))
}

// breakSilence writes a line if none has been written since it was called last.
func (o *output) breakSilence() {
	o.mu.Lock()
	silent := !o.written
	o.written = false
	o.mu.Unlock()
	if silent {
		o.note("busy")
	}
}

// received logs a line of input.
func (o *output) received(line string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.logLines('>', line)
}

// logLines writes text to the log, which ends if that fails. The caller holds the lock.
func (o *output) logLines(direction byte, text string) {
	if o.log == nil {
		return
	}
	if err := o.log.write(direction, text); err != nil {
		_ = o.log.w.Close() // it has failed already
		o.log = nil
		_, _ = fmt.Fprintf(o.w, "info string debug log: %v; the log ends\n", err) // the next write fails like this one
	}
}

// setLog ends the log and begins another one unless that is nil.
func (o *output) setLog(log *debugLog) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.log != nil {
		_ = o.log.w.Close() // every line was written at once, so nothing can be lost now
	}
	o.log = log
}

// line formats and writes one line or, if the text holds newlines, several lines in one piece.
func (o *output) line(format string, args ...any) {
	o.write(fmt.Appendf(nil, format+"\n", args...))
}

// longestNote bounds the notes in bytes: what they quote may have the length of a line of the input.
const longestNote = 2048

// note writes text, which is for people, as one info string.
func (o *output) note(text string) {
	if len(text) > longestNote {
		text = strings.ToValidUTF8(text[:longestNote], "") + "…"
	}
	o.line("info string %s", files.Escape(strings.Map(func(r rune) rune {
		if isSpace(r) {
			return ' '
		}
		return r
	}, text)))
}

// failure returns the error of the first write that failed, nil if none has.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
