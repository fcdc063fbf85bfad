//go:build unix

package analyse

import (
	"os"
	"path/filepath"
	"testing"

	"vertigo/internal/system/commandline"
)

// TestOutMode checks that an output which is replaced keeps its mode, however it is made.
func TestOutMode(t *testing.T) {
	dir := t.TempDir()
	results := filepath.Join(dir, "results")
	for _, step := range []struct {
		name string
		run  func(out string) int
	}{
		{"results", func(string) int {
			_, _, code := command(t, "", "startpos", "--depth", "1", "--as", "results", "--restart", "--out", results)
			return code
		}},
		{"json", func(out string) int {
			_, _, code := command(t, "", "startpos", "--depth", "1", "--as", "json", "--out", out)
			return code
		}},
		{"merged", func(out string) int {
			_, _, code := merge(results, "--as", "json", "--out", out)
			return code
		}},
	} {
		out := write(t, filepath.Join(dir, step.name), "")
		if err := os.Chmod(out, 0o606); err != nil { // no umask leaves that
			t.Fatal(err)
		}
		if code := step.run(out); code != commandline.ExitOK {
			t.Errorf("%s: exit code %d", step.name, code)
		}
		if info, err := os.Stat(out); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o606 {
			t.Errorf("%s: %v, %v; want what is not empty with mode 0606", step.name, info, err)
		}
	}
}
