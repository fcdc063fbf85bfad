package syzygy

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
)

func TestOpen(t *testing.T) {
	tables := openData(t)
	if wdl, dtz := tables.Count(); wdl != 35 || dtz < 25 || tables.MaxPieces() != 4 {
		t.Errorf("%d WDL and %d DTZ tables of up to %d pieces", wdl, dtz, tables.MaxPieces())
	}
	if errs := tables.Verify(nil); len(errs) > 0 {
		t.Errorf("Verify: %v", errs)
	}
	for _, f := range tables.files {
		if f.content.Load() == nil {
			t.Errorf("%s is not open after Verify", f.path)
		}
	}
}

// TestOpenPath checks paths of several directories, the first of which has precedence, and those that do not exist.
func TestOpenPath(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	copyFile(t, dataDir(t)+"/KQvK.rtbw", first+"/KQvK.rtbw")
	copyFile(t, dataDir(t)+"/KRvK.rtbz", first+"/KRvK.rtbz")
	copyFile(t, dataDir(t)+"/KQvK.rtbw", second+"/KQvK.rtbw")
	copyFile(t, dataDir(t)+"/KRvK.rtbw", second+"/KRvK.rtbw")
	for _, name := range []string{"KvK.rtbw", "KQvKX.rtbw", "QvK.rtbw", "KKQvK.rtbw", "KQQQQQQvK.rtbw", "KQK.rtbw", "KQvK.rtbw.bak", "readme.txt"} {
		copyFile(t, dataDir(t)+"/KQvK.rtbw", filepath.Join(second, name))
	}
	missing := filepath.Join(first, "missing")
	tables, errs := Open(strings.Join([]string{first, "", missing, second}, string(os.PathListSeparator)))
	defer tables.Close()
	if len(errs) != 1 || !errors.Is(errs[0], fs.ErrNotExist) || !strings.Contains(errs[0].Error(), missing) {
		t.Errorf("errors %v, want one about %s", errs, missing)
	}
	if wdl, dtz := tables.Count(); wdl != 2 || dtz != 1 || tables.MaxPieces() != 3 {
		t.Errorf("%d WDL and %d DTZ tables of up to %d pieces, want 2, 1 and 3", wdl, dtz, tables.MaxPieces())
	}
	if path := tables.files[0].path; filepath.Dir(path) != first {
		t.Errorf("%s is used, want the file in %s", path, first)
	}
	p := playout.Parse(t, "8/8/8/8/8/2k5/8/KR6 w - - 0 1")
	if plies, ok := tables.DTZ(&p); !ok || plies <= 0 {
		t.Errorf("DTZ %d %v with the files of one table in two directories", plies, ok)
	}
}

