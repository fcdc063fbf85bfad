//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
)

// runBeside runs the program with arguments that name a pipe, and reports whether it opens the pipe, which waits for a writer.
func runBeside(args []string, pipe string) (text string, opens bool) {
	var out, errOut bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(args, strings.NewReader(""), &out, &errOut)
	}()
	for {
		select {
		case <-done:
			return out.String() + errOut.String(), opens
		case <-time.After(time.Millisecond):
		}
		if f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil { // there is a reader
			opens = true
			_ = f.Close()
		}
	}
}

// TestNamedPipes names a pipe where a pipe makes no sense: it is refused at once, unopened.
func TestNamedPipes(t *testing.T) {
	pipe, link := filepath.Join(t.TempDir(), "pipe"), filepath.Join(t.TempDir(), "link")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	must.Do(t, os.Symlink(pipe, link))
	analyse := []string{"analyse", "startpos", "--depth", "1", "--hash", "1", "--quiet"}
	for _, args := range [][]string{
		{"setoption name BookFile value " + pipe}, {"setoption name BookFile value " + link}, {"setoption name EvalFile value " + pipe},
		{"setoption name Debug Log File value " + pipe}, {"bench", "1", "--cpuprofile", pipe},
		append(analyse, "--evalfile", pipe), append(analyse, "--skip-book", pipe), append(analyse, "--store", pipe),
		{"merge", pipe}, {"merge", link}, {"diff", pipe, pipe},
	} {
		if text, opens := runBeside(args, pipe); opens || !strings.Contains(text, "not a regular file") {
			t.Errorf("%q: opens it: %t; %s", args, opens, text)
		}
	}
}

// TestReadPipes reads games, and results, from a pipe that the shell has opened, which can be read only once.
func TestReadPipes(t *testing.T) {
	const games = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n"
	analyse, puzzles := []string{"analyse", "--depth", "1", "--hash", "1", "--as", "results"}, []string{"puzzles", "--nodes", "100", "--replays", "0"}
	var results bytes.Buffer
	if code := run(append(analyse, "-"), strings.NewReader(games), &results, io.Discard); code != cli.ExitOK {
		t.Fatalf("exit code %d", code)
	}
	file := filepath.Join(t.TempDir(), "results")
	must.Do(t, os.WriteFile(file, results.Bytes(), 0o666))
	for _, test := range []struct {
		args []string
		text string
	}{
		{analyse, games}, {puzzles, games}, {puzzles, results.String()}, {[]string{"merge", "--as", "csv"}, results.String()}, {[]string{"diff", file}, results.String()},
	} {
		reader, writer, err := os.Pipe()
		must.Do(t, err)
		name := fmt.Sprintf("/dev/fd/%d", reader.Fd())
		if _, err := os.Stat(name); err != nil {
			t.Skip(err)
		}
		if _, err := writer.WriteString(test.text); err != nil {
			t.Fatal(err)
		}
		_ = writer.Close()
		var errOut bytes.Buffer
		must.Equal(t, run(append(test.args, name), nil, io.Discard, &errOut), cli.ExitOK, test.args, &errOut)
		_ = reader.Close()
	}
}
