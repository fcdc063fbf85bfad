//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestInterrupted ends a search for puzzles that would take hours, by each way to ask a process to end: it
// keeps what it has found, says so if anybody listens, and fails.
func TestInterrupted(t *testing.T) {
	program := build(t)
	games := testfiles.Write(t, "games.pgn", "1. e5 *\n\n"+strings.Repeat(mateGame, 1000))
	for name, end := range map[string]func(*exec.Cmd) error{
		"hang-up":                   func(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGHUP) },
		"terminate":                 func(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGTERM) },
		"interrupt":                 func(c *exec.Cmd) error { return c.Process.Signal(os.Interrupt) },
		"no processor time left":    func(c *exec.Cmd) error { return c.Process.Signal(syscall.SIGXCPU) },
		"nobody reads the messages": nil,
	} {
		out := filepath.Join(t.TempDir(), "puzzles.csv")
		cmd := exec.Command(program, "puzzles", games, "--rescan", "--scan-nodes", "200000", "--workers", "1", "--out", out)
		reader, writer, err := os.Pipe()
		must.Do(t, err)
		if cmd.Stderr = writer; end == nil {
			must.Do(t, reader.Close())
		}
		must.Do(t, errors.Join(cmd.Start(), writer.Close()))
		ended := make(chan error, 1)
		messages := bufio.NewReader(reader)
		if end != nil {
			if first, err := messages.ReadString('\n'); err != nil || !strings.Contains(first, "e5 is not legal") {
				t.Errorf("%s: %v, said first %q", name, err, first)
			}
			if err := end(cmd); err != nil {
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
		must.Equal(t, cmd.ProcessState.ExitCode(), cli.ExitInterrupted, name, cmd.ProcessState)
		if text, err := os.ReadFile(out); err != nil || !strings.HasPrefix(string(text), "PuzzleId,") {
			t.Errorf("%s: %v, kept %q", name, err, text)
		}
		if end == nil {
			continue
		}
		if said, err := io.ReadAll(messages); err != nil || !strings.Contains(string(said), "interrupted after ") ||
			!strings.Contains(string(said), "and other names after --out, the same command continues") {
			t.Errorf("%s: %v, said %q", name, err, said)
		}
	}
}

// TestInterruptedEarly ends commands while their table, which is large, is made: no signal waits for the rest.
func TestInterruptedEarly(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("only Linux says how much memory a process takes")
	}
	program := build(t)
	games := testfiles.Write(t, "games.pgn", mateGame)
	for _, args := range [][]string{{"puzzles", "--nodes", "100M"}, {"analyse", "--hash", "1024"}} {
		if !slices.ContainsFunc(make([]int, 5), func(int) bool { // on a busy machine the signal may come when the table is there
			cmd := exec.Command(program, append(args, games, "--workers", "1", "--quiet", "--out", games+".csv")...)
			must.Do(t, cmd.Start())
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
			usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
			return ok && usage.Maxrss < 900<<10 // KiB
		}) {
			t.Errorf("%s: the signal waits for the table", args)
		}
	}
}

// TestInterruptedHashing ends an analysis that hashes a long input, before it searches: it says so at once.
func TestInterruptedHashing(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("only Linux says which files a process has open")
	}
	program := build(t)
	games := testfiles.Write(t, "games.pgn", "")
	must.Do(t, os.Truncate(games, 1<<38)) // which takes no room on the disk
	cmd := exec.Command(program, "analyse", games, "--out", games+".json")
	var said strings.Builder
	cmd.Stderr = &said
	must.Do(t, cmd.Start())
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	for begin, open := time.Now(), false; !open && time.Since(begin) < patience; time.Sleep(time.Millisecond) {
		links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", cmd.Process.Pid))
		open = slices.ContainsFunc(links, func(link string) bool {
			to, _ := os.Readlink(link)
			return to == games
		})
	}
	must.Do(t, cmd.Process.Signal(syscall.SIGTERM))
	_ = cmd.Wait()
	if timer.Stop(); cmd.ProcessState.ExitCode() != cli.ExitInterrupted || !strings.Contains(said.String(), "interrupted before the first ") {
		t.Errorf("%v, said %q", cmd.ProcessState, &said)
	}
}