// TestNoTables probes sets that are empty, nil or closed.
func TestNoTables(t *testing.T) {
	empty, errs := Open("")
	if len(errs) > 0 {
		t.Error(errs)
	}
	closed, _ := Open(dataDir(t))
	must.Do(t, closed.Close())
	p := playout.Parse(t, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1")
	for name, tables := range map[string]*Tables{"nil": nil, "empty": empty, "closed": closed} {
		_, ok := tables.WDL(&p)
		_, ok2 := tables.DTZ(&p)
		_, ok3 := tables.RankRoot(board.NewGame(p), true, nil)
		if ok || ok2 || ok3 || tables.MaxPieces() != 0 || tables.Problems() != nil || tables.Verify(nil) != nil {
			t.Errorf("%s tables are not empty", name)
		}
		must.Do(t, tables.Close(), name)
	}
}

// TestNotCovered checks the positions that no table is about.
func TestNotCovered(t *testing.T) {
	tables := openData(t)
	for _, test := range []struct {
		name, fen string
		want      bool
	}{
		{"castling", "8/8/8/8/8/2k5/8/4K2R w K - 0 1", false},
		{"no castling", "8/8/8/8/8/2k5/8/4K2R w - - 0 1", true},
		{"five pieces", "8/8/8/8/8/7k/8/KQQR4 w - - 0 1", false},
		{"four pieces", "8/8/8/8/8/7k/8/KQQ5 w - - 0 1", true},
		{"kings", "8/8/8/8/8/2k5/8/K7 w - - 0 1", true},
		{"all pieces", board.StartFEN, false},
	} {
		p := playout.Parse(t, test.fen)
		value, ok := tables.WDL(&p)
		plies, ok2 := tables.DTZ(&p)
		if ok != test.want || ok2 != test.want || tables.Covers(&p) != test.want {
			t.Errorf("%s: WDL %v, DTZ %v, want %v", test.name, ok, ok2, test.want)
		}
		if test.name == "kings" && (value != Draw || plies != 0) { // a draw although there is no table of them
			t.Errorf("%s: WDL %v, DTZ %v", test.name, value, plies)
		}
	}
}

// TestConcurrentProbes opens all files from many goroutines at once; the race detector watches.
func TestConcurrentProbes(t *testing.T) {
	calm := openData(t)
	list := samples(t, calm, 10)
	type answer struct {
		value WDL
		plies int
	}
	want := make([]answer, len(list))
	for i := range list {
		want[i].value, _ = calm.WDL(&list[i])
		want[i].plies, _ = calm.DTZ(&list[i])
	}
	fresh := openPath(t, dataDir(t))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range list {
				value, ok := fresh.WDL(&list[i])
				plies, ok2 := fresh.DTZ(&list[i])
				if !ok || !ok2 || (answer{value, plies}) != want[i] {
					t.Errorf("%s: %v %v, DTZ %d %v, want %v", list[i].FEN(), value, ok, plies, ok2, want[i])
				}
			}
		})
	}
	group.Wait()
}

// TestProbesDoNotAllocate probes for nothing but the answer.
func TestProbesDoNotAllocate(t *testing.T) {
	tables := openData(t)
	list := samples(t, tables, 5)
	if n := testing.AllocsPerRun(10, func() {
		for i := range list {
			tables.WDL(&list[i])
			tables.DTZ(&list[i])
		}
	}); n != 0 {
		t.Errorf("%v allocations in %d probes", n, 2*len(list))
	}
}

// TestBadFiles checks that files which are no tables are reported by name when the directory is opened.
func TestBadFiles(t *testing.T) {
	good := must.Get(os.ReadFile(dataDir(t) + "/KRvK.rtbw"))(t)
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"KQvK.rtbw":  nil,
		"KRvK.rtbw":  good[:len(good)-1],
		"KBvK.rtbw":  good[:100],
		"KNvK.rtbw":  []byte("x"),
		"KPvK.rtbw":  make([]byte, len(good)),
		"KRvK.rtbz":  good, // of the wrong kind
		"KQvKR.rtbw": []byte(strings.Repeat("<html>", 40)[:64*3+16]),
	} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
	must.Do(t, os.Mkdir(filepath.Join(dir, "KRvKR.rtbw"), 0o700))
	tables, errs := Open(dir)
	defer tables.Close()
	if len(errs) != 8 || tables.MaxPieces() != 0 {
		t.Errorf("%d errors, tables of %d pieces: %v", len(errs), tables.MaxPieces(), errs)
	}
	for _, err := range errs {
		if !strings.Contains(err.Error(), dir+string(filepath.Separator)+"K") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q does not name the file in one line", err)
		}
	}
}

// TestDamagedFile flips single bits and cuts files off: no probe may fail by that, and Verify must notice all of it.
func TestDamagedFile(t *testing.T) {
	for _, name := range []string{"KRvK.rtbw", "KPvK.rtbw", "KPvK.rtbz", "KBvKN.rtbw"} {
		good := must.Get(os.ReadFile(filepath.Join(dataDir(t), name)))(t)
		rng := rand.New(rand.NewPCG(15, 16))
		for range 40 {
			bad := append([]byte(nil), good...)
			i := 4 + rng.IntN(len(bad)-4)
			bad[i] ^= 1 << rng.IntN(8)
			checkDamaged(t, name, bad)
		}
		checkDamaged(t, name, good[:len(good)-64])
		checkDamaged(t, name, append(good[:len(good):len(good)], make([]byte, 64)...))
	}
}

