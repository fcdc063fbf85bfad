package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// patience is how long a test waits for an event; only a program that hangs makes it fail.
const patience = 60 * time.Second

// binary is the path of the program that build compiles.
var binary string

// TestMain lets scripts run this program as "vertigo", where files cannot be locked as "unlocked", and where locking
// them fails as "broken".
func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){
		"vertigo": main, "unlocked": func() { withoutLocks(syscall.ENOLCK) }, "broken": func() { withoutLocks(syscall.EIO) },
	})
}

// withoutLocks runs the program on a system that refuses, with the given error, to lock files.
func withoutLocks(refusal syscall.Errno) {
	if err := testfiles.RefuseLocks(refusal); err != nil {
		panic(err)
	}
	main()
}

// tests runs all tests with a folder for the program that build compiles.
type tests struct{ *testing.M }

func (m tests) Run() (code int) {
	testfiles.ObeySignals()
	dir, err := os.MkdirTemp("", "vertigo-test-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	binary = filepath.Join(dir, "vertigo")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	return m.M.Run()
}

// compile compiles the program as the Makefile does, once for all tests.
var compile = sync.OnceValues(func() ([]byte, error) {
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-w", "-o", binary, ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	return c.CombinedOutput()
})

// build returns the path of the program.
func build(t *testing.T) string {
	t.Helper()
	if out, err := compile(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// TestMakefile has the Makefile choose a level where no file lists the processor's features, in a shell that ends at any error, as
// OpenBSD's make wants it. A colon, which does nothing, stands for go.
func TestMakefile(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs make")
	}
	c := exec.Command("make", "-C", root, ".SHELLFLAGS=-ec", "CPUINFO="+filepath.Join(t.TempDir(), "none"), "GO=:", "build")
	c.Env = append(os.Environ(), "MAKEFLAGS=", "GOAMD64=")
	out, err := c.CombinedOutput()
	must.Do(t, err, string(out))
}

// TestEnd checks that the program ends by itself and without an error, whatever it is doing, and that it first completes every
// command that ends by itself.
func TestEnd(t *testing.T) {
	path := build(t)
	for _, test := range []struct {
		name, input string
		out         string // a regular expression, of the output without the lines that begin with info depth
		whole       string // one of all the output
	}{
		{"quit during a search", "go infinite\nquit\n", `^bestmove .*\n$`, ""},
		{"end of input during a search without limits", "go\n", `^bestmove .*\n$`, ""},
		{"end of input during a ponder search", "setoption name Threads value 2\ngo ponder wtime 1 btime 1\n", `^(info string option Threads: .*\n)?bestmove .*\n$`, ""},
		{"end of input before the depth", "position startpos moves e2e4 e7e5\ngo depth 10\n", `^bestmove .*\n$`, `info depth 10 `},
		{"end of input while others wait", "go depth 8\ngo infinite\ngo nodes 2000\ngo depth 7\nisready\ngo movetime 9\ngo wtime 90",
			`^(readyok\n)?(bestmove .*\n)+(readyok\n)?(bestmove .*\n)+$`, `(?s)info depth 8 .*bestmove.*info depth 7 .*bestmove`},
		{"end of input during bench", "bench 1\n", `\d+ nodes \d+ nps\n$`, ""},
		{"quit during perft", "go perft 15\nquit\n", "perft stopped\n$", ""},
		{"quit during bench", "bench 100\nquit\n", "bench stopped\n$", ""},
		{"quit", "quit\n", "^$", ""},
		{"nothing", "", "^$", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			cmd := exec.CommandContext(ctx, path)
			in := must.Get(cmd.StdinPipe())(t)
			go func() {
				_, _ = io.WriteString(in, test.input)
				_ = in.Close()
			}()
			text, err := cmd.CombinedOutput()
			must.Do(t, err, text)
			out := regexp.MustCompile(`(?m)^info depth .*\n`).ReplaceAllString(string(text), "")
			if !regexp.MustCompile(test.out).MatchString(out) || !regexp.MustCompile(test.whole).Match(text) {
				t.Errorf("wrote %q, want %s and %s", text, test.out, test.whole)
			}
		})
	}
}

// TestNobodyLeft checks that the program ends if nobody is at either end of it any more, even though it has been asked for a
// search that takes long.
func TestNobodyLeft(t *testing.T) {
	path := build(t)
	t.Run("", func(t *testing.T) {
		for _, args := range [][]string{{}, {"go", "depth", "200"}} {
			t.Run(strings.Join(args, " "), func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command(path, args...)
				in, errIn := cmd.StdinPipe()
				out, errOut := cmd.StdoutPipe()
				must.Do(t, errors.Join(errIn, errOut, cmd.Start()))
				if len(args) == 0 {
					_, err := io.WriteString(in, "isready\ngo depth 200\n")
					if _, err2 := io.ReadFull(out, make([]byte, len("readyok\n"))); err != nil || err2 != nil {
						t.Error(err, err2)
					}
				}
				_, _ = in.Close(), out.Close()
				timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
				err := cmd.Wait() // by a signal or a failed write
				if !timer.Stop() {
					t.Errorf("the program does not end: %v", err)
				}
			})
		}
	})
}

