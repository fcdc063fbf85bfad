package cli

import (
	"bytes"
	"strings"
	"testing"
)

func manual() *Manual {
	return &Manual{
		Name: "count", Also: "tally", Does: "count the things in files",
		Usage: []string{"count [flags] FILE...", "count none"},
		Text:  "Counts the things\nin files.\n\nLike this:\n\n    vertigo count\n",
		Sections: []Section{{Title: "Counting", Flags: []Flag{
			{Name: "most", Short: "n", Argument: "N", Initial: "7", Brief: "Count to N.", Help: "Count to N and then\nstop.", Set: Int(new(int), 1, 9)},
			{Name: "color", Also: "colour", Help: "In colour.", Set: Bool(new(bool))},
			{Name: "a-very-long-name-indeed", Argument: "X", Help: "Long.", Set: Text(new(string))},
		}}},
		Topics:   []Topic{{Title: "Things", Entries: []Entry{{"big", "large things"}, {"small", "little things"}}}},
		Examples: []string{"count a.txt", "$ cat a.txt"},
	}
}

func TestLong(t *testing.T) {
	want := `NAME
  vertigo count - count the things in files

SYNOPSIS
  vertigo count [flags] FILE...
  vertigo count none

DESCRIPTION
  Counts the things in files.

  Like this:

      vertigo count

COUNTING
  -n, --most N  Count to N and then stop. (default 7)
      --color   In colour. --colour is the same.
      --a-very-long-name-indeed X
                Long.

THINGS
  big    large things
  small  little things

COMMAND LINE
`
	if got := manual().Long(80); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestShort(t *testing.T) {
	want := `vertigo count: count the things in files

usage: vertigo count [flags] FILE...
       vertigo count none

  -n, --most N  Count to N.
      --help    Describe everything.

for example: vertigo count a.txt
`
	if got := manual().Short(80); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAsked checks the text of a command that is asked for help or is not understood.
func TestAsked(t *testing.T) {
	t.Setenv("COLUMNS", "")
	m := manual()
	for _, test := range []struct {
		args, out, err string
		code           int
	}{
		{"-h", m.Short(80), "", ExitOK},
		{"a --most 3 --help b", m.Long(80), "", ExitOK},
		{"-help", m.Long(80), "", ExitOK},
		{"--mots 3", "", "vertigo count: there is no flag --mots; did you mean --most?\n\"vertigo count -h\" shows how it is used\n", ExitUsage},
	} {
		_, _, err := m.Parse(strings.Fields(test.args))
		var out, errOut bytes.Buffer
		if code := m.Misused(&out, &errOut, err); code != test.code || out.String() != test.out || errOut.String() != test.err {
			t.Errorf("%s: exit code %d, output %q, messages %q", test.args, code, &out, &errOut)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"one two three", "> one two\n> three\n"},
		{"one\ntwo\n\nthree\n", "> one two\n\n> three\n"},
		{"one two\n  as  it is, however long\nthree", "> one two\n>   as  it is, however long\n> three\n"},
		{"onetwothreefour five", "> onetwothreefour\n> five\n"},
		{"äöü äöü", "> äöü äöü\n"},
	} {
		if got := Wrap(test.text, "> ", 9); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}
