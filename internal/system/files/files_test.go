//go:build unix

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"vertigo/internal/testing/must"
)

// actualMode returns the mode of a file, which must be there.
func actualMode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info := must.Get(os.Stat(name))(t)
	return info.Mode().Perm()
}

// TestMode checks that a new file has the mode that the umask leaves, and that one that is replaced keeps its own.
func TestMode(t *testing.T) {
	for _, test := range []struct {
		umask  int
		before fs.FileMode // 0 for no file
		want   fs.FileMode
	}{
		{0o022, 0, 0o644}, {0o002, 0, 0o664}, {0o077, 0, 0o600},
		{0o022, 0o600, 0o600}, {0o022, 0o664, 0o664}, {0o077, 0o644, 0o644}, {0o022, 0o444, 0o444},
	} {
		name := filepath.Join(t.TempDir(), "out")
		if test.before != 0 {
			must.Do(t, os.WriteFile(name, nil, 0o600))
			must.Do(t, os.Chmod(name, test.before))
		}
		old := syscall.Umask(test.umask)
		f, err := Create(name)
		syscall.Umask(old)
		must.Do(t, err)
		if during := actualMode(t, name+".part"); during&^test.want != 0 {
			t.Errorf("umask %03o over %03o: %03o while it is written, which is more than %03o", test.umask, test.before, during, test.want)
		}
		must.Do(t, f.Commit())
		must.Equal(t, actualMode(t, name), test.want, test.umask, test.before)
	}
}
