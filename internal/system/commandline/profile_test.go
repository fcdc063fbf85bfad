package commandline

import (
	"os"
	"path/filepath"
	"testing"
)

func TestStartProfile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "profile")
	stop, err := StartProfile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := StartProfile(filepath.Join(folder, "second")); err == nil {
		t.Error("a second profile at the same time is not an error")
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	// A profile is compressed with gzip.
	if bytes, err := os.ReadFile(path); err != nil || len(bytes) < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b {
		t.Errorf("the profile has %d bytes and is none: %v", len(bytes), err)
	}
	if _, err := StartProfile(filepath.Join(folder, "no", "such", "folder")); err == nil {
		t.Error("a file that cannot be made is not an error")
	}
}
