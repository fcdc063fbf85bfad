//go:build unix

package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// makeTree makes files, folders and links in the folder root by what is drawn: the parts of their names, and of what links lead
// to, are a few words. It returns the name that is to be written.
func makeTree(root string, drawn []byte) (name string) {
	next := func(n int) int {
		if len(drawn) == 0 {
			return 0
		}
		b := drawn[0]
		drawn = drawn[1:]
		return int(b) % n
	}
	words := []string{"a", "b", "c", "..", ".", "a/b", "b/../a", "c/", "a//c"}
	path := func() string {
		list := make([]string, 1+next(3))
		for i := range list {
			list[i] = words[next(len(words))]
		}
		return strings.Join(list, "/")
	}
	for range next(12) {
		at := root + "/" + words[next(3)]
		if next(2) == 0 {
			at += "/" + words[next(3)]
		}
		switch next(4) { // what cannot be made is not made
		case 0:
			_ = os.Mkdir(at, 0o777)
		case 1:
			if _, err := os.Lstat(at); err != nil {
				_ = os.WriteFile(at, []byte("old "+strings.TrimPrefix(at, root)), 0o666)
			}
		case 2:
			_ = os.Symlink(path(), at)
		default:
			_ = os.Symlink(filepath.Join(root, words[next(3)])+"/"+path(), at)
		}
	}
	return root + "/" + path()
}

// FuzzLinks makes two folders that are alike, and writes the same file in both, whatever links lead to it: in one of them
// the operating system follows the links. In the end the folders are alike, too.
func FuzzLinks(f *testing.F) {
	f.Add([]byte{3, 0, 1, 2, 1, 0, 0, 1, 1, 1, 1, 0, 2, 1})
	f.Add([]byte("links to links, and folders"))
	for i := range 40 {
		f.Add([]byte(strings.Repeat(fmt.Sprint(i*i*i*7919), 5)))
	}
	f.Fuzz(func(t *testing.T, drawn []byte) {
		base, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		base += "/" + strings.Repeat("deep/", 40) // so that no link leads out of it
		root := base + "root"
		write := func(do func(name string) error) (map[string]string, error) {
			if err := os.MkdirAll(root, 0o777); err != nil {
				t.Fatal(err)
			}
			err := do(makeTree(root, drawn))
			after := snapshot(t, base)
			if err := os.RemoveAll(root); err != nil {
				t.Fatal(err)
			}
			return after, err
		}
		want, wantErr := write(func(name string) error { return os.WriteFile(name, []byte("new"), 0o666) })
		got, gotErr := write(func(name string) error {
			target, err := Find(name)
			if err != nil {
				return err
			}
			if info, err := os.Lstat(target.Name); err == nil && !info.Mode().IsRegular() {
				t.Errorf("%s would be replaced, which is %v", target.Name, info.Mode())
			}
			return os.WriteFile(target.Name, []byte("new"), 0o666) // which, unlike Write, does not wait for the disk
		})
		if (gotErr == nil) != (wantErr == nil) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v: %q\nwant %v: %q", gotErr, got, wantErr, want)
		}
	})
}
