package files

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"vertigo/internal/testing/must"
)

// A file has one holder at a time, who can still read and write it; closing it lets the next one in.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f := must.Get(os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644))(t)
		t.Cleanup(func() { _ = f.Close() }) // already closed in part
		return f
	}
	first, second := open(), open()
	must.Do(t, Lock(first), "Lock of a free file")
	if err := Lock(second); !errors.Is(err, ErrHeld) {
		t.Fatalf("Lock of a held file: %v, want %v", err, ErrHeld)
	}
	if _, err := first.WriteString("text"); err != nil {
		t.Errorf("the holder cannot write: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "text" {
		t.Errorf("others read %q, %v", text, err)
	}
	must.Do(t, first.Close())
	must.Do(t, Lock(second), "Lock of a file whose holder has closed it")
}
