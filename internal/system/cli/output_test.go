package cli

import (
	"strings"
	"testing"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

func TestChooseForm(t *testing.T) {
	forms := []Form[int]{{"table", []string{"txt"}, 0}, {"json", []string{"json", "jsonl"}, 0}, {"html", []string{"html", "htm"}, 0}, {"suite", []string{"txt"}, 0}, {"other", []string{"jsonl"}, 0}}
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
		{"", "a.dat", "", "--out a.dat: unknown file extension"},
		{"json", "report.html", "", "--as json and --out report.html cannot be combined"},
		{"other", "a.json", "", "the file extension stands for json"},
	} {
		got, err := ChooseForm(forms, test.as, "table", test.out)
		if err == nil && got.Name != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%q: got %q, %v", test, got.Name, err)
		}
	}
	if got, err := ChooseForm(forms, "", "suite", "a.txt"); got.Name != "suite" || err != nil {
		t.Errorf("the usual form of several: got %q, %v", got.Name, err)
	}
}

// TestCheckPage checks that a page goes to files, pipes and devices, but not to a terminal.
func TestCheckPage(t *testing.T) {
	_, terminal := testfiles.Terminal(t)
	must.Fail(t, CheckPage(terminal, "html", ""), "--out page.html")
	for _, err := range []error{
		CheckPage(terminal, "json", ""), CheckPage(terminal, "html", "page.html"), CheckPage(&strings.Builder{}, "html", ""),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}
