package uci

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"vertigo/internal/system/files"
)

// debugLog logs the lines that a session receives and sends, each with the time and, as in the transcripts of the tests, > for
// input and < for output. People read it, so control characters are escaped.
type debugLog struct {
	w   io.WriteCloser
	now func() time.Time
}

// write writes text line by line.
func (l *debugLog) write(direction byte, text string) error {
	var b []byte
	for line := range strings.Lines(text) {
		b = l.now().AppendFormat(b, "2006-01-02 15:04:05.000000 ")
		b = append(b, direction, ' ')
		b = append(b, files.Escape(strings.TrimRight(line, "\r\n"))...)
		b = append(b, '\n')
	}
	_, err := l.w.Write(b)
	return err
}

// appendToFile opens a log in the file system, which is a regular file: a pipe could block the engine. Several engines may write
// to the same one.
func appendToFile(path string) (io.WriteCloser, error) {
	return files.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
}

// logTo ends the log and begins one at path unless that is empty.
func (s *Session) logTo(path string) error {
	s.out.setLog(nil)
	if path == "" {
		return nil
	}
	w, err := s.openLog(path)
	if err != nil {
		s.out.note(fmt.Sprintf("debug log: %v; nothing is logged", err))
		return nil
	}
	s.out.setLog(&debugLog{w, s.now})
	return nil
}
