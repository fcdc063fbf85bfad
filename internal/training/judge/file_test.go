package judge

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/testfiles"
)

const startLine = "a,1,0.5500,30,e2e4," + board.StartFEN + "\n"

// add opens the file, adds the start position and closes it.
func add(t *testing.T, name, source string) []Position {
	t.Helper()
	f, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Add(start(source)); err != nil {
		t.Error(err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	return f.Positions
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "set.csv")
	if before := add(t, name, "a"); len(before) != 0 {
		t.Errorf("a new file has %d positions", len(before))
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != header+startLine {
		t.Errorf("%v\n%s", err, text)
	}
	// A writer that was killed leaves half a line.
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("a,1,0.55"); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if before := add(t, name, `b, "c"`); len(before) != 1 || before[0].Expected != 0.55 || !before[0].Quiet {
		t.Errorf("read again: %+v", before)
	}
	text, err := os.ReadFile(name)
	if want := header + startLine + strings.Replace(startLine, "a", `"b, ""c"""`, 1); err != nil || string(text) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
	if positions := read(t, string(text)); positions[1].Source != `b, "c"` {
		t.Errorf("the source is read as %q", positions[1].Source)
	}
}

// TestOpenHalfHeader begins a file anew whose first line was not finished.
func TestOpenHalfHeader(t *testing.T) {
	name := testfiles.Write(t, "set.csv", header[:5])
	if before := add(t, name, "a"); len(before) != 0 {
		t.Errorf("%d positions", len(before))
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != header+startLine {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestOpenRefuses checks that files which are something else stay as they are.
func TestOpenRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"fen,expected\n":        "does not begin with",
		"Dear diary":            "does not begin with",
		header + "a,1,2,3\n":    "wrong number of fields",
		header + "a,1,7,3,,x\n": "line 2",
	} {
		name := testfiles.Write(t, "set.csv", text)
		if _, err := Open(name); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if after, err := os.ReadFile(name); err != nil || string(after) != text {
			t.Errorf("%q has become %q, %v", text, after, err)
		}
	}
}

func TestContinues(t *testing.T) {
	a, b := start("a").Position, start("a").Position
	b.Position = parsed(t, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
	f := &File{File: os.Stdin, Positions: []Position{a, b}}
	if err := f.Continues([]Position{a, b, a}); err != nil {
		t.Error(err)
	}
	for _, drawn := range [][]Position{{a}, {a, a}, {b, a}, {a, {Position: b.Position, Source: "b"}}} {
		if err := f.Continues(drawn); err == nil || !strings.Contains(err.Error(), "another draw") {
			t.Errorf("%v: %v", fens(drawn), err)
		}
	}
}
