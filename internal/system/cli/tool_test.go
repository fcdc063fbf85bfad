package cli

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
)

// TestTool parses the arguments of a tool: its help has the flags and all exit codes, and a wrong argument is reported once, with
// the place of the help.
func TestTool(t *testing.T) {
	for _, test := range []struct {
		args, out, reported string
		code                int
		n                   int
	}{
		{"-n 3 file", "", "", ExitOK, 3},
		{"-help", "usage: tool do [flags] FILE\n\nDoes it.\n\n  -n number\n    \tthe number (default 1)\n  -to string\n    \ta name (default \"x\")\n\n" + ExitStatus(), "", ExitOK, 1},
		{"-m 3", "", "tool do: flag provided but not defined: -m; tool do -help describes the arguments\n", ExitUsage, 1},
		{"-n x", "", "tool do: invalid value \"x\" for flag -n: parse error; tool do -help describes the arguments\n", ExitUsage, 0},
		{"", "", "tool do: 0 arguments after the flags, want at least 1; tool do -help describes the arguments\n", ExitUsage, 1},
		{"a b", "", "tool do: unexpected \"b\"; tool do -help describes the arguments\n", ExitUsage, 1},
		{"-to= a", "", "tool do: the flag -to is missing; tool do -help describes the arguments\n", ExitUsage, 1},
	} {
		var out, reported bytes.Buffer
		flags := ToolFlags("tool do", "[flags] FILE", "Does it.", &out)
		n := flags.Int("n", 1, "the `number`")
		flags.String("to", "x", "a name")
		err := ParseTool(flags, strings.Fields(test.args), 1, 1, "to")
		code := ExitOK
		if err != nil && !errors.Is(err, flag.ErrHelp) {
			code = Report(&reported, "tool do", err)
		}
		if out.String() != test.out || reported.String() != test.reported || code != test.code || *n != test.n {
			t.Errorf("%s: written %q, reported %q, exit code %d, n %d; want %+v", test.args, &out, &reported, code, *n, test)
		}
	}
	for _, e := range Exits() {
		if words := strings.Join(strings.Fields(ExitStatus()), " "); !strings.Contains(words, " "+e.Term+" "+e.Text) {
			t.Errorf("the exit codes lack %s: %s", e.Term, words)
		}
	}
}