// TestMethodsAreLeftOut checks that the linker leaves out methods that nothing calls: with templates, which call methods by name, it
// keeps all, and the program is a sixth larger.
func TestMethodsAreLeftOut(t *testing.T) {
	program := must.Get(os.ReadFile(build(t)))(t)
	if bytes.Contains(program, []byte("text/template.(*Template).Execute")) || !bytes.Contains(program, []byte("search.(*Engine).Search")) {
		t.Error("the program has templates")
	}
}

// TestGreeting starts the program on a terminal, as a double click does, and in a pipe, as chess programs do: only people are
// greeted.
func TestGreeting(t *testing.T) {
	var out strings.Builder
	if code := run(nil, strings.NewReader("quit\n"), &out, io.Discard); code != 0 || out.Len() > 0 {
		t.Errorf("in a pipe: exit code %d, wrote %q", code, &out)
	}
	control, terminal := testfiles.Terminal(t)
	ended := make(chan int, 1)
	go func() { ended <- run(nil, terminal, terminal, io.Discard) }()
	var text strings.Builder
	for buffer := make([]byte, 1024); strings.Count(text.String(), "\n") < 3; {
		if err := control.SetReadDeadline(time.Now().Add(patience)); err != nil {
			t.Log(err) // then only the time limit of the tests ends it
		}
		n, err := control.Read(buffer)
		must.Do(t, err, &text)
		text.Write(buffer[:n])
	}
	for i, want := range []string{"chess engine", "vertigo games.pgn", "help"} {
		if line := strings.Split(text.String(), "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("line %d is %q, want %q in it", i+1, line, want)
		}
	}
	select {
	case code := <-ended:
		t.Fatalf("the program has ended with %d", code)
	default:
	}
	if _, err := control.WriteString("quit\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case code := <-ended:
		must.Equal(t, code, 0, "exit code")
	case <-time.After(patience):
		t.Error("the program does not end")
	}
}

// TestManualPage writes the page as a release does. It has every command for analysis, with its flags as the help shows
// them, and groff, where it is installed, reads it without a warning.
func TestManualPage(t *testing.T) {
	testfiles.OnlyInCI(t)
	t.Parallel()
	c := exec.Command("go", "run", "-trimpath", "-tags=man", ".") // flags with which build has compiled the packages
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out := must.Get(c.Output())(t)
	page := string(out)
	for _, c := range newRoot(cli.Program{}).Commands() {
		if has := strings.Contains(page, "\n.SH VERTIGO "+strings.ToUpper(c.Name())+"\n"); has != (c.GroupID != "uci" && c.Name() != "help") {
			t.Errorf("the page has %s: %v", c.Name(), has)
		}
		if c.GroupID == "analysis" {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				want := `--` + f.Name + `\fP`
				if kind, _ := pflag.UnquoteUsage(f); kind != "" {
					want += "=" + kind
				}
				if !strings.Contains(page, want+"\n") {
					t.Errorf("the page lacks %s of %s", want, c.Name())
				}
			})
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-ww")
	cmd.Stdin = strings.NewReader(page)
	var text, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &text, &errOut
	if err := cmd.Run(); err != nil || errOut.Len() > 0 || !strings.Contains(text.String(), "analyse") {
		t.Errorf("groff: %v, %s", err, errOut.String())
	}
}