// checkDamaged puts the content in the place of a good file, probes it, and checks that Verify names the file, which is left out.
func checkDamaged(t *testing.T, name string, content []byte) {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	// A good WDL file precedes a bad DTZ one.
	other := strings.TrimSuffix(name, dtzFile.extension())
	if other != name {
		copyFile(t, dataDir(t)+"/"+other+".rtbw", dir+"/"+other+".rtbw")
	}
	tables, errs := Open(dir)
	defer tables.Close()
	if len(errs) > 0 {
		t.Fatalf("%s: %v", name, errs)
	}
	material, _, _ := strings.Cut(name, ".")
	rng := rand.New(rand.NewPCG(17, 18))
	for range 200 {
		p := quietPosition(rng, material)
		tables.WDL(&p) // any value may come out of a wrong bit
		tables.DTZ(&p)
	}
	problems := tables.Verify(nil)
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), filepath.Join(dir, name)) {
		t.Fatalf("%s: problems %v, want one that names the file", name, problems)
	}
	p := quietPosition(rng, material)
	if _, ok := tables.WDL(&p); ok && other == name {
		t.Fatalf("%s: a damaged table gave a value", name)
	}
	if again := tables.Problems(); again != nil {
		t.Fatalf("%s: reported again: %v", name, again)
	}
}

// TestVerify checks that Verify finds what the first use of a file does not, once and for all.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	data := must.Get(os.ReadFile(dataDir(t) + "/KRvKN.rtbw"))(t)
	path := filepath.Join(dir, "KRvKN.rtbw")
	data[len(data)-64*20] ^= 4
	copyFile(t, dataDir(t)+"/KRvK.rtbw", dir+"/KRvK.rtbw")
	must.Do(t, os.WriteFile(path, data, 0o600))
	tables, errs := Open(dir)
	defer tables.Close()
	p := playout.Parse(t, "8/8/8/2k5/8/3n4/8/KR6 b - - 0 1")
	if _, ok := tables.WDL(&p); !ok || len(errs) > 0 {
		t.Errorf("the structure is sound, but: %v %v %v", ok, errs, tables.Problems())
	}
	if problems := tables.Verify(func() bool { return true }); len(problems) > 0 {
		t.Errorf("stopped at once, but %v", problems)
	}
	problems := tables.Verify(nil)
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), path) {
		t.Errorf("Verify found %v", problems)
	}
	if _, ok := tables.WDL(&p); ok {
		t.Error("a file that Verify has found bad is still used")
	}
	if again := tables.Verify(nil); len(again) != 1 || again[0] != problems[0] || tables.Problems() != nil {
		t.Errorf("Verify found %v the second time", again)
	}
}

// TestFileCutOffWhileMapped truncates a file that is in use, which makes reading it a memory fault.
func TestFileCutOffWhileMapped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not truncate mapped files")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "KRvKN.rtbw")
	copyFile(t, dataDir(t)+"/KRvKN.rtbw", path)
	copyFile(t, dataDir(t)+"/KRvK.rtbw", dir+"/KRvK.rtbw")
	tables, errs := Open(dir)
	defer tables.Close()
	p := playout.Parse(t, "8/8/8/2k5/8/3n4/8/KR6 b - - 0 1")
	before, ok := tables.WDL(&p)
	if !ok || len(errs) > 0 {
		t.Fatal(before, ok, errs)
	}
	must.Do(t, os.Truncate(path, 0))
	if _, ok := tables.WDL(&p); ok {
		t.Error("a value from a file that is gone")
	}
	if problems := tables.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Error(), path) {
		t.Errorf("problems %v, want one about %s", problems, path)
	}
}

// TestSplitPath checks that a semicolon separates directories on every system, beside the system's own separator.
func TestSplitPath(t *testing.T) {
	own := string(os.PathListSeparator)
	for path, want := range map[string][]string{
		"":                               nil,
		"/a b":                           {"/a b"},
		"/a;/b":                          {"/a", "/b"},
		" /a b ; /c\t;  ":                {"/a b", "/c"},
		`"/a b";"/c"`:                    {"/a b", "/c"},
		"/a" + own + "/b;/c":             {"/a", "/b", "/c"},
		";;/a" + own + own + "/b;" + own: {"/a", "/b"},
	} {
		must.Equal(t, splitPath(path), want, path)
	}
}

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
