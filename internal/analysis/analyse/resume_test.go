package analyse

import (
	"bytes"
	"errors"
	testflags "flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// kills is how often TestKilled kills an analysis, and in how many forms. Its default is quick.
var kills = testflags.Int("kills", 1, "how often an analysis is killed for each kind of output")

// commandEnv makes the test binary execute the command with its own arguments instead of the tests.
const commandEnv = "VERTIGO_TEST_COMMAND"

func TestMain(m *testing.M) {
	c := Config{Program: cli.Program{Version: "test", In: os.Stdin, Out: os.Stdout, Err: os.Stderr}}
	switch os.Getenv(commandEnv) {
	case "analyse":
		os.Exit(Run(c, os.Args[1:]))
	case "merge":
		os.Exit(Merge(c, os.Args[1:]))
	}
	runtime.GOMAXPROCS(1) // a command without --workers then has one worker, as each takes long to make
	os.Exit(pagetest.Run(m))
}

// process is the command as a process of its own.
func process(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Env = append(os.Environ(), commandEnv+"=analyse")
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

// TestKilled kills an analysis at random moments until it has come to its end, and compares the output with that of
// one that was left alone.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes")
	}
	forms := []string{"json", "suite", "pgn", "results"}
	for _, as := range forms[:min(*kills, len(forms))] {
		t.Run(as, func(t *testing.T) {
			dir := t.TempDir()
			in := write(t, filepath.Join(dir, "in.epd"), somePositions(60))
			args := []string{in, "--as", as, "--nodes", "2000", "--hash", "1", "--no-times", "--quiet", "--out"}
			whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
			begin := time.Now()
			if code := exitCode(t, process(t, append(args, whole)...)); code != cli.ExitIncomplete {
				t.Fatalf("without interruption: exit code %d", code)
			}
			survivals, killed := 0, 0
			for took := time.Since(begin); killed < *kills; {
				if process := process(t, append(args, out)...); kill(t, process, time.Duration(rand.Int64N(int64(took/2)))) {
					killed++
					continue
				}
				survivals++
				compare(t, as, testfiles.Text(t, out), testfiles.Text(t, whole))
				if left := leftBehind(t, dir, "in.epd", "whole", "out"); left != nil {
					t.Fatalf("left behind: %v", left)
				}
				if err := os.Remove(out); err != nil {
					t.Fatal(err)
				}
			}
			if code := exitCode(t, process(t, append(args, out)...)); code != cli.ExitIncomplete {
				t.Errorf("at the end: exit code %d", code)
			}
			compare(t, as, testfiles.Text(t, out), testfiles.Text(t, whole))
			t.Logf("killed %d times; %d runs came to their end in between", killed, survivals)
		})
	}
}

// kill starts a process and kills it after a time; it reports false if the process has come to its end before.
func kill(t *testing.T, cmd *exec.Cmd, after time.Duration) bool {
	t.Helper()
	var messages bytes.Buffer
	cmd.Stderr = &messages
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // it may have ended by itself
	defer timer.Stop()
	_ = cmd.Wait()
	switch code := cmd.ProcessState.ExitCode(); {
	case code == cli.ExitIncomplete:
		return false
	case code == -1 || runtime.GOOS == "windows" && code == 1: // the code of a process that was killed
		return true
	default:
		t.Fatalf("%v: %s", cmd.ProcessState, &messages)
		return false
	}
}

// compare compares two outputs, times aside.
func compare(t *testing.T, as, got, want string) {
	t.Helper()
	if got, want = withoutTimes(as, got), withoutTimes(as, want); got != want {
		t.Fatalf("after interruptions:\n%s\nwithout:\n%s", got, want)
	}
}

var (
	times = regexp.MustCompile(`"(solve_)?ns":[0-9]+,?|,"sum":"[0-9a-f]+"| +[0-9]+\.[0-9]{3} `)
)

