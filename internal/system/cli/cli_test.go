package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

// values are those of the flags of a command.
type values struct {
	words      []string
	n, workers int
	word, name string
	on         bool
}

// command returns a program with one command, which puts its arguments into v and ends with err.
func command(v *values, err error) *cobra.Command {
	*v = values{n: 7, word: "x"}
	c := &cobra.Command{
		Use: "count [flags] FILE...", Short: "count the things in files", Long: "Counts the things.", Example: "  tool count a.txt",
		RunE: func(_ *cobra.Command, args []string) error {
			v.words = args
			return err
		},
	}
	Section(c, "Numbers", func(f *pflag.FlagSet) {
		f.VarP(Number(&v.n, 1, 9), "number", "k", "count to N and then stop, which is as far as most people can count without a break")
		f.Var(AutoNumber(&v.workers, 1, 9), "workers", "count `W` at a time")
	})
	Section(c, "Words", func(f *pflag.FlagSet) {
		f.VarP(Word(&v.word, "WORD", "x", "y"), "word", "w", "the word")
		f.Func("color", "the `NAME` of a color", NotEmpty(&v.name, "title"))
	})
	c.Flags().BoolVarP(&v.on, "on", "o", false, "a switch")
	root := &cobra.Command{Use: "tool", Long: "Tool counts."}
	root.AddCommand(c)
	return root
}

// execute runs the program and returns what it writes and its exit code.
func execute(c *cobra.Command, args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Program{Out: &o, Err: &e}.Run(c, args)
	return o.String(), e.String(), code
}

// TestFlags checks the grammar: flags anywhere, values after them or joined, and words.
func TestFlags(t *testing.T) {
	for _, test := range []struct {
		args string
		want values
		err  string
	}{
		{"a - b", values{[]string{"a", "-", "b"}, 7, 0, "x", "", false}, ""},
		{"a --number 3 b --word=y --on", values{[]string{"a", "b"}, 3, 0, "y", "", true}, ""},
		{"-k 4 --workers 5 -- --on -n", values{[]string{"--on", "-n"}, 4, 5, "x", "", false}, ""},
		{"-k3 -oy --workers auto", values{}, "unknown shorthand flag: 'y' in -y"},
		{"-ok3 --workers auto --colour z", values{[]string{}, 3, 0, "x", "z", true}, ""},
		{"--number", values{}, "flag needs an argument: --number"},
		{"--number 10", values{}, `--number: "10" is not a whole number from 1 to 9`},
		{"-k0.001M", values{}, `--number: "0.001M" is not a whole number from 1 to 9`},
		{"--workers 1x", values{}, "--workers: \"1x\" is not a whole number"},
		{"--word yy", values{}, `--word: "yy" is not one of x, y; did you mean y?`},
		{"--word z", values{}, `--word: "z" is not one of x, y`},
		{"--wrod=y", values{}, "unknown flag: --wrod; did you mean --word?"},
		{"--font", values{}, "unknown flag: --font"},
		{"-number 3", values{}, "unknown shorthand flag: 'n' in -number; did you mean --number?"},
		{"-word y", values{}, `--word: "ord" is not one of x, y; did you mean --word?`},
		{"--color=", values{}, "--color: the title is empty"},
	} {
		var v values
		_, errOut, code := execute(command(&v, nil), append([]string{"count"}, strings.Fields(test.args)...)...)
		if test.err != "" {
			if want := "tool count: " + test.err + "\n\"tool count -h\" shows how it is used\n"; code != ExitUsage || !strings.HasPrefix(errOut, "tool count: "+test.err) ||
				!strings.HasSuffix(errOut, want[strings.Index(want, "\n"):]) {
				t.Errorf("%s: exit code %d, messages %q, want %q", test.args, code, errOut, want)
			}
			continue
		}
		if code != ExitOK || errOut != "" || fmt.Sprint(v) != fmt.Sprint(test.want) {
			t.Errorf("%s: exit code %d, messages %q, %+v; want %+v", test.args, code, errOut, v, test.want)
		}
	}
}

