package main

import (
	"strings"
	"testing"
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
		if _, err := parseTable("# comment\n\n[search]\n" + c.line); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.line, err, c.want)
		}
	}
	if _, err := parseTable("name 1 0 2 1 text\n[search]\n"); err == nil || !strings.Contains(err.Error(), "line 1: no package") {
		t.Errorf("a number above the first package: %v", err)
	}
}
