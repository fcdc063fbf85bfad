package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/testing/must"
)

func TestReadBook(t *testing.T) {
	const start, pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "4k3/8/8/8/8/8/4P3/4K3 b - -"
	for _, test := range []struct {
		name, text string
		want       []string // the positions, or
		err        string   // what the error says
	}{
		{"FENs and EPDs", start + " 7 30\n\n  " + pawn + " id \"pawn\";\r\n", []string{start + " 7 30", pawn + " 0 1"}, ""},
		{"no line break", pawn, []string{pawn + " 0 1"}, ""},
		{"no position", start + "\n8/8 w - -\n", nil, "book:2: "},
		{"a line without end", start + "\n" + strings.Repeat("x", 1<<17), nil, "book:2: "},
		{"empty", " \n\n", nil, "book holds no position"},
	} {
		path := filepath.Join(t.TempDir(), "book")
		must.Do(t, os.WriteFile(path, []byte(test.text), 0o600))
		positions, err := readBook(path)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.err)
		}
		if len(positions) != len(test.want) {
			t.Errorf("%s: %d positions, want %d", test.name, len(positions), len(test.want))
			continue
		}
		for i, p := range positions {
			must.Equal(t, p.FEN(), test.want[i], test.name, i, test.want[i])
		}
	}
	_, err := readBook(filepath.Join(t.TempDir(), "none"))
	must.Fail(t, err, "none")
}
