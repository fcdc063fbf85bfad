package analyse

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vertigo/internal/analysis/store"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

// answersIn returns how many answers a store has, all of which must be right.
func answersIn(t *testing.T, name string) int {
	t.Helper()
	s, err := store.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var told bytes.Buffer
	right, wrong, err := s.Check(&told, 5)
	if err != nil || wrong > 0 {
		t.Fatalf("%d answers are wrong, %v\n%s", wrong, err, &told)
	}
	return right
}

// storeInputs writes inputs of all kinds and returns their names.
func storeInputs(t *testing.T, dir string) []string {
	t.Helper()
	return []string{
		write(t, filepath.Join(dir, "a.epd"), somePositions(12)+suiteText+"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n"),
		write(t, filepath.Join(dir, "b.pgn"), testfiles.Games),
		write(t, filepath.Join(dir, "c.json"), `{"fen":"startpos","moves":["g1f3","g8f6","f3g1","f6g8"]}`+"\n"+`{"searchmoves":["e4"]}`+"\n"),
	}
}

// TestStore compares outputs without a store, with one that has no answer yet, and with one that has all of them: they are the same
// byte for byte, where times are told that of the first search.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	args := append([]string{"--nodes", "300", "--hash", "1", "--quiet", "--multipv", "2"}, storeInputs(t, dir)...)
	file := filepath.Join(dir, "store")
	stored := append(slices.Clone(args), "--as", "results", "--store", file)
	expect(t, commandline.ExitIncomplete, "", append(stored, "--workers", "2")...)
	before := answersIn(t, file)
	if before < 30 {
		t.Fatalf("only %d answers are stored", before)
	}
	second, _, _ := command(t, "", stored...)
	if third, _, _ := command(t, "", stored...); third != second {
		t.Errorf("for the third time:\n%s\nwant\n%s", third, second)
	}
	for _, as := range []string{"epd", "json", "pgn", "html"} {
		more := append(slices.Clone(args), "--as", as, "--no-times")
		without, _, _ := command(t, "", more...)
		if with, _, _ := command(t, "", append(more, "--store", file)...); with != without {
			t.Errorf("%s:\n%s\nwithout a store:\n%s", as, with, without)
		}
	}
	if after := answersIn(t, file); after != before {
		t.Errorf("there were %d answers, now there are %d", before, after)
	}
}

// TestStoreOpening asks the database for the opening of a game whose source names none.
func TestStoreOpening(t *testing.T) {
	file := filepath.Join(t.TempDir(), "store")
	if _, errOut, code := command(t, "[White \"A\"]\n\n1. e4 c5 2. c3 *", "-", "--nodes", "100", "--store", file); code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var white, eco, opening string
	err = db.QueryRow("SELECT white, eco, opening FROM games").Scan(&white, &eco, &opening)
	if got := white + ", " + eco + " " + opening; err != nil || got != "A, B22 Sicilian Defense: Alapin Variation" {
		t.Errorf("%s, %v", got, err)
	}
}

// TestStoreMisses changes each setting that answers depend on: nothing is found again.
func TestStoreMisses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "store")
	games := write(t, filepath.Join(dir, "games.pgn"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n")
	args := []string{games, "--nodes", "200", "--hash", "1", "--verify", "1", "--quiet", "--store", file}
	n := 0
	for _, more := range [][]string{
		nil, {"--nodes", "201"}, {"--depth", "2"}, {"--hash", "2"}, {"--multipv", "2"}, {"--chunk", "3"}, {"--chunk", "1"}, {"--mate", "3"},
	} {
		expect(t, commandline.ExitOK, "", append(args, more...)...)
		now := answersIn(t, file)
		if now != n+6 {
			t.Errorf("%v: %d answers are new, want 6", more, now-n)
		}
		n = now
	}
	c := Config{Program: commandline.Program{Version: "another", Out: io.Discard, Err: io.Discard}}
	if code := Run(c, args); code != commandline.ExitOK || answersIn(t, file) != n+6 {
		t.Errorf("another version: exit code %d, %d answers are new", code, answersIn(t, file)-n)
	}
	c = Config{Program: commandline.Program{Version: "test", Release: true, Out: io.Discard, Err: io.Discard}}
	if code := Run(c, args); code != commandline.ExitOK || answersIn(t, file) != n+12 {
		t.Errorf("a release: exit code %d, %d answers are new", code, answersIn(t, file)-n)
	}
}

// TestStoreRefused names stores and searches that cannot be used.
func TestStoreRefused(t *testing.T) {
	foreign := write(t, filepath.Join(t.TempDir(), "games.pgn"), testfiles.Games)
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--store", foreign}, commandline.ExitFailed, foreign + ": this is not a store of vertigo analyse"},
		{[]string{"--store", "x", "--movetime", "5"}, commandline.ExitUsage, "answers vary with --movetime"},
		{[]string{"--store", "x", "--threads", "2"}, commandline.ExitUsage, "answers vary with 2 threads"},
		{[]string{"--store", ""}, commandline.ExitUsage, "the name is empty"},
	} {
		_, errOut, code := command(t, "", append(test.args, "startpos", "--nodes", "10")...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, messages %q, want %d and %q", test.args, code, errOut, test.code, test.want)
		}
	}
	if testfiles.Text(t, foreign) != testfiles.Games {
		t.Error("a file that is no store has changed")
	}
}

