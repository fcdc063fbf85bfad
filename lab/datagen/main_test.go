package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/gamedata"
)

// TestMain lets the test binary be the program itself, so that tests can kill it.
func TestMain(m *testing.M) { testfiles.Main(m.Run, func(string) { main() }) }

// quick are options that make games short, and write each at once.
var quick = []string{"--write", "0", "--nodes", "60", "--opening-nodes", "60", "--hash", "1", "--max-plies", "120", "--dfrc", "0.5",
	"--score-share", "0.25", "--progress", "20ms"}

// datagen runs the command within the test and returns its exit code and what it wrote.
func datagen(args ...string) (code int, out, log string) {
	var o, l bytes.Buffer
	code = cli.Program{Out: &o, Err: &l}.Run(tool(), args)
	return code, o.String(), l.String()
}

// mustRun is datagen for a command that must succeed.
func mustRun(t *testing.T, args ...string) (out, log string) {
	t.Helper()
	code, out, log := datagen(args...)
	if code != 0 {
		t.Fatalf("datagen %v: code %d\n%s%s", args, code, out, log)
	}
	return out, log
}

func playArgs(path string, games int, more ...string) []string {
	return slices.Concat([]string{"play", "--out", path, "--games", strconv.Itoa(games)}, quick, more)
}

// bodies returns the games of a file as text by number, and how many blocks cannot be read.
func bodies(t *testing.T, path string) (games map[uint64]string, damaged int) {
	t.Helper()
	r := must.Get(gamedata.Open(path))(t)
	defer r.Close()
	games = map[uint64]string{}
	for g, err := range r.All() {
		if err != nil {
			damaged++
			continue
		}
		if _, again := games[g.ID]; again {
			t.Errorf("%s has game %d twice", path, g.ID)
		}
		var b strings.Builder
		b.WriteString(g.Start.FEN() + g.Result.String())
		for _, pl := range g.Plies {
			b.WriteString(" " + strconv.Itoa(int(pl.Move)) + "/" + strconv.Itoa(int(pl.Score)))
		}
		games[g.ID] = b.String()
	}
	return games, damaged
}

func sameGames(t *testing.T, got, want map[uint64]string) {
	t.Helper()
	must.Equal(t, len(got), len(want))
	for n, g := range want {
		must.Equal(t, got[n], g, n)
	}
}

// waitForGames returns when the file holds so many games.
func waitForGames(t *testing.T, path string, n int) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(2 * time.Millisecond) {
		r, err := gamedata.Open(path)
		if err != nil {
			continue // not there yet
		}
		games := r.Blocks() // at least as many, or one less, which is being written
		must.Do(t, r.Close())
		if games > n {
			return
		}
	}
	t.Fatalf("%s: no %d games in two minutes", path, n)
}

// TestStopped sends the program the signals that ask it to end.
func TestStopped(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals to send")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		path := filepath.Join(t.TempDir(), "games")
		program := exec.Command(os.Args[0], playArgs(path, 1000000)...)
		program.Env = append(os.Environ(), testfiles.As+"=datagen")
		var log bytes.Buffer
		program.Stderr = &log
		must.Do(t, program.Start())
		waitForGames(t, path, 3)
		must.Do(t, program.Process.Signal(signal))
		_ = program.Wait() // the code says how it went
		must.Equal(t, program.ProcessState.ExitCode(), cli.ExitInterrupted, signal)
		if !strings.Contains(log.String(), "interrupted; the same command continues from here") {
			t.Errorf("%v: the log says\n%s", signal, log.String())
		}
		if _, damaged := bodies(t, path); damaged != 0 {
			t.Errorf("%v: %d damaged blocks", signal, damaged)
		}
	}
}

