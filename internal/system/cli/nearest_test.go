package cli

import (
	"strings"
	"testing"

	"vertigo/internal/testing/must"
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
		must.Equal(t, Nearest(word, known), want, word)
	}
	must.Equal(t, Nearest("", nil), "", "no words")
}
