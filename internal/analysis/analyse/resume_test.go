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
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// kills is how often TestKilled kills an analysis, and in how many forms. Its default is quick.
var kills = testflags.Int("kills", 1, "how often an analysis is killed for each kind of output")

// commandEnv makes the test binary execute the command with its own arguments instead of the tests.
const commandEnv = "VERTIGO_TEST_COMMAND"

func TestMain(m *testing.M) {
	c := Config{Program: commandline.Program{Version: "test", In: os.Stdin, Out: os.Stdout, Err: os.Stderr}}
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
			if code := exitCode(t, process(t, append(args, whole)...)); code != commandline.ExitIncomplete {
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
			if code := exitCode(t, process(t, append(args, out)...)); code != commandline.ExitIncomplete {
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
	case code == commandline.ExitIncomplete:
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
	times    = regexp.MustCompile(`"(solve_)?ns":[0-9]+,?|,"sum":"[0-9a-f]+"| +[0-9]+\.[0-9]{3} `)
	anyTimes = regexp.MustCompile(` +[0-9]+\.[0-9]{3}\b`)
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
	ci.NoRace(t)
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(8))
	args := []string{in, "--as", "results", "--depth", "3", "--hash", "1", "--quiet", "--out"}
	whole, out := filepath.Join(dir, "whole"), filepath.Join(dir, "out")
	expect(t, commandline.ExitIncomplete, "", append(args, whole)...)
	text := testfiles.Text(t, whole)
	for end := 0; end <= len(text); end += 163 {
		write(t, out+".journal", text[:end])
		expect(t, commandline.ExitIncomplete, "", append(args, out)...)
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
	expect(t, commandline.ExitIncomplete, "", append(args, out)...)
	compare(t, "results", testfiles.Text(t, out), text)
}

// onFullDisk runs an analysis on a disk that has room for so many bytes more in each file.
func onFullDisk(space int, args ...string) (errOut string, code int) {
	var e bytes.Buffer
	full := func(w io.Writer) io.Writer { return &fullDisk{w, space} }
	code = Run(Config{Program: commandline.Program{Version: "test", Out: io.Discard, Err: &e}, disk: full}, args)
	return e.String(), code
}

// interrupt runs an analysis on a disk that has too little room, and checks that it can continue.
func interrupt(t *testing.T, space int, args ...string) {
	t.Helper()
	if said, code := onFullDisk(space, args...); code != commandline.ExitFailed || !strings.Contains(said, "to continue") {
		t.Fatalf("a full disk: exit code %d, messages %q", code, said)
	}
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
		expect(t, commandline.ExitIncomplete, "", append(args, whole, "--restart")...)
		step := len(testfiles.Text(t, whole)) / 9
		failures := 0
		for space := 0; ; space += step {
			said, code := onFullDisk(space, append(args, out)...)
			if code == commandline.ExitIncomplete {
				break
			}
			failures++
			if code != commandline.ExitFailed || !strings.Contains(said, "no space left on device") {
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

// TestOtherSettings changes what an interrupted analysis depends on.
func TestOtherSettings(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(12))
	other := write(t, filepath.Join(dir, "other.epd"), somePositions(12))
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "epd", "--depth", "3", "--hash", "1", "--no-times", "--out", out}
	interrupt(t, 2500, args...)
	journal := testfiles.Text(t, out+".journal")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--depth", "4"}, "--depth was 3, now it is 4"},
		{[]string{"--nodes", "50"}, "--nodes was 0, now it is 50"},
		{[]string{"--mate", "5"}, "--mate was 0, now it is 5"},
		{[]string{"--movetime", "5"}, "--movetime was 0, now it is 5"},
		{[]string{"--hash", "2"}, "--hash was 1, now it is 2"},
		{[]string{"--threads", "2"}, "--threads was 1, now it is 2"},
		{[]string{"--multipv", "2"}, "--multipv was 1, now it is 2"},
		{[]string{"--format", "epd"}, "--format was auto, now it is epd"},
		{[]string{"--shard", "1/2"}, "--shard was 1/1, now it is 1/2"},
		{[]string{"--searchmoves", "e4"}, "--searchmoves was none, now it is e4"},
		{[]string{other}, "the number of inputs was 1, now it is 2"},
	} {
		_, errOut, code := command(t, "", append(args, test.args...)...)
		if code != commandline.ExitFailed || !strings.Contains(errOut, test.want) || !strings.Contains(errOut, "--restart") {
			t.Errorf("%v: exit code %d, messages %q, want %q", test.args, code, errOut, test.want)
		}
	}
	build := regexp.MustCompile(`"build":"[^"]*",`).FindString(journal)
	write(t, out+".journal", testfiles.Sums(strings.Replace(journal, build, `"build":"revision 1",`, 1)))
	if _, errOut, code := command(t, "", args...); build == "" || code != commandline.ExitFailed || !strings.Contains(errOut, "the build of the engine was revision 1, now it is") {
		t.Errorf("another build: exit code %d, messages %q", code, errOut)
	}
	write(t, out+".journal", journal)
	write(t, in, somePositions(13))
	expect(t, commandline.ExitFailed, in+" has changed", args...)
	if testfiles.Text(t, out+".journal") != journal {
		t.Error("the journal has changed")
	}
	expect(t, commandline.ExitIncomplete, "", append(args, "--restart", "--workers", "2")...)
	write(t, out+".journal", "what somebody else wrote\n")
	expect(t, commandline.ExitFailed, "not a results file", args...)
}

// TestOtherInput changes an input that can only be compared line by line.
func TestOtherInput(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"-", "--as", "epd", "--depth", "3", "--hash", "1", "--no-times", "--out", out}
	var e bytes.Buffer
	full := func(w io.Writer) io.Writer { return &fullDisk{w, 2500} }
	in := somePositions(12)
	if code := Run(Config{Program: commandline.Program{Version: "test", In: strings.NewReader(in), Err: &e}, disk: full}, args); code != commandline.ExitFailed {
		t.Fatalf("a full disk: exit code %d, messages %q", code, &e)
	}
	for other, want := range map[string]string{
		strings.Replace(in, "number 1", "number X", 1):     "standard input:2: this is not the input of the interrupted analysis",
		strings.Join(strings.SplitAfter(in, "\n")[:2], ""): "the end: this is not the input of the interrupted analysis",
	} {
		_, errOut, code := command(t, other, args...)
		if code != commandline.ExitFailed || !strings.Contains(errOut, want) || strings.Contains(errOut, "to continue") {
			t.Errorf("exit code %d, messages %q, want %q", code, errOut, want)
		}
	}
	if _, errOut, code := command(t, in, args...); code != commandline.ExitIncomplete {
		t.Fatalf("the same input: exit code %d, messages %q", code, errOut)
	}
	want, _, _ := command(t, in, args[:len(args)-2]...)
	compare(t, "epd", testfiles.Text(t, out), want)
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
	expect(t, commandline.ExitFailed, "another process is writing it", "startpos", "--depth", "2", "--hash", "1", "--out", out)
}

// TestFinishedResults starts a complete analysis again.
func TestFinishedResults(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(12))
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "results", "--depth", "3", "--hash", "1", "--shard", "2/2", "--out", out}
	expect(t, commandline.ExitIncomplete, "1 of 6 could not be read", args...)
	before := testfiles.Text(t, out) // with times, which another search would change
	_, errOut, code := command(t, "", args...)
	if code != commandline.ExitIncomplete || !strings.Contains(errOut, "complete already") || !strings.Contains(errOut, "1 of 6 could not be read") {
		t.Errorf("again: exit code %d, messages %q", code, errOut)
	}
	if testfiles.Text(t, out) != before {
		t.Error("a complete file has changed")
	}
	expect(t, commandline.ExitFailed, "--depth was 3", append(args, "--depth", "4")...)
	if left := leftBehind(t, dir, "in.epd", "out"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	expect(t, commandline.ExitFailed, "reads it", in, "--depth", "2", "--out", in)
}

