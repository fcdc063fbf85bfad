//go:build unix

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vertigo/internal/system/commandline"
)

// TestInterrupted ends a search for puzzles that would take hours, by each of the ways in which a process is told to end: it
// keeps what it has found, says so if anybody listens, and fails.
func TestInterrupted(t *testing.T) {
	program := build(t)
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	if err := os.WriteFile(games, []byte("1. e5 *\n\n"+strings.Repeat("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n\n", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func(*exec.Cmd) error{
		"hang-up":                   func(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGHUP) },
		"terminate":                 func(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGTERM) },
		"interrupt":                 func(c *exec.Cmd) error { return c.Process.Signal(os.Interrupt) },
		"nobody reads the messages": nil,
	} {
		out := filepath.Join(dir, strings.ReplaceAll(name, " ", "-")+".csv")
		cmd := exec.Command(program, "puzzles", games, "--rescan", "--scan-nodes", "10000000", "--out", out)
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if cmd.Stderr = writer; end == nil {
			if err := reader.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := errors.Join(cmd.Start(), writer.Close()); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		if end != nil {
			begin := time.Now()
			for _, err = os.Stat(out + ".part"); errors.Is(err, fs.ErrNotExist) && time.Since(begin) < patience; _, err = os.Stat(out + ".part") {
				time.Sleep(time.Millisecond)
			}
			if err := errors.Join(err, end(cmd)); err != nil {
				t.Error(err)
			}
		}
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Errorf("%s: it goes on", name)
			_ = cmd.Process.Kill() // it may end by itself now
		}
		if code := cmd.ProcessState.ExitCode(); code != commandline.ExitInterrupted {
			t.Errorf("%s: %v", name, cmd.ProcessState)
		}
		if text, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(text), "PuzzleId,") {
			t.Errorf("%s: %v, kept %q", name, err, text)
		}
		if end == nil {
			continue
		}
		if said, err := io.ReadAll(reader); err != nil || !strings.Contains(string(said), "interrupted after ") ||
			!strings.Contains(string(said), "and other names after --out the same command goes on") {
			t.Errorf("%s: %v, said %q", name, err, said)
		}
	}
}

// TestInterruptedEarly ends a search for puzzles while its table, which is large, is made: no signal waits for the rest.
func TestInterruptedEarly(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("only Linux tells the memory of a process")
	}
	program := build(t)
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 5 { // on a busy machine the signal may come when the table is there
		cmd := exec.Command(program, "puzzles", games, "--nodes", "100M", "--workers", "1", "--quiet", "--out", games+".csv")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); time.Since(begin) < patience; time.Sleep(time.Millisecond) {
			var size, resident int
			text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", cmd.Process.Pid))
			if _, _ = fmt.Sscan(string(text), &size, &resident); resident*os.Getpagesize() > 100<<20 {
				break
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGINT {
			return
		}
	}
	t.Error("the signal waits for the table")
}

// TestSecondSignal ends commands whose output has a reader that has stopped: the second signal ends them at once.
func TestSecondSignal(t *testing.T) {
	program := build(t)
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"puzzles --as csv --scan-nodes 100 --replays 0", "analyse --as csv --nodes 100"} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := writer.SetWriteDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		for err == nil { // until it is full
			_, err = writer.Write(make([]byte, 4096))
		}
		cmd := exec.Command(program, append(strings.Fields(args), games)...)
		cmd.Stdout = writer
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second) // now it writes
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for range 2 {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Error(err)
			}
			time.Sleep(300 * time.Millisecond)
		}
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			t.Errorf("%s: it goes on", args)
			_ = cmd.Process.Kill() // it may end by itself now
			<-ended
		}
		_, _ = reader.Close(), writer.Close()
	}
}
