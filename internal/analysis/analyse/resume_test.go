package analyse

import (
	"bytes"
	"errors"
	testflags "flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// kills is how often TestKilled kills an analysis, and in how many forms. Its default is quick.
var kills = testflags.Int("kills", 1, "how often an analysis is killed for each kind of output")

// TestMain lets the test binary be the command.
func TestMain(m *testing.M) {
	tests := func() int {
		runtime.GOMAXPROCS(1) // a command without --workers then has one worker, as each takes long to make
		return pagetest.Run(m)
	}
	testfiles.Main(tests, func(name string) {
		os.Exit(runCommand(cli.Program{Version: "test", In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, name, os.Args[1:]))
	})
}

// process is the command as a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), testfiles.As+"=analyse")
	return cmd
}

// somePositions returns n lines of positions from lines of play, the third of ten of which cannot be read.
func somePositions(n int) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		if i%10 == 3 {
			fmt.Fprintf(&b, "this is no position %d\n", i)
			continue
		}
		p := board.StartPosition()
		for range i % 30 {
			var list movegen.List
			movegen.Generate(&p, &list, movegen.All)
			if list.N == 0 {
				break
			}
			var next board.Position
			p.Make(list.Moves[r.IntN(list.N)], &next)
			p = next
		}
		fmt.Fprintf(&b, "%s id \"number %d\";\n", p.FEN(), i)
	}
	return b.String()
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// leftBehind returns the names in a folder that are not expected.
func leftBehind(t *testing.T, dir string, expected ...string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.Contains(" "+strings.Join(expected, " ")+" ", " "+e.Name()+" ") {
			names = append(names, e.Name())
		}
	}
	return names
}

// mixedInputs writes inputs of all kinds and returns their names.
func mixedInputs(t *testing.T, dir string) []string {
	t.Helper()
	return []string{
		write(t, filepath.Join(dir, "a.epd"), somePositions(12)+suiteText+"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\n"),
		write(t, filepath.Join(dir, "b.pgn"), testfiles.Games),
		write(t, filepath.Join(dir, "c.json"), `{"fen":"startpos","moves":["g1f3","g8f6","f3g1","f6g8"]}`+"\n"+`{"searchmoves":["e4"]}`+"\n"),
	}
}

// TestKilled kills or interrupts an analysis at random moments until it has come to its end, with and without a store, and compares the output
// with that of one that was left alone. Nothing else is left behind. With the answers of the store, nothing is searched.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes")
	}
	forms := []string{"json", "suite --store answers", "pgn", "results --store answers"}
	for _, form := range forms[:min(*kills, len(forms))] {
		t.Run(form, func(t *testing.T) {
			dir := t.TempDir()
			inputs := mixedInputs(t, dir)
			args := append(strings.Fields("--nodes 2000 --hash 1 --no-times --quiet --chunk 3 --as "+form), inputs...)
			store := ""
			if as, name, ok := strings.Cut(form, " --store "); ok {
				store = filepath.Join(dir, name)
				args[len(args)-len(inputs)-1] = store
				form = as
			}
			whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
			begin := time.Now()
			if code := exitCode(t, process(t, append(args, "--out", whole)...)); code != cli.ExitIncomplete {
				t.Fatalf("without interruption: exit code %d", code)
			}
			took := time.Since(begin)
			clear := func() {
				for _, name := range []string{out, store} {
					if err := os.Remove(name); err != nil && name != "" && !errors.Is(err, fs.ErrNotExist) {
						t.Fatal(err)
					}
				}
			}
			check := func() {
				t.Helper()
				if got, want := testfiles.Text(t, out), testfiles.Text(t, whole); got != want {
					t.Fatalf("after interruptions:\n%s\nwithout:\n%s", got, want)
				}
				if left := leftBehind(t, dir, "a.epd", "b.pgn", "c.json", "whole", "out", "answers"); left != nil {
					t.Fatalf("left behind: %v", left)
				}
			}
			clear()
			killed := 0
			for killed < *kills {
				if kill(t, process(t, append(args, "--out", out)...), time.Duration(rand.Int64N(int64(took)*3/4))) {
					killed++
				} else {
					check()
					clear()
				}
			}
			if code := exitCode(t, process(t, append(args, "--out", out)...)); code != cli.ExitIncomplete {
				t.Errorf("at the end: exit code %d", code)
			}
			check()
			if store == "" {
				return
			}
			before := testfiles.Text(t, store)
			if code := exitCode(t, process(t, append(args, "--restart", "--out", out)...)); code != cli.ExitIncomplete {
				t.Errorf("once more: exit code %d", code)
			}
			if check(); testfiles.Text(t, store) != before {
				t.Error("with all answers in the store, something was searched")
			}
		})
	}
}

// kill starts a process and, after a time, kills or interrupts it; it reports false if the process has come to its end before. What
// was interrupted says how to continue.
func kill(t *testing.T, cmd *exec.Cmd, after time.Duration) bool {
	t.Helper()
	var messages bytes.Buffer
	cmd.Stderr = &messages
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() {
		if rand.IntN(2) > 0 || cmd.Process.Signal(os.Interrupt) != nil { // some systems have no signals
			_ = cmd.Process.Kill() // it may have ended by itself
		}
	})
	defer timer.Stop()
	_ = cmd.Wait()
	switch code := cmd.ProcessState.ExitCode(); {
	case code == cli.ExitIncomplete:
		return false
	case code == cli.ExitInterrupted && strings.Contains(messages.String(), "vertigo analyse: interrupted "):
		return true
	case code == -1 || runtime.GOOS == "windows" && code == 1: // the code of a process that was killed, or interrupted before it listens
		return true
	default:
		t.Fatalf("%v: %s", cmd.ProcessState, &messages)
		return false
	}
}

// exitCode runs a process to its end.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
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
		if err != nil {
			t.Fatal(err)
		}
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
