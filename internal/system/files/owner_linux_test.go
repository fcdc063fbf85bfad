package files

import (
	"io"
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"vertigo/internal/testing/must"
)

// TestOtherOwner begins a journal, and continues it, where new files belong to another user than that of the process, as on
// network file systems.
func TestOtherOwner(t *testing.T) {
	t.Chdir(t.TempDir()) // whose parent the other user may not enter
	must.Do(t, os.Chmod(".", 0o777))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	must.Do(t, unix.Setfsuid(12345)) // which does nothing unless this is root
	defer func() { must.Do(t, unix.Setfsuid(os.Geteuid())) }()
	for _, before := range []string{"", "x", "xx"} {
		f := must.Get(proceed("file"))(t)
		if got, err := io.ReadAll(f); err != nil || string(got) != before {
			t.Errorf("%q, %v; want %q", got, err, before)
		}
		_, err := f.WriteString("x")
		must.Do(t, err)
		must.Do(t, f.Close())
	}
	entries := must.Get(os.ReadDir("."))(t)
	must.Equal(t, len(entries), 1, entries)
}
