package cli

import (
	"path/filepath"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// TestWildcards expands arguments as shells do, without a special meaning of brackets.
func TestWildcards(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.pgn", "b.pgn", "c [2026].pgn", "d.txt"} {
		testfiles.Put(t, name, "")
	}
	for arg, want := range map[string][]string{
		"*.pgn": {"a.pgn", "b.pgn", "c [2026].pgn"}, "?.pgn": {"a.pgn", "b.pgn"}, "* [2026].pgn": {"c [2026].pgn"}, "*.epd": {"*.epd"},
		"a.pgn": {"a.pgn"}, "none": {"none"}, "[ab].pgn": {"[ab].pgn"}, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 c0 \"?\";": {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 c0 \"?\";"},
		filepath.Join(".", "*.txt"): {"d.txt"},
	} {
		must.Equal(t, Wildcards([]string{"analyse", arg}), append([]string{"analyse"}, want...), arg)
	}
}
