package uci

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vertigo/internal/testing/must"
)

// memoryLog is a log that fails when it has taken a number of lines, unless that is zero.
type memoryLog struct {
	strings.Builder
	lines  int
	closed bool
}

func (l *memoryLog) Write(text []byte) (int, error) {
	if l.closed {
		panic("written to after it was closed")
	}
	if l.lines--; l.lines == 0 {
		return 0, errBroken
	}
	return l.Builder.Write(text)
}

func (l *memoryLog) Close() error {
	l.closed = true
	return nil
}

// TestLog checks that a log holds everything, in order, with the time and the direction.
func TestLog(t *testing.T) {
	log := &memoryLog{}
	var out strings.Builder
	s := must.Get(New(Config{Version: "test", Out: &out}))(t)
	s.openLog = func(path string) (io.WriteCloser, error) {
		must.Equal(t, path, "some file", "path")
		return log, nil
	}
	s.now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 6789000, time.UTC) }
	must.Do(t, s.Execute([]string{"isready", "setoption name Debug Log File value some file", "  position startpos\r\n", "go depth 1", "ucinewgame \x1b[2J",
		"setoption name Debug Log File value <empty>", "isready"}))
	s.Close()
	const stamp = "2026-01-02 03:04:05.006789 "
	got := strings.ReplaceAll(log.String(), stamp, "")
	must.Equal(t, strings.Count(log.String(), stamp), strings.Count(got, "\n"), log.String())
	want := "> position startpos\n> go depth 1\n< info depth 1 .*\n< bestmove .*\n> ucinewgame \\x1b[2J\n> setoption name Debug Log File value <empty>\n"
	lines := strings.Split(got, "\n")
	for i, line := range strings.Split(want, "\n") {
		if prefix, cut := strings.CutSuffix(line, ".*"); i >= len(lines) || !strings.HasPrefix(lines[i], prefix) || !cut && lines[i] != line {
			t.Fatalf("the log is\n%s\nwant\n%s", got, want)
		}
	}
	if !log.closed {
		t.Error("the log was not closed")
	}
}

// TestLogFile checks that logs are appended to, and that a file that cannot be opened is reported in one line.
func TestLogFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a log")
	for range 2 {
		s, err := New(Config{In: strings.NewReader("setoption name Debug Log File value " + path + "\nisready\nquit\n"), Out: io.Discard})
		must.Do(t, err)
		must.Do(t, s.Run())
		s.Close()
	}
	text := must.Get(os.ReadFile(path))(t)
	if strings.Count(string(text), " > isready\n") != 2 || strings.Count(string(text), " < readyok\n") != 2 {
		t.Errorf("the log is\n%s", text)
	}
	var out strings.Builder
	s := must.Get(New(Config{In: strings.NewReader(""), Out: &out}))(t)
	defer s.Close()
	must.Do(t, s.Execute([]string{"setoption name Debug Log File value " + filepath.Dir(path), "isready"}))
	if got := out.String(); !strings.HasPrefix(got, "info string debug log: ") || !strings.HasSuffix(got, "; nothing is logged\nreadyok\n") ||
		strings.Count(got, "\n") != 2 {
		t.Errorf("got %q", got)
	}
}

// TestLogThatBreaks checks that a full disk ends the log, in one line, and not the session.
func TestLogThatBreaks(t *testing.T) {
	log := &memoryLog{lines: 3}
	var out strings.Builder
	s := must.Get(New(Config{
		In: strings.NewReader("setoption name Debug Log File value x\nisready\nisready\nisready\n"), Out: &out,
	}))(t)
	defer s.Close()
	s.openLog = func(string) (io.WriteCloser, error) { return log, nil }
	must.Do(t, s.Run())
	if got, want := out.String(), "readyok\ninfo string debug log: broken; the log ends\nreadyok\nreadyok\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !log.closed {
		t.Error("the log was not closed")
	}
}
