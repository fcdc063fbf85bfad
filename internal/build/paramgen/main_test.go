package main

import (
	"bytes"
	"go/format"
	"os"
	"strings"
	"testing"
)

// The generated files are those that the table gives.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	text, err := os.ReadFile("../../../search/tunables.txt")
	if err != nil {
		t.Fatal(err)
	}
	tunables, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range sources(tunables) {
		want, err := format.Source(source)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: run go generate ./search", name)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"name 1 0 2", "fields"},
		{"name one 0 2 1 text", "not a number"},
		{"name 3 0 2 1 text", "outside"},
		{"name 1 0 2 1 text\nname 1 0 2 1 text", "twice"},
		{"[search", "no package in brackets"},
		{"[search] 1", "no package in brackets"},
		{"[]", "no package in brackets"},
	} {
		if _, err := parse("# comment\n\n[search]\n" + c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("parse(%q): error %v, want one with %q", c.line, err, c.want)
		}
	}
}

// A number above the first package belongs to none.
func TestParseWantsAPackage(t *testing.T) {
	if _, err := parse("name 1 0 2 1 text\n[search]\n"); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("error %v, want one for line 1", err)
	}
	tunables, err := parse("[search]\na 1 0 2 1 text\n[eval]\nb 1 0 2 1 text\n")
	if err != nil || len(tunables) != 2 || tunables[0].pkg != "search" || tunables[1].pkg != "eval" {
		t.Errorf("packages %+v, error %v", tunables, err)
	}
}
