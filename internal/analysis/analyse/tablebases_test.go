package analyse

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// rookAndPawn is won, but a search of a few nodes alone cannot know.
const rookAndPawn = "8/8/8/3k4/8/8/4P3/K3R3 w - - 0 1"

// copyTable copies a file of the tables to another folder, changed if change is not nil.
func copyTable(t *testing.T, dir, name string, change func([]byte) []byte) {
	t.Helper()
	data := testfiles.Read(t, "syzygy", name)
	if change != nil {
		data = change(data)
	}
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestTablebases checks that the tables are asked, that the results name them, and that these are the same with
// other workers, merged of shards, and wherever the files lie.
func TestTablebases(t *testing.T) {
	fourMen, dir := testfiles.Path(t, "syzygy"), t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), rookAndPawn+"\n8/8/8/3k4/8/8/8/KB1N4 b - - 0 1\n8/8/8/3kq3/8/8/8/KB6 w - - 0 1\n"+somePositions(3))
	args := []string{in, "--nodes", "500", "--hash", "1", "--no-times", "--as", "json"}
	without, _, _ := command(t, "", args...)
	with := expect(t, commandline.ExitOK, "", append(args, "--syzygy", fourMen)...)
	if strings.Contains(without, "tablebases") {
		t.Errorf("tablebases are named that nobody asked for:\n%s", without)
	}
	lines := strings.Split(with, "\n")
	for i, least := range []int{19000, 19000, -20000} {
		var r jsonResult
		if err := json.Unmarshal([]byte(lines[i]), &r); err != nil {
			t.Fatal(err)
		}
		if l := r.Lines[0]; l.Mate == nil && (l.Centipawns == nil || *l.Centipawns < least || *l.Centipawns >= least+1000) {
			t.Errorf("the score is none of a position in the tables: %s", lines[i])
		}
		if want := "35 WDL and 25 DTZ files of up to 4 men, "; !strings.HasPrefix(r.Limits.Tablebases, want) {
			t.Errorf("the tablebases are %q, want %q and a hash", r.Limits.Tablebases, want)
		}
	}
	if again, _, _ := command(t, "", append(args, "--syzygy", fourMen, "--workers", "3")...); again != with {
		t.Errorf("three workers:\n%s\nwant\n%s", again, with)
	}
	first, second := t.TempDir(), t.TempDir()
	files, _ := filepath.Glob(fourMen + "/*.rtb?")
	for i, file := range files {
		copyTable(t, []string{first, second}[i%2], filepath.Base(file), nil)
	}
	var parts []string
	for i, path := range []string{fourMen, first + string(os.PathListSeparator) + second, second + ";" + first} {
		part := filepath.Join(dir, string(rune('a'+i)))
		shard := string(rune('1'+i)) + "/3"
		expect(t, commandline.ExitOK, "", append(args, "--as", "results", "--syzygy", path, "--shard", shard, "--out", part)...)
		parts = append(parts, part)
	}
	if merged, errOut, code := merge(append(parts, "--as", "json", "--no-times")...); strings.ReplaceAll(merged, "another", "test") != with || code != commandline.ExitOK {
		t.Errorf("merged: exit code %d, messages %q\n%s\nwant\n%s", code, errOut, merged, with)
	}
	if page, _, _ := command(t, "", append(args, "--as", "html", "--syzygy", fourMen)...); !strings.Contains(page, "tablebases: 35 WDL") {
		t.Error("the report does not name the tablebases")
	}
}

// TestOtherTablebases continues an analysis without the tables that it began with.
func TestOtherTablebases(t *testing.T) {
	dir, tables := t.TempDir(), t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), strings.Repeat(rookAndPawn+"\n", 20))
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "epd", "--nodes", "100", "--hash", "1", "--out", out}
	copyTable(t, tables, "KRPvK.rtbw", nil)
	interrupt(t, 2500, append(args, "--syzygy", tables)...)
	if _, errOut, code := command(t, "", args...); code != commandline.ExitFailed ||
		!strings.Contains(errOut, "--syzygy was 1 WDL and 0 DTZ files of up to 4 men, ") || !strings.Contains(errOut, "now it is none") {
		t.Errorf("without tables: exit code %d, messages %q", code, errOut)
	}
	copyTable(t, tables, "KRPvK.rtbz", nil)
	expect(t, commandline.ExitFailed, "now it is 1 WDL and 1 DTZ files", append(args, "--syzygy", tables)...)
	if err := os.Remove(filepath.Join(tables, "KRPvK.rtbz")); err != nil {
		t.Fatal(err)
	}
	expect(t, commandline.ExitOK, "", append(args, "--syzygy", tables)...)
}

// TestTablebaseErrors names paths that lead to nothing useful.
func TestTablebaseErrors(t *testing.T) {
	empty, broken := t.TempDir(), t.TempDir()
	missing := filepath.Join(empty, "missing")
	write(t, filepath.Join(broken, "KQvK.rtbw"), "this is no table")
	for _, test := range []struct {
		path string
		code int
		want string
	}{
		{"", commandline.ExitUsage, "--syzygy: the path is empty"},
		{missing, commandline.ExitFailed, missing},
		{empty, commandline.ExitFailed, "--syzygy: there are no tablebases in " + empty},
		{broken, commandline.ExitFailed, filepath.Join(broken, "KQvK.rtbw")},
		{empty + ";" + missing, commandline.ExitFailed, missing},
	} {
		out, errOut, code := command(t, "", "startpos", "--nodes", "10", "--syzygy", test.path)
		if code != test.code || out != "" || !strings.Contains(errOut, test.want) {
			t.Errorf("%q: exit code %d, messages %q, output %q; want %d and %q", test.path, code, errOut, out, test.code, test.want)
		}
	}
}

// TestDamagedTablebase checks that no result is kept that was found while a table turned out to be damaged.
func TestDamagedTablebase(t *testing.T) {
	dir, tables := t.TempDir(), t.TempDir()
	copyTable(t, tables, "KRPvK.rtbw", func(data []byte) []byte { data[len(data)/2] ^= 1; return data })
	in := write(t, filepath.Join(dir, "in.epd"), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n"+rookAndPawn+"\n")
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "results", "--depth", "1", "--hash", "1", "--out", out}
	_, errOut, code := command(t, "", append(args, "--syzygy", tables)...)
	if code != commandline.ExitFailed || !strings.Contains(errOut, filepath.Join(tables, "KRPvK.rtbw")) || !strings.Contains(errOut, "damaged") {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	if left := leftBehind(t, dir, "in.epd", "out.journal"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	kept, err := os.ReadFile(out + ".journal") // there is none if not even the position before was finished in time
	if n := strings.Count(string(kept), `"job":`); n > 1 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d results are kept, want at most the one before (%v)", n, err)
	}
}
