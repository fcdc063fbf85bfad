package commandline

import (
	"slices"
	"strings"
	"testing"
)

// TestParse checks the grammar: flags anywhere, with one hyphen or two, values behind them or joined, and words.
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
		{args: "--word z", err: `--word: "z" is not one of x, y`},
		{args: "--on=1", err: "--on takes no value"},
		{args: "--off", err: "there is no flag --off"},
		{args: "-wrod=y", err: "there is no flag -wrod=y; did you mean --word?"},
		{args: "--colour", err: "there is no flag --colour"},
		{args: "--name=", err: "--name: the title is empty"},
		{args: "--name z", n: 7, word: "x", name: "z"},
	} {
		var n int
		var word, name string
		var on bool
		sections := []Section{{Title: "Numbers", Flags: []Flag{
			{Name: "n", Argument: "N", Initial: "7", Help: "A number.", Set: Int(&n, 1, 9)},
		}}, {Title: "Words", Flags: []Flag{
			{Name: "word", Argument: "W", Initial: "x", Help: "A word\nof two.", Set: Word(&word, "x", "y")},
			{Name: "on", Help: "A switch.", Set: Bool(&on)},
			{Name: "name", Argument: "NAME", Help: "A name.", Set: NotEmpty(&name, "title")},
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
		want := "HEAD\n\nNUMBERS\n  --n N                A number. (default 7)\n\nWORDS\n" +
			"  --word W             A word\n                       of two. (default x)\n  --on                 A switch.\n  --name NAME          A name.\n\nTAIL\n"
		if got := Manual("HEAD\n", sections, "TAIL\n"); got != want {
			t.Errorf("the help is\n%s\nwant\n%s", got, want)
		}
	}
}
