//go:build unix

package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOthersJournal does not continue a journal of another user, who could change it while it grows, nor one that has another name.
func TestOthersJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	journal, other := name+journalSuffix, name+".own"
	for what, make := range map[string]func() error{
		"of another user": func() error { return errors.Join(os.WriteFile(journal, nil, 0o666), os.Chown(journal, 12345, 12345)) },
		"of two names":    func() error { return errors.Join(os.WriteFile(other, nil, 0o666), os.Link(other, journal)) },
	} {
		if err := make(); err != nil {
			t.Logf("%s: %v", what, err) // only root can give files away
		} else if _, err := proceed(name); !errors.Is(err, errOther) || !strings.Contains(err.Error(), journal) {
			t.Errorf("%s: it is continued: %v", what, err)
		}
		if err := os.Remove(journal); err != nil {
			t.Error(err)
		}
	}
}
