package analyse

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// TestDamagedTablebase checks that no result is kept that was found while a table turned out to be damaged.
func TestDamagedTablebase(t *testing.T) {
	dir, tables := t.TempDir(), t.TempDir()
	data := testfiles.Read(t, "syzygy", "KRPvK.rtbw")
	testfiles.Put(t, filepath.Join(tables, "KRPvK.rtbw"), data[:len(data)-64])
	in := write(t, filepath.Join(dir, "in.epd"), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n8/8/8/3k4/8/8/4P3/K3R3 w - - 0 1\n")
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "results", "--depth", "1", "--hash", "1", "--out", out}
	_, errOut, code := command(t, "", append(args, "--syzygy", tables)...)
	if code != cli.ExitFailed || !strings.Contains(errOut, filepath.Join(tables, "KRPvK.rtbw")) || !strings.Contains(errOut, "damaged") {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	if left := leftBehind(t, dir, "in.epd", "out.journal"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	kept, err := os.ReadFile(out + ".journal") // there is none if not even the position before was finished in time
	if n := strings.Count(string(kept), `{"key":`); n > 1 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d results are kept, want at most the one before (%v)", n, err)
	}
}
