package cli

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
		"hekp":                       "help",
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