// TestOldProcessor runs the program on the oldest 64-bit x86 processor, for which QEMU's user mode stands. What is built for newer
// ones says that it cannot run.
func TestOldProcessor(t *testing.T) {
	testfiles.OnlyInCI(t)
	t.Parallel()
	qemu, err := exec.LookPath("qemu-x86_64-static")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-x86_64"); err != nil {
			t.Skip("QEMU's user mode is not installed")
		}
	}
	for level, want := range map[string]string{
		"v1": "bestmove ", "v3": "This program can only be run on AMD64 processors with v3 microarchitecture support.\n",
	} {
		path := filepath.Join(t.TempDir(), "vertigo")
		build := exec.Command("go", "build", "-trimpath", "-o", path, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64", "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		out, err := exec.Command(qemu, "-cpu", "qemu64", path, "go depth 2").CombinedOutput()
		if (err == nil) != (level == "v1") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", level, err, out)
		}
	}
}

// mostWords bounds the help of all commands together.
const mostWords = 3500

// TestHelp checks the help of every command: it has all flags, keeps to the width of the terminal, and is short.
func TestHelp(t *testing.T) {
	words := 0
	root := newRoot(cli.Program{})
	for _, c := range append(root.Commands(), root) {
		args := strings.Fields(c.CommandPath())[1:]
		var help strings.Builder
		for _, width := range []string{"40", "100", "80"} {
			t.Setenv("COLUMNS", width)
			help.Reset()
			var errOut strings.Builder
			if code := run(append(args, "--help"), nil, &help, &errOut); code != 0 || errOut.Len() > 0 {
				t.Errorf("%s, width %s: exit code %d, messages %q", args, width, code, &errOut)
			}
		}
		text := " " + strings.Join(strings.Fields(help.String()), " ") + " "
		words += strings.Count(text, " ")
		for line := range strings.Lines(help.String()) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 && !strings.Contains(line, "vertigo ") || strings.HasSuffix(line, " ") {
				t.Errorf("%s: a line is too long, or ends with a space: %q", args, line)
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, usage := pflag.UnquoteUsage(f)
			if f.Name != "help" && !strings.Contains(text, strings.TrimRight(" --"+f.Name+" "+name, " ")+" "+strings.Join(strings.Fields(usage), " ")) {
				t.Errorf("the help of %s lacks --%s: %s", args, f.Name, text)
			}
		})
	}
	if words > mostWords {
		t.Errorf("the help has %d words, %d at most", words, mostWords)
	}
	t.Logf("%d words", words)
}

// mostLines bounds what -h shows to two screens of 25 lines.
const mostLines = 50

// TestBriefHelp checks that -h of every command has a whole line for each flag, and fits on two screens.
func TestBriefHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	root := newRoot(cli.Program{})
	for _, c := range append(root.Commands(), root) {
		var brief, errOut strings.Builder
		if code := run(append(strings.Fields(c.CommandPath())[1:], "-h"), nil, &brief, &errOut); code != 0 || errOut.Len() > 0 {
			t.Errorf("%s: exit code %d, messages %q", c.CommandPath(), code, &errOut)
		}
		if lines := strings.Count(brief.String(), "\n"); lines > mostLines || !c.DisableFlagParsing && strings.Contains(brief.String(), "…") {
			t.Errorf("%s: %d lines, or one that is cut:\n%s", c.CommandPath(), lines, &brief)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			line := regexp.MustCompile(`(?m)^  (-.,|   ) --` + f.Name + ` .*  \w.*$`)
			if f.Name != "help" && len(line.FindAllString(brief.String(), -1)) != 1 {
				t.Errorf("%s: --%s has no line:\n%s", c.CommandPath(), f.Name, &brief)
			}
		})
	}
}

// TestHelpCommand checks that help and --help of a command are the same.
func TestHelpCommand(t *testing.T) {
	for _, c := range append(newRoot(cli.Program{}).Commands(), &cobra.Command{}) {
		var a, b strings.Builder
		name := strings.Fields(c.Name())
		run(append([]string{"help"}, name...), nil, &a, nil)
		if run(append(name, "--help"), nil, &b, nil); a.String() != b.String() || a.Len() == 0 {
			t.Errorf("help %s differs from --help", name)
		}
	}
}
