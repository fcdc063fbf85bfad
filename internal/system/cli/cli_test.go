package cli

import (
	"slices"
	"strings"
	"testing"
)

// TestParse checks the grammar: flags anywhere, with one hyphen or two, values after them or joined, and words.
func TestParse(t *testing.T) {
	for _, test := range []struct {
		args  string
		words string
		n     int
		word  string
		on    bool
		name  string
		err   string
	}{
		{args: "a - b", words: "a - b", n: 7, word: "x"},
		{args: "a --n 3 b -word=y -on", words: "a b", n: 3, word: "y", on: true},
		{args: "-n=4 --word y -- --on -n", words: "--on -n", n: 4, word: "y"},
		{args: "--n", err: "--n: the value is missing"},
		{args: "--n 10", err: `--n: "10" is not a whole number from 1 to 9`},
		{args: "--n 1x", err: "not a whole number"},
		{args: "--word yy", err: `--word: "yy" is not one of x, y; did you mean y?`},
		{args: "--word z", err: `--word: "z" is not one of x, y`},
		{args: "--on=1", err: "--on takes no value"},
		{args: "--off", err: "there is no flag --off"},
		{args: "-wrod=y", err: "there is no flag -wrod=y; did you mean --word?"},
		{args: "--colour", err: "there is no flag --colour"},
		{args: "-k 3 -w y -o --label z", n: 3, word: "y", on: true, name: "z"},
		{args: "-k3", n: 3, word: "x"},
		{args: "-k=3", n: 3, word: "x"},
		{args: "-k0.001M", err: `--n: "0.001M" is not a whole number from 1 to 9`},
		{args: "-o3", err: "there is no flag -o3"},
		{args: "-k", err: "--n: the value is missing"},
		{args: "--name=", err: "--name: the title is empty"},
		{args: "--name z", n: 7, word: "x", name: "z"},
	} {
		var n int
		var word, name string
		var on bool
		sections := []Section{{Title: "Numbers", Flags: []Flag{
			{Name: "n", Short: "k", Argument: "N", Initial: "7", Help: "A number.", Set: Int(&n, 1, 9)},
		}}, {Title: "Words", Flags: []Flag{
			{Name: "word", Short: "w", Argument: "W", Initial: "x", Help: "A word\nof two.", Set: Word(&word, "x", "y")},
			{Name: "on", Short: "o", Help: "A switch.", Set: Bool(&on)},
			{Name: "name", Also: "label", Argument: "NAME", Help: "A name.", Set: NotEmpty(&name, "title")},
		}}}
		words, _, err := Parse(sections, strings.Fields(test.args))
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want %q", test.args, err, test.err)
			}
		case err != nil || !slices.Equal(words, strings.Fields(test.words)) || n != test.n || word != test.word || on != test.on || name != test.name:
			t.Errorf("%s: %v, %q, %d, %s, %v, %s; want %+v", test.args, err, words, n, word, on, name, test)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-5": -5, "1000": 1000, "250k": 250_000, "250K": 250_000, "1.5M": 1_500_000, "2G": 2_000_000_000, "0.001k": 1, "-1k": -1000, "1.k": 1000,
		"1e6": 1_000_000, "1.5E3": 1500, "7e0": 7, "2e9": 2_000_000_000,
	} {
		if n, err := Number(text, -1e6, 1e10); err != nil || n != want {
			t.Errorf("%q: got %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "k", ".5k", "1.5", "1.0005k", "1kk", "1k5", "1m", "0x10", "e3", "1e", "1e-3", "1.25e1", "1e3k", "1ke3", "1e11", "1e99", "1 k", "1.-5k", "20G", "9999999999999999999G", "-2M"} {
		if n, err := Number(text, -1e6, 1e10); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games"} {
		if got := Count(n, "game"); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
