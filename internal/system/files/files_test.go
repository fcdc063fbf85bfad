//go:build unix

package files

import (
	"errors"
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

// TestWrite checks that a file is replaced by all that was written, or stays as it was.
func TestWrite(t *testing.T) {
	name, broken := filepath.Join(t.TempDir(), "out"), errors.New("broken")
	for _, test := range []struct {
		text string
		err  error
		want string
	}{{"one", nil, "one"}, {"two", broken, "one"}, {"three", nil, "three"}} {
		err := Write(name, func(f *File) error {
			_, err := f.WriteString(test.text)
			return errors.Join(err, test.err)
		})
		if !errors.Is(err, test.err) {
			t.Errorf("%s: error %v, want %v", test.text, err, test.err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != test.want {
			t.Errorf("%s: %q, %v; want %q", test.text, got, err, test.want)
		}
		if _, err := os.Stat(name + ".part"); err == nil {
			t.Errorf("%s: a part is left", test.text)
		}
	}
}

// TestCreate checks what stands under which name: before, at the end, and when it is given up.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	for file, text := range map[string]string{name: "old", name + ".part": "left behind"} {
		if err := os.WriteFile(file, []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	for _, commit := range []bool{false, true} {
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("new"); err != nil {
			t.Fatal(err)
		}
		check("old")
		end := f.Discard
		if commit {
			end = f.Commit
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name + ".part"); err == nil {
			t.Error("a part is left")
		}
	}
	check("new")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o777); err != nil { // a file cannot take its place
		t.Fatal(err)
	}
	if err := f.Commit(); err == nil {
		t.Error("a folder was replaced")
	}
	if _, err := os.Stat(name + ".part"); err == nil {
		t.Error("a part is left after a failure")
	}
	if _, err := Create(name); err == nil {
		t.Error("a file is written that is to replace a folder")
	}
}
