package main

import (
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
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"vertigo/internal/testing/must"
)

// patience is how long a test waits for an event; only a program that hangs makes it fail.
const patience = 60 * time.Second

// binary is the path of the program that build compiles.
var binary string

// TestMain lets scripts run this program as "vertigo".
func TestMain(m *testing.M) { testscript.Main(tests{m}, map[string]func(){"vertigo": main}) }

// tests runs all tests with a folder for the program that build compiles.
type tests struct{ *testing.M }

func (m tests) Run() (code int) {
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
