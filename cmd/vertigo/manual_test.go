package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"
)

// TestManualPage checks that the page has all commands and flags, no line that is a request by accident, and, where groff is
// installed, that it reads it without a warning.
func TestManualPage(t *testing.T) {
	var page, messages strings.Builder
	if code := run([]string{"man"}, nil, &page, &messages); code != 0 || messages.Len() > 0 {
		t.Fatalf("exit code %d, messages %q", code, &messages)
	}
	if code := run([]string{"man", "analyse"}, nil, io.Discard, &messages); code != 2 {
		t.Errorf("an argument: exit code %d, messages %q", code, &messages)
	}
	text := page.String()
	for _, p := range programs(nil, nil, nil) {
		if !strings.Contains(text, "\n.SH VERTIGO "+strings.ToUpper(p.manual.Name)+"\n") {
			t.Errorf("the page lacks %s", p.manual.Name)
		}
		for _, s := range p.manual.Sections {
			for _, f := range s.Flags {
				if !strings.Contains(text, `\-\-`+strings.ReplaceAll(f.Name, "-", `\-`)) {
					t.Errorf("the page lacks --%s of %s", f.Name, p.manual.Name)
				}
			}
		}
	}
	for line := range strings.Lines(text) {
		request, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.Contains(" .TH .SH .SS .TP .PP .B .nf .fi ",
			" "+request+" ") {
			t.Errorf("a line is no request of man: %q", line)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	cmd := exec.Command(groff, "-man", "-Tascii", "-ww")
	cmd.Stdin = strings.NewReader(text)
	var out, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil || errOut.Len() > 0 || !strings.Contains(out.String(), "analyse") {
		t.Errorf("groff: %v, %s", err, errOut.String())
	}
}
