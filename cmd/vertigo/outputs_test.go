//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

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
