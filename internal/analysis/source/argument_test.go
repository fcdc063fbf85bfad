package source

import (
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

// TestIsPosition checks that positions are distinguished from files.
func TestIsPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "startpos", "")
	for arg, want := range map[string]bool{
		"startpos": false, "startpos moves e2e4": true, "position startpos": true, "8/8/8/4k3/8/8/4P3/4K3 w": true, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1": true,
		"position fen 8/8/8/4k3/8/8/4P3/4K3 b": true, "8/8/8/4k3/8/8/4P3/4K3": false, "a/b/c/d/e/f/g/my games of 2024.pgn": false,
		"8/8/8/4x3/8/8/4P3/4K3 w - - 0 1": true, // an error about it says more than that there is no such file
		"/8/8/4k3/8/8/4P3/4K3 w.pgn":      false,
	} {
		must.Equal(t, IsPosition(arg), want, arg)
	}
}

func TestArguments(t *testing.T) {
	const pieces = "8/8/8/4k3/8/8/4P3/4K3"
	for _, test := range []struct {
		words string // separated by |
		want  string
		err   string
	}{
		{"a.pgn|-|startpos", "a.pgn|-|startpos", ""},
		{pieces + " w - - 0 1|a.pgn", pieces + " w - - 0 1|a.pgn", ""},
		{pieces + "|w|-|-|0|1|-|a.pgn", pieces + " w - - 0 1|-|a.pgn", ""},
		{"a.pgn|" + pieces + "|b|KQkq|e3|-", "a.pgn|" + pieces + " b KQkq e3|-", ""},
		{pieces + "|w|-|-|" + pieces + "|b|-|-|7", pieces + " w - -|" + pieces + " b - - 7", ""},
		{pieces + "|w|HAha|-|0|12|13", pieces + " w HAha - 0 12|13", ""},
		{pieces + ` w - - c0 "two  blanks";`, pieces + ` w - - c0 "two  blanks";`, ""},
		{"a/b/c/d/e/f/g/h.pgn|w", "a/b/c/d/e/f/g/h.pgn|w", ""},
		{"startpos|moves|e2e4|e7e5|a.pgn", "startpos moves e2e4 e7e5|a.pgn", ""},
		{"startpos moves e2e4|startpos", "startpos moves e2e4|startpos", ""},
		{pieces + "|w|-|-|0|1|moves|e2e4", pieces + " w - - 0 1 moves e2e4", ""},
		{pieces + " w - - 0 1 moves e2e4", pieces + " w - - 0 1 moves e2e4", ""},
		{"a.pgn|moves|e2e4", "a.pgn|moves|e2e4", ""},
		{"a/b/c/d/e/f/g/my games of 2024.pgn|x.pgn", "a/b/c/d/e/f/g/my games of 2024.pgn|x.pgn", ""},
		{"", "", ""},
		{"-|a.pgn|-", "", "- is named twice"},
		{pieces, "", `write "` + pieces + ` w - - 0 1"`},
		{"a.pgn|" + pieces + "|b", "a.pgn|" + pieces + " b", ""},
		{pieces + " b KQ", pieces + " b KQ", ""},
		{pieces + "|b|games.pgn", pieces + " b|games.pgn", ""},
	} {
		got, err := Arguments(strings.Split(test.words, "|"))
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got %q, %v, want an error with %s", test.words, got, err, test.err)
			}
		} else if want := strings.Split(test.want, "|"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v", test.words, got, err)
		}
	}
}
