package files

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

func TestMap(t *testing.T) {
	for _, size := range []int{0, 1, 4095, 4096, 100_001} {
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(i * 7)
		}
		path := filepath.Join(t.TempDir(), "data")
		must.Do(t, os.WriteFile(path, want, 0o600))
		f := must.Get(Map(path))(t)
		if !bytes.Equal(f.Bytes(), want) {
			t.Errorf("%d bytes: the mapped content differs", size)
		}
		for range 2 {
			must.Do(t, f.Close(), size)
		}
		must.Equal(t, len(f.Bytes()), 0, size)
	}
}

func TestMapFails(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "missing")} {
		if f, err := Map(path); err == nil {
			t.Errorf("Map(%s) gave %d bytes", path, len(f.Bytes()))
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("Map(%s): %q does not name the file", path, err)
		}
	}
}
