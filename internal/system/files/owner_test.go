//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherOwner does not continue a journal of another user, who could change it while it grows.
func TestOtherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	name := filepath.Join(t.TempDir(), "file")
	journal := name + journalSuffix
	if err := errors.Join(os.WriteFile(journal, []byte("one"), 0o666), os.Chown(journal, 12345, 12345)); err != nil {
		t.Fatal(err)
	}
	if _, err := proceed(name); !errors.Is(err, errOther) || !strings.Contains(err.Error(), journal) {
		t.Errorf("it is continued: %v", err)
	}
	if text, err := os.ReadFile(journal); err != nil || string(text) != "one" {
		t.Errorf("it is %q (%v) now", text, err)
	}
}
