package analyse

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/testfiles"
)

// TestMain runs the tests. A command without --workers has one worker, as each takes long to make.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	os.Exit(pagetest.Run(m))
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	return name
}

// leftBehind returns the names in a folder that are not expected.
func leftBehind(t *testing.T, dir string, expected ...string) (names []string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	for _, e := range entries {
		if !strings.Contains(" "+strings.Join(expected, " ")+" ", " "+e.Name()+" ") {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestInUse runs two analyses into the same file, and two with the same store: the second waits for nothing.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	out, store := filepath.Join(dir, "out"), filepath.Join(dir, "store")
	for _, name := range []string{out + ".journal", store} {
		f, err := os.Create(name)
		if err == nil {
			err = files.Lock(f)
		}
		must.Do(t, err)
		defer f.Close() // which frees it
	}
	args := []string{"startpos", "--depth", "2", "--hash", "1", "--as", "json", "--no-times"}
	expect(t, cli.ExitFailed, "out.journal: another process is writing it", append(args, "--out", out)...)
	want := expect(t, cli.ExitOK, "", args...)
	const words = "store: another process is writing it; its answers are used, but new ones are not kept"
	if got := expect(t, cli.ExitOK, words, append(args, "--store", store)...); got != want || testfiles.Text(t, store) != "" {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
