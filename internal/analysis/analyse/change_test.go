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
	"vertigo/internal/testing/must"
)

// TestChangedInput changes a file of positions after the first answers: while it is read if it is long, after that if it is short. The
// command says so and does not end with success. Nothing that stands there only then is answered.
func TestChangedInput(t *testing.T) {
	const later = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
	for name, changed := range map[string]func(text string) string{
		"cut":         func(text string) string { return text[:len(text)/2] },
		"grown":       func(text string) string { return text + later },
		"overwritten": func(text string) string { return strings.Repeat(later, len(text)/len(later)+1)[:len(text)] },
		"replaced":    func(string) string { return later },
	} {
		for _, lines := range []int{1, 5000} {
			text := strings.Repeat(board.StartFEN+"\n", lines)
			file := write(t, filepath.Join(t.TempDir(), "in.epd"), text)
			long := time.Now().Add(-time.Hour) // another time of the last change, whatever the clock of the file system
			must.Do(t, os.Chtimes(file, long, long))
			var out, errOut bytes.Buffer
			first := sync.OnceFunc(func() {
				if err := os.WriteFile(file, []byte(changed(text)), 0o666); err != nil {
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
