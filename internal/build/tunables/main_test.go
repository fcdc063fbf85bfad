package main

import (
	"testing"

	"vertigo/internal/testing/must"
)

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"name 1 0 2", "fields"},
		{"name one 0 2 1 text", "not a number"},
		{"name 3 0 2 1 text", "outside"},
		{"name 1 0 2 1 text\nname 1 0 2 1 text", "twice"},
		{"[search", "not a package in brackets"},
		{"[search] 1", "not a package in brackets"},
		{"[]", "not a package in brackets"},
	} {
		_, err := parseTable("# comment\n\n[search]\n" + c.line)
		must.Fail(t, err, c.want)
	}
	_, err := parseTable("name 1 0 2 1 text\n[search]\n")
	must.Fail(t, err, "line 1: no package")
}