// TestInterruptedOpening ends an analysis whose output is a pipe that nobody reads.
func TestInterruptedOpening(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	must.Do(t, syscall.Mkfifo(fifo, 0o600))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var said strings.Builder
	p := cli.Program{Version: "test", Context: ctx, Out: io.Discard, Err: &said}
	code := p.Run(newRoot(p), []string{"analyse", "startpos", "-d3", "--as", "json", "--out", fifo})
	if code != cli.ExitInterrupted || !strings.Contains(said.String(), "interrupted before the first ") {
		t.Errorf("exit code %d, said %q", code, &said)
	}
}

// TestInterruptedWaiting ends commands that wait for standard input, or a named pipe, in the middle of a game: the first signal does,
// and they say so.
func TestInterruptedWaiting(t *testing.T) {
	program := build(t)
	fifo := filepath.Join(t.TempDir(), "fifo")
	must.Do(t, syscall.Mkfifo(fifo, 0o600))
	for _, name := range []string{"analyse", "puzzles"} {
		for _, end := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			cmd := exec.Command(program, name, "-", "--workers", "1")
			in := must.Get(cmd.StdinPipe())(t)
			if end == syscall.SIGHUP {
				cmd.Args[2] = fifo
				in = must.Get(os.OpenFile(fifo, os.O_RDWR, 0))(t) // does not wait for a reader
				defer in.Close()
			}
			stderr := must.Get(cmd.StderrPipe())(t)
			must.Do(t, cmd.Start())
			timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
			messages := bufio.NewReader(stderr)
			if _, err := io.WriteString(in, "1. e5 *\n\n1. e4 "); err != nil {
				t.Error(err)
			}
			if first, err := messages.ReadString('\n'); err != nil || !strings.Contains(first, "e5 is not legal") {
				t.Errorf("%s: %v, said first %q", name, err, first)
			}
			if err := cmd.Process.Signal(end); err != nil {
				t.Error(err)
			}
			said, _ := io.ReadAll(messages)
			_ = cmd.Wait()
			if timer.Stop(); cmd.ProcessState.ExitCode() != cli.ExitInterrupted || !strings.Contains(string(said), "interrupted after 1 game") {
				t.Errorf("%s, %v: %v, said %q", name, end, cmd.ProcessState, said)
			}
		}
	}
}

// TestSecondSignal ends commands whose output has a reader that has stopped, at which the first signal waits: the second ends
// them.
func TestSecondSignal(t *testing.T) {
	program := build(t)
	games := testfiles.Write(t, "games.pgn", mateGame)
	for _, args := range []string{"puzzles --as csv --scan-nodes 100 --replays 0", "analyse --as csv --nodes 100"} {
		reader, writer, err := os.Pipe()
		must.Do(t, err)
		for err == nil { // until it is full
			_ = writer.SetWriteDeadline(time.Now().Add(10 * time.Millisecond)) // pipes have deadlines
			_, err = writer.Write(make([]byte, 4096))
		}
		cmd := exec.Command(program, append(strings.Fields(args), games)...)
		cmd.Stdout = writer
		must.Do(t, cmd.Start())
		awaitWrite(t, cmd.Process.Pid)
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		// One signal may be taken for two that came at once, so that more follow.
		for signals, goesOn := 0, true; goesOn; signals++ {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Error(err)
			}
			select {
			case <-ended:
				goesOn = false
			case <-time.After(300 * time.Millisecond):
			}
			if signals == 200 {
				_ = cmd.Process.Kill()
				t.Fatalf("%s: it goes on", args)
			}
		}
		_, _ = reader.Close(), writer.Close()
	}
}

