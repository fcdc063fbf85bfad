package analyse

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
)

// TestChangedInput changes a file of positions after the first answers: while it is read if it is long, after that if it is short. The
// command says so and does not end with success. Nothing that stands there only then is answered.
func TestChangedInput(t *testing.T) {
	const later = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
	for name, change := range map[string]func(file string, size int64) error{
		"cut":   func(file string, size int64) error { return os.Truncate(file, size/2) },
		"grown": func(file string, _ int64) error { return appendTo(file, later) },
		"overwritten": func(file string, size int64) error {
			return overwrite(file, strings.Repeat(later, int(size)/len(later)+1)[:size])
		},
		"replaced": func(file string, _ int64) error { return os.WriteFile(file, []byte(later), 0o666) },
	} {
		for _, lines := range []int{1, 5000} {
			file := write(t, filepath.Join(t.TempDir(), "in.epd"), strings.Repeat(board.StartFEN+"\n", lines))
			long := time.Now().Add(-time.Hour) // another time of the last change, whatever the clock of the file system
			if err := os.Chtimes(file, long, long); err != nil {
				t.Fatal(err)
			}
			var out, errOut bytes.Buffer
			first := sync.OnceFunc(func() {
				if err := change(file, int64(lines*(len(board.StartFEN)+1))); err != nil {
					t.Error(err)
				}
			})
			code := Run(cli.Program{Version: "test", Out: stopper{&out, first}, Err: &errOut},
				[]string{file, "--depth", "1", "--hash", "1", "--as", "epd", "--quiet", "--workers", "1"})
			if code == cli.ExitOK || !strings.Contains(errOut.String(), "in.epd") || !strings.Contains(errOut.String(), "changed") {
				t.Errorf("%s, %d lines: exit code %d, messages %q", name, lines, code, &errOut)
			}
			if strings.Contains(out.String(), "4K2R") || lines > 1 && strings.Count(out.String(), "\n") > lines/2 {
				t.Errorf("%s, %d lines: %d answers, the last %q", name, lines, strings.Count(out.String(), "\n"), out.String()[max(0, out.Len()-100):])
			}
		}
	}
}

// appendTo adds text to a file.
func appendTo(file, text string) error { return writeWith(file, os.O_APPEND, text) }

// overwrite puts text in the place of what a file begins with.
func overwrite(file, text string) error { return writeWith(file, 0, text) }

func writeWith(file string, flag int, text string) error {
	f, err := os.OpenFile(file, os.O_WRONLY|flag, 0)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Close()
}
