//go:build unix

package files

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestOtherOwner continues a journal of another user that everybody may write: its contents stay, but the file that grows from
// it belongs to the user of this process.
func TestOtherOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	name := filepath.Join(t.TempDir(), "file")
	journal := name + journalSuffix
	if err := os.WriteFile(journal, []byte("one"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(journal, 12345, 12345); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(journal, 0o666); err != nil {
		t.Fatal(err)
	}
	theirs, err := os.OpenFile(journal, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	if err := Lock(theirs); err != nil {
		t.Fatal(err)
	}
	if _, err := proceed(name); err == nil {
		t.Error("a journal that another process has can be continued")
	}
	if err := theirs.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := proceed(name)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(f); err != nil || string(text) != "one" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := f.WriteString("two"); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || !isOwn(info) || info.Mode().Perm()&0o002 != 0 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "onetwo" {
		t.Errorf("%q, %v", text, err)
	}
	if left, _ := filepath.Glob(name + "?*"); left != nil {
		t.Errorf("left: %v", left)
	}
}
