package uci

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// output writes whole lines. It may be used by several goroutines at the same time.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error // of the first write that failed; nothing is written after it
}

// write writes text, which must end with a newline, in one piece.
func (o *output) write(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = o.w.Write(text)
	}
}

// line formats and writes one line or, if the text holds newlines, several lines in one piece.
func (o *output) line(format string, args ...any) {
	o.write(fmt.Appendf(nil, format+"\n", args...))
}

// note writes text as one info string.
func (o *output) note(text string) {
	o.line("info string %s", strings.Map(func(r rune) rune {
		if isBlank(r) {
			return ' '
		}
		return r
	}, text))
}

// failure returns the error of the first write that failed, nil if none has.
func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
