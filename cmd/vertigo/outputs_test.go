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
)

// outCommands are the commands with --out, which they end with. Their output is always the same. DIR stands for a folder with
// what they read.
var outCommands = []string{
	"analyse startpos --depth 3 --hash 1 --no-times --as pgn --quiet --out",
	"merge DIR/whole.results --as results --out",
	"puzzles DIR/games.pgn --nodes 500 --replays 0 --quiet --out",
	"diff DIR/whole.results DIR/whole.results --out",
	"tree startpos --depth 1 --out",
}

// outInputs makes the folder that outCommands read.
func outInputs(t *testing.T, program string) string {
	t.Helper()
	folder := t.TempDir()
	games := filepath.Join(folder, "games.pgn")
	if err := os.WriteFile(games, []byte("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"--as", "results", "--out", filepath.Join(folder, "whole.results")}, {"--store", filepath.Join(folder, "answers.store")},
	} {
		args = append([]string{"analyse", games, "--depth", "3", "--hash", "1", "--quiet"}, args...)
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
	}
	return folder
}

// kinds describes all entries of a folder: links by where they lead, others by their kind.
func kinds(t *testing.T, folder string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		to, _ := os.Readlink(path) // only a link leads somewhere
		fmt.Fprintln(&b, path, e.Type(), to)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOut writes the output of every command to links, pipes and standard output by other names, as in a container: each gets
// all of it, and nothing in the folder is replaced.
func TestOut(t *testing.T) {
	if _, err := os.Stat("/dev/fd/1"); err != nil {
		t.Skip(err)
	}
	program := build(t)
	inputs := outInputs(t, program)
	for _, line := range outCommands {
		words := strings.Fields(strings.ReplaceAll(line, "DIR", inputs))
		folder := t.TempDir()
		in := func(name string) string { return filepath.Join(folder, name) }
		end := "" // of names that say the form
		if words[0] == "puzzles" {
			end = ".csv"
		}
		err := errors.Join(os.WriteFile(in("log"), []byte("earlier\n"), 0o666), os.WriteFile(in("file"), nil, 0o666),
			syscall.Mkfifo(in("pipe"), 0o666),
			os.Symlink("file", in("tofile"+end)), os.Symlink("pipe", in("topipe"+end)), os.Symlink("/dev/fd/1", in("stdout")),
			os.Symlink(in("stdout"), in("tostdout"+end)))
		if err != nil {
			t.Fatal(err)
		}
		before := kinds(t, folder)
		run := func(name string, out io.Writer) {
			t.Helper()
			cmd := exec.Command(program, append(words, in(name))...)
			var errOut strings.Builder
			cmd.Stdout, cmd.Stderr = out, &errOut
			if err := cmd.Run(); err != nil {
				t.Errorf("%s %s: %v: %s", line, name, err, errOut.String())
			}
		}
		check := func(name, got, want string) {
			t.Helper()
			if got != want || len(want) < 40 {
				t.Errorf("%s %s: %q, want %q", line, name, got, want)
			}
		}
		var plain strings.Builder
		run("tofile"+end, &plain)
		text, err := os.ReadFile(in("file"))
		if err != nil || plain.Len() > 0 {
			t.Errorf("%s: %v, written to standard output: %q", line, err, plain.String())
		}
		want := string(text)

		received := make(chan string)
		go func() {
			text, _ := os.ReadFile(in("pipe"))
			received <- string(text)
		}()
		run("topipe"+end, nil)
		check("pipe", <-received, want)

		log, err := os.OpenFile(in("log"), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		run("tostdout"+end, log)
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		text, err = os.ReadFile(in("log"))
		if err != nil {
			t.Fatal(err)
		}
		check("stdout", string(text), "earlier\n"+want)
		var piped strings.Builder
		run("tostdout"+end, &piped)
		check("stdout in a pipe", piped.String(), want)
		if after := kinds(t, folder); after != before {
			t.Errorf("%s: the folder was\n%s\nand is\n%s", line, before, after)
		}
	}
}
