package main

import (
	"bytes"
	"go/format"
	"os"
	"strings"
	"testing"
)

// The generated files of the search are those that its table gives.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	text, err := os.ReadFile("../../../search/tunables.txt")
	if err != nil {
		t.Fatal(err)
	}
	tunables, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string][]byte{"tunables_const.go": constants(tunables), "tunables_tune.go": variables(tunables)} {
		want, err := format.Source(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../../search/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("search/%s is out of date: run go generate ./search", name)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"name 1 0 2", "fields"},
		{"name one 0 2 1 text", "no number"},
		{"name 3 0 2 1 text", "outside"},
		{"name 1 0 2 1 text\nname 1 0 2 1 text", "twice"},
	} {
		if _, err := parse("# comment\n\n" + c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("parse(%q): error %v, want one with %q", c.line, err, c.want)
		}
	}
}
