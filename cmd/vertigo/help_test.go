package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
)

// mostWords bounds the help of all commands together.
const mostWords = 3500

// TestHelp checks the help of every command: it has all flags, keeps to the width of the terminal, and is short.
func TestHelp(t *testing.T) {
	words := 0
	root := newRoot(cli.Program{})
	for _, c := range append(root.Commands(), root) {
		args := strings.Fields(c.CommandPath())[1:]
		var help strings.Builder
		for _, width := range []string{"40", "100", "80"} {
			t.Setenv("COLUMNS", width)
			help.Reset()
			var errOut strings.Builder
			if code := run(append(args, "--help"), nil, &help, &errOut); code != 0 || errOut.Len() > 0 {
				t.Errorf("%s, width %s: exit code %d, messages %q", args, width, code, &errOut)
			}
		}
		text := " " + strings.Join(strings.Fields(help.String()), " ") + " "
		words += strings.Count(text, " ")
		for line := range strings.Lines(help.String()) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 && !strings.Contains(line, "vertigo ") || strings.HasSuffix(line, " ") {
				t.Errorf("%s: a line is too long, or ends with a space: %q", args, line)
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			name, usage := pflag.UnquoteUsage(f)
			if f.Name != "help" && !strings.Contains(text, strings.TrimRight(" --"+f.Name+" "+name, " ")+" "+strings.Join(strings.Fields(usage), " ")) {
				t.Errorf("the help of %s lacks --%s: %s", args, f.Name, text)
			}
		})
	}
	if words > mostWords {
		t.Errorf("the help has %d words, %d at most", words, mostWords)
	}
	t.Logf("%d words", words)
}

// TestHelpCommand checks that help and --help of a command are the same.
func TestHelpCommand(t *testing.T) {
	for _, c := range append(newRoot(cli.Program{}).Commands(), &cobra.Command{}) {
		var a, b strings.Builder
		name := strings.Fields(c.Name())
		run(append([]string{"help"}, name...), nil, &a, nil)
		if run(append(name, "-h"), nil, &b, nil); a.String() != b.String() || a.Len() == 0 {
			t.Errorf("help %s differs from -h", name)
		}
	}
}