// TestBlocks: each game is written at once, or with those that wait for each other in one block, at the latest when the run ends.
func TestBlocks(t *testing.T) {
	for wait, blocks := range map[string]int{"0s": 5, "1h": 1} {
		path := filepath.Join(t.TempDir(), "games")
		mustRun(t, playArgs(path, 5, "--write", wait)...)
		r := must.Get(gamedata.Open(path))(t)
		must.Equal(t, r.Blocks(), blocks, wait)
		must.Do(t, r.Close())
	}
}

// TestWorkers plays the same file on one worker and on three.
func TestWorkers(t *testing.T) {
	files := map[string]string{}
	for _, workers := range []string{"1", "3"} {
		path := filepath.Join(t.TempDir(), "games")
		mustRun(t, playArgs(path, 9, "--write", "1h", "--workers", workers)...)
		files[workers] = testfiles.Text(t, path)
	}
	must.Equal(t, files["1"] == files["3"], true, "the files are the same")
}

// TestGoingOn plays more games into a file, after damage, and with other settings.
func TestGoingOn(t *testing.T) {
	dir := t.TempDir()
	path, whole := filepath.Join(dir, "games"), filepath.Join(dir, "whole")
	mustRun(t, playArgs(whole, 12)...)
	want, _ := bodies(t, whole)
	mustRun(t, playArgs(path, 5)...)
	mustRun(t, playArgs(path, 12)...)
	got, _ := bodies(t, path)
	sameGames(t, got, want)
	other := filepath.Join(dir, "other")
	mustRun(t, playArgs(other, 2, "--seed", "9")...)
	if games, _ := bodies(t, other); games[0] == want[0] || games[1] == want[1] {
		t.Error("another seed gives the same games")
	}

	content := []byte(testfiles.Text(t, path))
	content[len(content)-1] ^= 8 // within a game, not in the header of a block
	testfiles.Put(t, path, content)
	if _, log := mustRun(t, playArgs(path, 12)...); !strings.Contains(log, "checksum") || !strings.Contains(log, "will be played again") {
		t.Errorf("nothing is said about the damage:\n%s", log)
	}
	got, damaged := bodies(t, path)
	sameGames(t, got, want)
	must.Equal(t, damaged, 1)

	code, _, log := datagen(playArgs(path, 20, "--seed", "9")...)
	if code != 1 || !strings.Contains(log, `"seed 1" there, "seed 9" now`) {
		t.Errorf("another seed: code %d\n%s", code, log)
	}
	if after, _ := os.Stat(path); after.Size() < int64(len(content)) {
		t.Error("the file was shortened")
	}
}

func TestUsage(t *testing.T) {
	if code, out, _ := datagen("play", "--help"); code != 0 || !strings.Contains(out, "datagen play --out FILE [flags]") {
		t.Errorf("code %d, help\n%s", code, out)
	}
	for args, says := range map[string]string{
		"--nodes none":              "--nodes",
		"--nodes 0":                 "from 1 to",
		"--nodes 10 --hard-nodes 5": "below the soft limit",
		"--workers 0":               "from 1 to 4096",
		"--hash 0":                  "from 1 to",
		"--opening-nodes 0":         "from 1 to",
		"--quick-nodes 0":           "from 1 to",
		"--tactical-nodes 0":        "from 1 to",
		"--score-share 0":           "positions with a score 0",
		"--score-share NaN":         "positions with a score NaN",
		"--line-plies -1":           "from 0 to",
		"--dfrc 1.5":                "share of games 1.5",
		"--random-plies -1":         "from 0 to 100",
		"--softmax-plies 101":       "from 0 to 100",
		"--temperature 0":           "temperature of 0",
		"--opening-limit 0":         "from 50 to",
		"--win-score 0":             "from 1 to",
		"--draw-plies 0":            "from 1 to",
		"--max-plies 9":             "at most 9 plies",
	} {
		code, _, log := datagen(strings.Fields("play --out x " + args)...)
		must.Equal(t, code, cli.ExitUsage, args)
		must.Contain(t, log, says)
	}
}
