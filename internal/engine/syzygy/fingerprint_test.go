package syzygy

import (
	"os"
	"path/filepath"
	"testing"

	"vertigo/internal/testing/must"
)

// TestFingerprint checks that a fingerprint depends on the contents of the tables, and not on their folders.
func TestFingerprint(t *testing.T) {
	print := func(path string) uint64 {
		t.Helper()
		tables, errs := Open(path)
		defer tables.Close()
		sum, err := tables.Fingerprint()
		if len(errs) > 0 || err != nil {
			t.Fatal(errs, err)
		}
		return sum
	}
	first, second, both := t.TempDir(), t.TempDir(), t.TempDir()
	copyFile(t, dataDir(t)+"/KRvK.rtbz", filepath.Join(first, "KRvK.rtbz"))
	copyFile(t, dataDir(t)+"/KQvK.rtbw", filepath.Join(second, "KQvK.rtbw"))
	copyFile(t, dataDir(t)+"/KRvK.rtbz", filepath.Join(both, "KRvK.rtbz"))
	copyFile(t, dataDir(t)+"/KQvK.rtbw", filepath.Join(both, "KQvK.rtbw"))
	want := print(both)
	if print(first+";"+second) != want || print(second+";"+first) != want {
		t.Error("it depends on the folders")
	}
	if print(first) == want || print(second) == want || print(first) == print(second) {
		t.Error("it does not depend on which files there are")
	}
	data := must.Get(os.ReadFile(filepath.Join(both, "KQvK.rtbw")))(t)
	data[len(data)-1] ^= 1
	must.Do(t, os.WriteFile(filepath.Join(both, "KQvK.rtbw"), data, 0o666))
	if print(both) == want {
		t.Error("it does not depend on the checksums")
	}
}
