package main

import (
	"os/exec"
	"strings"
	"testing"
)

// script returns what the program writes for a shell.
func script(t *testing.T, args ...string) string {
	t.Helper()
	var out, errOut strings.Builder
	if code := run(args, nil, &out, &errOut); code != 0 || errOut.Len() > 0 {
		t.Fatalf("%q: exit code %d, messages %q", args, code, errOut.String())
	}
	return out.String()
}

// TestBashCompletion asks bash what comes next.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	text := script(t, "completion", "bash")
	for words, want := range map[string]string{
		"vertigo an":                   "analyse",
		"vertigo help tr":              "tree",
		"vertigo analyse --de":         "--depth",
		"vertigo analyze --as re":      "results",
		"vertigo analyse --color b":    "black",
		"vertigo analyse --depth 1":    "",
		"vertigo puzzles --as h":       "html",
		"vertigo store st":             "stats",
		"vertigo completion f":         "fish",
		"vertigo analyse --out shell_": "shell_test.go",
		"vertigo diff shell_":          "shell_test.go",
		"vertigo tree --n":             "",
	} {
		cmd := exec.Command(bash, "--norc", "-c",
			text+"\nCOMP_WORDS=($0); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _vertigo; echo ${COMPREPLY[*]}", words)
		out, err := cmd.CombinedOutput()
		if got := strings.Fields(string(out)); err != nil || !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") ||
			want == "" && len(got) > 0 {
			t.Errorf("%s: %q, %v; want %q", words, out, err, want)
		}
	}
}

// TestCompletion checks that the script of every shell knows all commands and flags, and that a shell that is there can read it.
func TestCompletion(t *testing.T) {
	for shell, long := range map[string]string{"bash": "--", "zsh": "--", "fish": "-l "} {
		text := script(t, "completion", shell)
		for _, p := range programs(nil, nil, nil) {
			if !strings.Contains(text, p.manual.Name) {
				t.Errorf("%s does not know %s", shell, p.manual.Name)
			}
			for _, s := range p.manual.Sections {
				for _, f := range s.Flags {
					if !strings.Contains(text, long+f.Name) {
						t.Errorf("%s does not know --%s of %s", shell, f.Name, p.manual.Name)
					}
				}
			}
		}
		if path, err := exec.LookPath(shell); err == nil {
			cmd := exec.Command(path, "-n")
			cmd.Stdin = strings.NewReader(text)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v, %s", shell, err, out)
			}
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"man", "analyse"}} {
		var out, errOut strings.Builder
		if code := run(args, nil, &out, &errOut); code != 2 || out.Len() > 0 {
			t.Errorf("%q: exit code %d, output %q", args, code, out.String())
		}
	}
}

// TestManualPage checks that the page has all commands and flags, no line that is a request by accident, and, where groff is
// installed, that it reads it without a warning.
func TestManualPage(t *testing.T) {
	text := script(t, "man")
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
