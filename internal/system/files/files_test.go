//go:build unix

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// actualMode returns the mode of a file, which must be there.
func actualMode(t *testing.T, name string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
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
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(name, test.before); err != nil {
				t.Fatal(err)
			}
		}
		old := syscall.Umask(test.umask)
		f, err := Create(name)
		syscall.Umask(old)
		if err != nil {
			t.Fatal(err)
		}
		if during := actualMode(t, name+".part"); during&^test.want != 0 {
			t.Errorf("umask %03o over %03o: %03o while it is written, which is more than %03o", test.umask, test.before, during, test.want)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if got := actualMode(t, name); got != test.want {
			t.Errorf("umask %03o over %03o: %03o, want %03o", test.umask, test.before, got, test.want)
		}
	}
}
