package commandline

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"d", "go", "help", "stop", "position", "perft", "Move Overhead", "MultiPV"}
	for word, want := range map[string]string{
		"potision":                   "position",
		"postion":                    "position",
		"positions":                  "position",
		"hlep":                       "help",
		"goo":                        "go",
		"og":                         "go",
		"GO":                         "go",
		"multi pv":                   "MultiPV",
		"moveoverhead":               "Move Overhead",
		"stopp":                      "stop",
		"xboard":                     "",
		"x":                          "",
		"":                           "",
		"e2e4":                       "",
		"perfect result":             "",
		strings.Repeat("go ", 10000): "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
	if got := Nearest("", nil); got != "" {
		t.Errorf("no words: got %q", got)
	}
}

// TestDistance checks the distance against its definition: no word has a shorter way to another than edit by edit.
func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"depth", "depth", 0}, {"depht", "depth", 1}, {"dpeht", "depth", 2}, {"", "", 0}, {"", "a", 1},
		{"depth", "depths", 1}, {"depth", "deph", 1}, {"depth", "debth", 1}, {"kitten", "sitting", 3}, {"ca", "abc", 3},
	} {
		for _, pair := range [][2]string{{test.a, test.b}, {test.b, test.a}} {
			if got := Distance(pair[0], pair[1]); got != test.want {
				t.Errorf("%q, %q: got %d, want %d", pair[0], pair[1], got, test.want)
			}
		}
	}
}