// TestWaitsWithoutSpinning lets programs wait, for a command or for stop where the search has ended at once, while this process
// keeps a processor busy. Programs that spin get about as much of its time.
func TestWaitsWithoutSpinning(t *testing.T) {
	const busy = 800 * time.Millisecond
	program := build(t)
	waiters, inputs := map[string]*exec.Cmd{}, map[string]io.Closer{}
	for _, lines := range []string{
		"position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\ngo infinite\n", // stalemate
		"go depth 1 infinite\n",
		"go ponder depth 1\n",
		"",
	} {
		c := exec.Command(program)
		in, errIn := c.StdinPipe()
		out, errOut := c.StdoutPipe()
		must.Do(t, errors.Join(errIn, errOut, c.Start()))
		_, err := io.WriteString(in, lines+"isready\n")
		answer := bufio.NewScanner(out)
		for answer.Scan() && answer.Text() != "readyok" {
		}
		must.Do(t, errors.Join(err, answer.Err()))
		waiters[lines], inputs[lines] = c, in
	}
	used := func() time.Duration {
		var usage syscall.Rusage
		must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
		return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	for begin := used(); used() < begin+busy; {
	}
	for lines, c := range waiters {
		if err := errors.Join(inputs[lines].Close(), c.Wait()); err != nil {
			t.Error(err)
		}
		if theirs := c.ProcessState.UserTime() + c.ProcessState.SystemTime(); theirs > busy/2 {
			t.Errorf("%q: %v of processor time, in which another process had %v", lines, theirs, busy)
		}
	}
}

// awaitWrite waits until a process is held up by a pipe that is full. Where the system does not say what it waits for, a second
// is enough nearly always.
func awaitWrite(t *testing.T, pid int) {
	t.Helper()
	for range 100 {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/wchan", pid))
		for _, name := range threads {
			if place, _ := os.ReadFile(name); strings.Contains(string(place), "pipe_write") {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestOut writes the output of every command with --out to a file and to standard output, to which others have written before, by links
// as in a container: each gets all of it, and the links stay. DIR stands for a folder as talkingInputs makes it.
func TestOut(t *testing.T) {
	if _, err := os.Stat("/dev/fd/1"); err != nil {
		t.Skip(err)
	}
	program, inputs := build(t), talkingInputs(t)
	for _, line := range []string{
		"analyse startpos --depth 3 --hash 1 --no-times --as pgn --quiet --out",
		"merge DIR/whole.results --as results --out",
		"puzzles DIR/games.pgn --nodes 500 --replays 0 --quiet --as csv --out",
		"diff DIR/whole.results DIR/whole.results --out",
		"tree startpos --depth 1 --out",
	} {
		words := strings.Fields(strings.ReplaceAll(line, "DIR", inputs))
		folder := t.TempDir()
		out := func(target string) (printed string) {
			t.Helper()
			link, log := filepath.Join(folder, "link"), filepath.Join(folder, "log")
			must.Do(t, errors.Join(os.Symlink(target, link), os.WriteFile(log, []byte("earlier\n"), 0o666)))
			stdout := must.Get(os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0))(t)
			cmd := exec.Command(program, append(words, link)...)
			cmd.Stdout = stdout
			err := errors.Join(cmd.Run(), stdout.Close())
			if to, _ := os.Readlink(link); err != nil || to != target || os.Remove(link) != nil {
				t.Errorf("%s %s: %v, the link leads to %q", line, target, err, to)
			}
			return strings.TrimPrefix(testfiles.Text(t, log), "earlier\n")
		}
		must.Equal(t, out("file"), "", line)
		want := testfiles.Text(t, filepath.Join(folder, "file"))
		must.Equal(t, out("/dev/fd/1"), want, line)
		must.Contain(t, want, "\n")
		if strings.HasPrefix(line, "tree") && runtime.GOOS == "linux" {
			must.Do(t, os.Symlink("/proc/self/fd/1", filepath.Join(folder, "second")))
			must.Equal(t, out("/proc/self/fd/1")+out("second"), want+want)
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
