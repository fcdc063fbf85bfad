package uci

import (
	"os"
	"path/filepath"
	"testing"
)

// fourMen are the tablebases of up to four men, where they are expected.
const fourMen = "../../shared/testdata/syzygy"

// place returns the path of a file or folder that transcripts name. It skips the test if that needs data which are not
// there.
func place(t testing.TB, name string) string {
	t.Helper()
	switch name {
	case "empty":
		return t.TempDir()
	case "tables":
		if _, err := os.Stat(fourMen); err != nil {
			t.Skip("no tablebases: ", err)
		}
		path, err := filepath.Abs(fourMen)
		if err != nil {
			t.Fatal(err)
		}
		return path
	case "damaged":
		return damagedTables(t)
	}
	t.Fatalf("no place %q", name)
	return ""
}

// damagedTables returns a folder with tables of three men: one file is empty, and in one a bit is wrong.
func damagedTables(t testing.TB) string {
	t.Helper()
	from, to := place(t, "tables"), t.TempDir()
	for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		switch name {
		case "KRvK.rtbz":
			data = nil
		case "KQvK.rtbw":
			data[len(data)/2] ^= 4
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}
