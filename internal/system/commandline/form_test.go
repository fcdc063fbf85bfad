package commandline

import (
	"strings"
	"testing"
)

func TestChooseForm(t *testing.T) {
	forms := []Form{{"table", []string{"txt"}}, {"json", []string{"json", "jsonl"}}, {"html", []string{"html", "htm"}}, {"suite", []string{"txt"}}, {"other", []string{"jsonl"}}}
	for _, test := range []struct{ as, out, want, err string }{
		{"", "", "table", ""},
		{"json", "", "json", ""},
		{"", "a/b.c/file", "table", ""},
		{"html", "/dev/stdout", "html", ""},
		{"", "report.html", "html", ""},
		{"", "a.HTM", "html", ""},
		{"", "a.jsonl", "json", ""},
		{"other", "a.jsonl", "other", ""},
		{"suite", "a.txt", "suite", ""},
		{"json", "a.dat", "json", ""},
		{"", "a.dat", "", "--out a.dat: the end of the name says no form"},
		{"json", "report.html", "", "--as json and --out report.html contradict each other"},
		{"other", "a.json", "", "has the form json"},
	} {
		got, err := ChooseForm(forms, test.as, "table", test.out)
		if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: got %q, %v", test, got, err)
		}
	}
	if got, err := ChooseForm(forms, "", "suite", "a.txt"); got != "suite" || err != nil {
		t.Errorf("the usual form of several: got %q, %v", got, err)
	}
}
