package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestColumns checks the width of lines on a terminal and elsewhere, with the variable that says it and without.
func TestColumns(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	defer control.Close()
	for _, test := range []struct {
		size           uint16
		variable       string
		pipe, terminal int
		width          int // of text on the terminal
	}{
		{80, "", 0, 80, 80}, {200, "", 0, 200, 100}, {80, "132", 132, 80, 80}, {0, "132", 132, 132, 100},
		{0, "", 0, 80, 80}, {7, "x", 0, 30, 30}, {50, "-1", 0, 50, 50},
	} {
		t.Setenv("COLUMNS", test.variable)
		testfiles.Resize(t, terminal, test.size)
		var pipe bytes.Buffer
		if a, b, c := Columns(&pipe), Columns(terminal), Width(terminal); a != test.pipe || b != test.terminal || c != test.width {
			t.Errorf("%+v: %d, %d, %d", test, a, b, c)
		}
	}
}

// TestColors checks who gets colours.
func TestColors(t *testing.T) {
	_, terminal := testfiles.Terminal(t)
	for _, test := range []struct {
		term, noColor string
		want          bool
	}{{"xterm", "", true}, {"xterm", "1", false}, {"dumb", "", false}} {
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.noColor)
		must.Equal(t, Colors(terminal), test.want, test)
		if Colors(&bytes.Buffer{}) {
			t.Errorf("%+v: a file has colours", test)
		}
	}
}

// TestQuote checks how arguments are typed.
func TestQuote(t *testing.T) {
	for _, test := range []struct{ arg, unix, windows string }{
		{"games.pgn", "games.pgn", "games.pgn"}, {"-n20k", "-n20k", "-n20k"}, {"Größe.pgn", "Größe.pgn", "Größe.pgn"}, {"", "''", `""`},
		{"my games.pgn", "'my games.pgn'", `"my games.pgn"`}, {"it's", `'it'\''s'`, `"it's"`}, {`a\b.pgn`, `'a\b.pgn'`, `a\b.pgn`},
		{"$(rm x)", "'$(rm x)'", `"$(rm x)"`}, {"*.pgn", "'*.pgn'", `"*.pgn"`}, {"~/a", "'~/a'", `"~/a"`},
	} {
		must.Equal(t, quote(test.arg, false), test.unix, test.arg)
		must.Equal(t, quote(test.arg, true), test.windows, test.arg)
	}
}

// TestMessageOnTerminal breaks a long message between words on a terminal, and leaves a short one, and one in a pipe, as they are.
func TestMessageOnTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	testfiles.Resize(t, terminal, 40)
	const long = "games.pgn:12: game 3: \"a text that  goes on\" is not understood: kept as a comment"
	for text, want := range map[string]string{
		long:            "games.pgn:12: game 3: \"a text that goes\r\n  on\" is not understood: kept as a\r\n  comment\r\n",
		"short  enough": "short  enough\r\n",
		"one\n" + long:  "one\r\n  games.pgn:12: game 3: \"a text that\r\n  goes on\" is not understood: kept as a\r\n  comment\r\n",
	} {
		Message(terminal, "%s", text)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(control, got); err != nil || string(got) != want {
			t.Errorf("%q is reported as %q, want %q; %v", text, got, want, err)
		}
		var pipe bytes.Buffer
		Message(&pipe, "%s", text)
		must.Equal(t, pipe.String(), strings.ReplaceAll(text, "\n", "\n  ")+"\n", text, &pipe)
	}
}
