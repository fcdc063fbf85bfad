package main

import (
	"strings"
	"testing"

	"vertigo/internal/testing/testfiles"
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

// TestSetValues changes defaults of the real table and reads it again.
func TestSetValues(t *testing.T) {
	text := testfiles.Text(t, "../../search/tunables.txt")
	before, err := parseTable(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := setValues(text, map[string]int{before[0].Name: before[0].Value}); got != text {
		t.Error("a default that stays changes the text")
	}
	want := append([]tunable(nil), before...)
	values := map[string]int{}
	for i := range want {
		want[i].Value = want[i].Greatest
		values[want[i].Name] = want[i].Value
	}
	after, err := parseTable(setValues(text, values))
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if after[i] != want[i] {
			t.Errorf("%+v, want %+v", after[i], want[i])
		}
	}
}