// TestErrors checks the exit codes of a command that runs.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		err      error
		code     int
		reported string
	}{
		{nil, ExitOK, ""},
		{errors.New("full"), ExitFailed, "tool count: full\n"},
		{UsageError("empty"), ExitUsage, "tool count: empty\n\"tool count -h\" shows how it is used\n"},
		{Exit(ExitEmpty), ExitEmpty, ""},
		{Exit(ExitOK), ExitOK, ""},
	} {
		if _, errOut, code := execute(command(new(values), test.err), "count"); code != test.code || errOut != test.reported {
			t.Errorf("%v: exit code %d, messages %q", test.err, code, errOut)
		}
	}
	for args, want := range map[string]string{
		"cuont": `tool: unknown command "cuont"; did you mean count?`, "help cuont": `tool help: unknown command "cuont"; did you mean count?`,
	} {
		if _, errOut, code := execute(command(new(values), nil), strings.Fields(args)...); code != ExitUsage || !strings.HasPrefix(errOut, want) {
			t.Errorf("%s: exit code %d, messages %q", args, code, errOut)
		}
	}
}

func TestHelp(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	want := `Counts the things.

Usage:
  tool count [flags] FILE...

Examples:
  tool count a.txt

Numbers:
  -k, --number N    count to N and then stop, which is
                    as far as most people can count
                    without a break (default 7)
      --workers W   count W at a time (default auto)

Words:
  -w, --word WORD    the word (default x)
      --color NAME   the NAME of a color

Flags:
  -o, --on   a switch
`
	if got, _, _ := execute(command(new(values), nil), "count", "--help"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, _, _ := execute(command(new(values), nil), "-h"); !strings.Contains(got, "\n  count        count the things in files\n") {
		t.Errorf("the help of the program: %s", got)
	}
}

// TestTwoHyphens checks which arguments of tools get a second hyphen.
func TestTwoHyphens(t *testing.T) {
	got := twoHyphens(strings.Fields("play -out x -seed=3 --games 2 -h - -12 -- a-b"))
	if want := "play --out x --seed=3 --games 2 -h - -12 -- a-b"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "-5": -5, "1000": 1000, "250k": 250_000, "250K": 250_000, "1.5M": 1_500_000, "2G": 2_000_000_000, "0.001k": 1, "-1k": -1000, "1.k": 1000,
		"1e6": 1_000_000, "1.5E3": 1500, "7e0": 7, "2e9": 2_000_000_000,
	} {
		if n, err := ParseNumber(text, -1e6, 1e10); err != nil || n != want {
			t.Errorf("%q: got %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "k", ".5k", "1.5", "1.0005k", "1kk", "1k5", "1m", "0x10", "e3", "1e", "1e-3", "1.25e1", "1e3k", "1ke3", "1e11", "1e99", "1 k", "1.-5k", "20G", "9999999999999999999G", "-2M"} {
		if n, err := ParseNumber(text, -1e6, 1e10); err == nil {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games"} {
		must.Equal(t, Count(n, "game"), want, n)
	}
}

func TestBuild(t *testing.T) {
	if build, err := (&Program{Release: true}).Build(); err != nil || build != "release" {
		t.Errorf("a release is %q, %v", build, err)
	}
	hash, err := fileHash()
	if err != nil || len(hash) != 16 {
		t.Fatalf("hash %q, %v", hash, err)
	}
	if build, err := new(Program).Build(); err != nil || !strings.HasPrefix(build, "revision ") && build != "file "+hash {
		t.Errorf("this is %q, %v", build, err)
	}
}

func TestSource(t *testing.T) {
	for _, test := range []struct {
		settings []debug.BuildSetting
		revision string
		changed  bool
	}{
		{nil, "", false},
		{[]debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"}}, "abc", false},
		{[]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}, {Key: "vcs.revision", Value: "abc"}}, "abc", true},
	} {
		if revision, changed := source(test.settings); revision != test.revision || changed != test.changed {
			t.Errorf("%v: %q, %v", test.settings, revision, changed)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"d", "go", "help", "stop", "position", "perft", "Move Overhead", "MultiPV"}
	for word, want := range map[string]string{
		"potision":                   "position",
		"postion":                    "position",
		"positions":                  "position",
		"hlep":                       "help",
		"goo":                        "go",
		"og":                         "go",
		"GO":                         "go",
		"multi pv":                   "MultiPV",
		"moveoverhead":               "Move Overhead",
		"stopp":                      "stop",
		"hekp":                       "help",
		"xboard":                     "",
		"x":                          "",
		"":                           "",
		"e2e4":                       "",
		"perfect result":             "",
		strings.Repeat("go ", 10000): "",
	} {
		must.Equal(t, Nearest(word, known), want, word)
	}
	must.Equal(t, Nearest("", nil), "", "no words")
}

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

// broken is a writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestStreams checks which failures are reported, how often, and the exit code.
func TestStreams(t *testing.T) {
	full := errors.New("full")
	for name, test := range map[string]struct {
		out      error // of its writes
		program  func(out, errOut io.Writer) int
		code     int
		reported string
	}{
		"all went well":      {nil, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 0, ""},
		"a code of its own":  {nil, func(io.Writer, io.Writer) int { return 3 }, 3, ""},
		"nothing is written": {full, func(io.Writer, io.Writer) int { return 0 }, 0, ""},
		"unnoticed":          {full, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 1, "name: full\n"},
		"with another code":  {full, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 3 }, 1, "name: full\n"},
		"noticed": {full, func(out, errOut io.Writer) int {
			_, err := io.WriteString(out, "text")
			return Failed(errOut, "do", err)
		}, 1, "vertigo do: full\n"},
		"a closed pipe": {syscall.EPIPE, func(out, _ io.Writer) int { _, _ = io.WriteString(out, "text"); return 0 }, 1, ""},
		"a closed pipe, noticed": {syscall.EPIPE, func(out, errOut io.Writer) int {
			_, err := io.WriteString(out, "text")
			return Failed(errOut, "do", err)
		}, 1, ""},
		"another pipe": {nil, func(_, errOut io.Writer) int { return Failed(errOut, "do", syscall.EPIPE) }, 1, "vertigo do: broken pipe\n"},
		"interrupted":  {nil, func(_, errOut io.Writer) int { return Report(errOut, "tool", context.Canceled) }, 130, "tool: interrupted\n"},
		"and where it was": {nil, func(_, errOut io.Writer) int {
			return Report(errOut, "tool", fmt.Errorf("step 3: %w", context.Canceled))
		}, 130, "tool: step 3: context canceled\n"},
		"strange text": {nil, func(_, errOut io.Writer) int {
			return Report(errOut, "vertigo do", UsageError("a\x1b[2J\nvertigo: forged"))
		}, 2, "vertigo do: a\\x1b[2J\n  vertigo: forged\n\"vertigo do -h\" shows how it is used\n"},
	} {
		var out io.Writer = &bytes.Buffer{}
		if test.out != nil {
			out = broken{test.out}
		}
		var errOut bytes.Buffer
		if code := Streams("name", out, &errOut, test.program); code != test.code || errOut.String() != test.reported {
			t.Errorf("%s: exit code %d, reported %q; want %d, %q", name, code, &errOut, test.code, test.reported)
		}
	}
}

// TestHangUp checks that a hang-up that is to be ignored, as nohup has it, is.
func TestHangUp(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	_, stop := Interruptible(t.Context())
	defer stop()
	if !signal.Ignored(syscall.SIGHUP) {
		t.Error("a hang-up is not ignored any more")
	}
}
