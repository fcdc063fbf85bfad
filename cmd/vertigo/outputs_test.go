//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

// TestOut writes the output of every command with --out to a file and to standard output, by links as in a container: each gets all of
// it, and the links stay. DIR stands for a folder as talkingInputs makes it.
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
			link := filepath.Join(folder, "link")
			if err := os.Symlink(target, link); err != nil {
				t.Fatal(err)
			}
			text, err := exec.Command(program, append(words, link)...).Output()
			if to, _ := os.Readlink(link); err != nil || to != target || os.Remove(link) != nil {
				t.Errorf("%s %s: %v, the link leads to %q", line, target, err, to)
			}
			return string(text)
		}
		must.Equal(t, out("file"), "", line)
		want, err := os.ReadFile(filepath.Join(folder, "file"))
		if printed := out("/dev/fd/1"); err != nil || printed != string(want) || len(want) < 40 {
			t.Errorf("%s: %q, in a file %q, %v", line, printed, want, err)
		}
	}
}