// TestStoreInTheWay names files of the store as the output, with its whole name and otherwise: they are refused.
func TestStoreInTheWay(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, out := range []string{"store", "store-wal", "store-shm", "store-journal", filepath.Join(dir, "store-journal"), "./store-wal"} {
		expect(t, commandline.ExitFailed, "--out: write "+filepath.Clean(out)+": this command reads it", "startpos", "--nodes", "10", "--store", "store", "--as", "json", "--out", out)
	}
	if n := answersIn(t, "store"); n != 0 {
		t.Errorf("%d answers", n)
	}
}

// TestStoreShared lets several analyses use one store at the same time.
func TestStoreShared(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "store")
	args := append([]string{"--nodes", "500", "--hash", "1", "--no-times", "--as", "json", "--quiet"}, storeInputs(t, dir)...)
	want, _, _ := command(t, "", args...)
	var group sync.WaitGroup
	for i := range 3 {
		group.Go(func() {
			out := filepath.Join(dir, fmt.Sprint("out-", i))
			cmd := process(t, slices.Concat(args, []string{"--store", file, "--out", out})...)
			if said, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != commandline.ExitIncomplete {
				t.Errorf("exit code %d: %s", cmd.ProcessState.ExitCode(), said)
				return
			}
			if testfiles.Text(t, out) != want {
				t.Error("the answers are different with a store")
			}
		})
	}
	group.Wait()
	answersIn(t, file)
}

// TestStoreKilled kills analyses with a store at random moments: the store is whole each time, what is found in it gives
// the same output, and in the end all answers are there.
func TestStoreKilled(t *testing.T) {
	ci.Only(t) // the tests of package store kill processes, too
	dir := t.TempDir()
	file := filepath.Join(dir, "store")
	args := append([]string{"--nodes", "2000", "--hash", "1", "--no-times", "--quiet", "--as", "json"}, storeInputs(t, dir)...)
	begin := time.Now()
	want, _, _ := command(t, "", args...)
	took := time.Since(begin)
	args = append(args, "--store", file, "--out")
	for killed := 0; killed < *kills; {
		out := filepath.Join(dir, fmt.Sprint("out-", rand.Int64()))
		if kill(t, process(t, append(args, out)...), time.Duration(rand.Int64N(int64(took)))) {
			killed++
		} else if testfiles.Text(t, out) != want {
			t.Fatal("the answers are different")
		}
		if _, err := os.Stat(file); err == nil {
			answersIn(t, file)
		}
	}
	out := filepath.Join(dir, "out")
	if code := exitCode(t, process(t, append(args, out)...)); code != commandline.ExitIncomplete || testfiles.Text(t, out) != want {
		t.Errorf("in the end: exit code %d, or other answers", code)
	}
}

// TestBackward checks that games are searched backward with the table kept, and what follows from that: the same answers
// whatever the workers and the shards, and others than those of positions that are searched by themselves.
func TestBackward(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	moves := "[ECO \"C84\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n"
	games := write(t, filepath.Join(dir, "games.pgn"), moves+"\n"+strings.Replace(moves, "8. c3 O-O", "8. d3 Bg4", 1)+"\n1. d4 *\n")
	args := []string{games, "--nodes", "1500", "--hash", "1", "--no-times", "--as", "epd", "--chunk", "6"}
	want, errOut, code := command(t, "", args...)
	if code != commandline.ExitOK || strings.Count(want, "\n") != 36 {
		t.Fatalf("exit code %d, %d lines, messages %q", code, strings.Count(want, "\n"), errOut)
	}
	if again, _, _ := command(t, "", append(args, "--workers", "3")...); again != want {
		t.Error("the answers depend on the number of workers")
	}
	lines := strings.Split(want, "\n")
	for i := range 12 { // two chunks, and nothing of the third
		if one, other := lines[i], strings.ReplaceAll(lines[17+i], "game 2", "game 1"); one != other {
			t.Errorf("games that begin alike differ at position %d:\n%s\n%s", i, one, other)
		}
	}
	alone, _, _ := command(t, "", append(args, "--chunk", "1")...)
	if alone == want {
		t.Error("the table is not kept")
	}
	last, lastAlone := lines[16], strings.Split(alone, "\n")[16] // searched first, with an empty table
	if last != lastAlone {
		t.Errorf("the last position of a game is not the first to be searched:\n%s\n%s", last, lastAlone)
	}
	var parts []string
	for i := range 3 {
		part := filepath.Join(dir, fmt.Sprint("part-", i))
		expect(t, commandline.ExitOK, "", append(args, "--as", "results", "--shard", fmt.Sprintf("%d/3", i+1), "--out", part)...)
		parts = append(parts, part)
	}
	if merged, _, _ := merge(append(parts, "--as", "epd", "--no-times")...); merged != want {
		t.Errorf("merged:\n%s\nwant\n%s", merged, want)
	}
	in := write(t, filepath.Join(dir, "x.epd"), somePositions(3))
	single := []string{in, "--nodes", "500", "--no-times", "--as", "json"}
	one, _, _ := command(t, "", single...)
	if two, _, _ := command(t, "", append(single, "--chunk", "1")...); one != two {
		t.Error("positions that belong to no game depend on --chunk")
	}
}
