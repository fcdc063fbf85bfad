package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vertigo/internal/system/cli"
)

// TestHelp checks the help of every command: the short one fits on a screen, the long one names every flag with its default,
// every exit code, and keeps to the width of the terminal.
func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "")
	for _, p := range programs(nil, nil, nil) {
		m := p.manual
		var out, errOut strings.Builder
		if code := run([]string{m.Name, "-h"}, nil, &out, &errOut); code != 0 || errOut.Len() > 0 {
			t.Errorf("%s -h: exit code %d, messages %q", m.Name, code, errOut.String())
		}
		if lines := strings.Count(out.String(), "\n"); lines > 24 || !strings.Contains(out.String(), "--help") {
			t.Errorf("%s -h has %d lines:\n%s", m.Name, lines, out.String())
		}
		checkWidth(t, m.Name+" -h", out.String(), 80)
		for _, args := range [][]string{{m.Name, "--help"}, {"help", m.Name}} {
			var out strings.Builder
			if code := run(args, nil, &out, &errOut); code != 0 || out.String() != m.Long(80) {
				t.Errorf("%q: exit code %d, %q", args, code, out.String())
			}
		}
		for _, width := range []int{40, 80, 100} {
			checkWidth(t, m.Name+" --help", m.Long(width), width)
		}
		words := " " + strings.Join(strings.Fields(m.Long(80)), " ") + " "
		for _, s := range m.Sections {
			for _, f := range s.Flags {
				_, entry, ok := strings.Cut(words, strings.TrimRight(" --"+f.Name+" "+f.Argument, " ")+" ")
				if entry, _, _ = strings.Cut(entry, " --"); !ok || f.Initial != "" && !strings.Contains(words, "(default "+f.Initial+")") {
					t.Errorf("the help of %s lacks --%s %s or its default: %q", m.Name, f.Name, f.Argument, entry)
				}
			}
		}
		for _, e := range cli.Exits() {
			if !strings.Contains(words, " "+e.Term+" "+e.Text+" ") {
				t.Errorf("the help of %s lacks exit code %s", m.Name, e.Term)
			}
		}
	}
}

// checkWidth checks that lines end where they should, except for those that are shown as they are to be typed, and have no spaces
// at the end.
func checkWidth(t *testing.T, name, text string, width int) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		typed := strings.Contains(line, "vertigo ") || strings.Contains(line, "sqlite3") ||
			strings.HasPrefix(line, "      --as results")
		if utf8.RuneCountInString(line) > width && !typed || strings.HasSuffix(line, " ") {
			t.Errorf("%s, width %d: too long a line, or one that ends with a space: %q", name, width, line)
		}
	}
}