// TestResultsWithoutTimes writes results files without times: to a file, also after an interruption, to standard output, and
// merged from shards with times, the bytes are the same. Nothing is made of times that are not there.
func TestResultsWithoutTimes(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.pgn"), strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 5))
	search := []string{in, "--nodes", "2000", "--hash", "1", "--quiet", "--as", "results"}
	args := append(slices.Clone(search), "--no-times")
	want, _, _ := command(t, "", args...)
	if !strings.Contains(want, `"ns":0`) || regexp.MustCompile(`ns":[1-9]`).MatchString(want) {
		t.Fatalf("there are times:\n%s", want)
	}
	out := filepath.Join(dir, "out.results")
	args = append(args, "--out", out)
	interrupt(t, 3000, args...)
	if _, errOut, code := command(t, "", args...); code != commandline.ExitOK || testfiles.Text(t, out) != want {
		t.Errorf("continued: exit code %d, messages %q, or other bytes", code, errOut)
	}
	if left := leftBehind(t, dir, "in.pgn", "out.results"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	expect(t, commandline.ExitFailed, "--no-times was true", append(search, "--out", out)...)
	var parts []string
	for i := range 2 {
		part := filepath.Join(dir, fmt.Sprint("part-", i))
		expect(t, commandline.ExitOK, "", append(search, "--shard", fmt.Sprintf("%d/2", i+1), "--out", part)...)
		parts = append(parts, part)
	}
	if merged, _, _ := merge(append(parts, "--as", "results", "--no-times")...); merged != want {
		t.Errorf("merged:\n%s\nwant\n%s", merged, want)
	}
	if merged, errOut, code := merge(out, "--as", "json"); code != commandline.ExitOK || strings.Contains(merged, "time_ms") {
		t.Errorf("exit code %d, messages %q, times in\n%s", code, errOut, merged)
	}
}

// TestSkipContinues fills the disk under an analysis that leaves out the beginning of its input: it continues, and only with the
// same --skip.
func TestSkipContinues(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.epd"), somePositions(12))
	out := filepath.Join(dir, "out")
	search := []string{in, "--as", "json", "--depth", "3", "--hash", "1", "--no-times", "--quiet", "--skip", "2"}
	args := append(slices.Clone(search), "--out", out)
	interrupt(t, 2500, args...)
	kept := strings.Count(testfiles.Text(t, out+".journal"), `"job":`)
	if _, errOut, code := command(t, "", append(args, "--skip", "3")...); kept == 0 || code != commandline.ExitFailed || !strings.Contains(errOut, "--skip was 2, now it is 3") {
		t.Errorf("%d jobs, another --skip: exit code %d, messages %q", kept, code, errOut)
	}
	if _, errOut, code := command(t, "", args...); code != commandline.ExitIncomplete || strings.Contains(errOut, "again") {
		t.Errorf("continued: exit code %d, messages %q", code, errOut)
	}
	if want, _, _ := command(t, "", search...); testfiles.Text(t, out) != want {
		t.Errorf("there is\n%s\nwant\n%s", testfiles.Text(t, out), want)
	}
	if left := leftBehind(t, dir, "in.epd", "out"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	if _, errOut, code := command(t, "", append(args, "--skip", "20", "--restart")...); code != commandline.ExitEmpty || leftBehind(t, dir, "in.epd", "out") != nil {
		t.Errorf("nothing is left: exit code %d, messages %q", code, errOut)
	}
}