// withoutTimes removes the times from an output that has them.
func withoutTimes(as, text string) string {
	if as == "suite" || as == "results" {
		return times.ReplaceAllString(text, "")
	}
	return text
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

// TestTorn tears a journal at many places: an analysis that finds it so far ends as if it had
// never been interrupted, and searches nothing again that is there.
func TestTorn(t *testing.T) {
	testfiles.NoRace(t)
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(8))
	args := []string{in, "--as", "results", "--depth", "3", "--hash", "1", "--quiet", "--out"}
	whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
	expect(t, cli.ExitIncomplete, "", append(args, whole)...)
	text := testfiles.Text(t, whole)
	for end := 0; end <= len(text); end += 163 {
		write(t, out+".journal", text[:end])
		expect(t, cli.ExitIncomplete, "", append(args, out)...)
		got := testfiles.Text(t, out)
		compare(t, "results", got, text)
		if kept := text[:strings.LastIndexByte(text[:end], '\n')+1]; !strings.HasPrefix(got, kept) {
			t.Fatalf("torn at %d: searched again:\n%s\nthere was\n%s", end, got, kept)
		}
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
	}
	write(t, out+".journal", text[:len(text)/2]+strings.Repeat("\x00", 500)) // as after a power failure
	expect(t, cli.ExitIncomplete, "", append(args, out)...)
	compare(t, "results", testfiles.Text(t, out), text)
}

// onFullDisk runs an analysis on a disk that has room for so many bytes more in each file.
func onFullDisk(space int, args ...string) (errOut string, code int) {
	var e bytes.Buffer
	full := func(w io.Writer) io.Writer { return &fullDisk{w, space} }
	code = Run(Config{Program: cli.Program{Version: "test", Out: io.Discard, Err: &e}, disk: full}, args)
	return e.String(), code
}

// fullDisk is a disk that takes only so many bytes more, also in the middle of a line.
type fullDisk struct {
	w    io.Writer
	left int
}

func (d *fullDisk) Write(p []byte) (int, error) {
	n, err := d.w.Write(p[:min(len(p), d.left)])
	d.left -= n
	if err == nil && n < len(p) {
		err = errors.New("no space left on device")
	}
	return n, err
}

// TestFullDiskContinues fills the disk at many places: the error is reported, and with space again the analysis continues.
func TestFullDiskContinues(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(12))
	for _, as := range []string{"epd", "results"} {
		args := []string{in, "--as", as, "--depth", "3", "--hash", "1", "--no-times", "--out"}
		whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
		expect(t, cli.ExitIncomplete, "", append(args, whole, "--restart")...)
		step := len(testfiles.Text(t, whole)) / 9
		failures := 0
		for space := 0; ; space += step {
			said, code := onFullDisk(space, append(args, out)...)
			if code == cli.ExitIncomplete {
				break
			}
			failures++
			if code != cli.ExitFailed || !strings.Contains(said, "no space left on device") {
				t.Fatalf("space %d: exit code %d, messages %q", space, code, said)
			}
			kept := leftBehind(t, dir, "in.epd", "whole") != nil
			if reported := strings.Contains(said, "to continue"); reported != kept {
				t.Errorf("space %d: is a journal left behind? %v; messages %q", space, kept, said)
			}
			if left := leftBehind(t, dir, "in.epd", "whole", "out.journal"); left != nil {
				t.Errorf("left behind: %v", left)
			}
		}
		if failures < 3 {
			t.Errorf("the disk was full only %d times", failures)
		}
		compare(t, as, testfiles.Text(t, out), testfiles.Text(t, whole))
		if err := os.Remove(out); err != nil {
			t.Fatal(err)
		}
	}
}

// TestInUse runs two analyses into the same file.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	same := func(w io.Writer) io.Writer { return w }
	target, err := files.Find(out)
	if err != nil {
		t.Fatal(err)
	}
	j, err := results.OpenJournal(target, &results.Header{}, false, same)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}()
	expect(t, cli.ExitFailed, "another process is writing it", "startpos", "--depth", "2", "--hash", "1", "--out", out)
}
