package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

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
		{"--workers 1x", values{}, `--workers: "1x" is not a whole number from 1 to 9, or auto`},
		{"--workers on", values{}, `--workers: "on" is not a whole number from 1 to 9, or auto`},
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
			if want := "tool count: " + test.err + "\n\"tool count -h\" shows how it is used\n"; code != ExitUsage || errOut != want {
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

// TestHelp checks both texts that describe a command: the whole, and the brief one of -h.
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
	for width, want := range map[string]string{
		"60": `count the things in files

Usage:
  tool count [flags] FILE...

Numbers:
  -k, --number N    count to N and then stop (default 7)
      --workers W   count W at a time (default auto)

Words:
  -w, --word WORD    the word (default x)
      --color NAME   the NAME of a color

Flags:
  -o, --on   a switch

"tool count --help" says more.
`,
		"40": `count the things in files

Usage:
  tool count [flags] FILE...

Numbers:
  -k, --number N    count to N and then…
      --workers W   count W at a time

Words:
  -w, --word WORD    the word
      --color NAME   the NAME of a color

Flags:
  -o, --on   a switch

"tool count --help" says more.
`,
	} {
		t.Setenv("COLUMNS", width)
		if got, errOut, code := execute(command(new(values), nil), "count", "-oh", "a.txt"); got != want || errOut != "" || code != ExitOK {
			t.Errorf("%s columns: %d, %q, got\n%s\nwant\n%s", width, code, errOut, got, want)
		}
	}
	if got, _, _ := execute(command(new(values), nil), "-h"); !strings.Contains(got, "\n  count        count the things in files\n") ||
		strings.Contains(got, "completion") { // that of cobra, whose words are not those of the program
		t.Errorf("the help of the program: %s", got)
	}
}

// TestTwoHyphens checks which arguments of tools get a second hyphen.
func TestTwoHyphens(t *testing.T) {
	got := twoHyphens(strings.Fields("play -out x -seed=3 --games 2 -h - -12 -- a-b"))
	must.Equal(t, strings.Join(got, " "), "play --out x --seed=3 --games 2 -h - -12 -- a-b", got)
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
		_, err := ParseNumber(text, -1e6, 1e10)
		must.Fail(t, err, "", text)
	}
}

// TestExpectedScore reads expected scores, and names the one that a percentage stands for.
func TestExpectedScore(t *testing.T) {
	for _, test := range []struct {
		text   string
		want   float64 // 0.5 if it is refused
		remedy string
	}{
		{"0.2", 0.2, ""}, {".9", 0.9, ""}, {"3.5e-1", 0.35, ""}, {"35", 0.5, "; for 35 %, use 0.35"}, {"90", 0.5, "; for 90 %, use 0.9"},
		{"1", 0.5, ""}, {"19.9", 0.5, ""}, {"91", 0.5, ""}, {"-35", 0.5, ""}, {"x", 0.5, ""}, {"NaN", 0.5, ""},
	} {
		got := 0.5
		err := ExpectedScore(&got, 0.2, 0.9).Set(test.text)
		must.Equal(t, got, test.want, test.text)
		if test.want == 0.5 {
			must.Equal(t, fmt.Sprint(err), fmt.Sprintf("%q is not an expected score from 0.2 to 0.9%s", test.text, test.remedy))
		} else {
			must.Do(t, err, test.text)
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

// TestIgnoredSignals checks that a hang-up that is to be ignored, as nohup has it, is, and an interrupt.
func TestIgnoredSignals(t *testing.T) {
	signals := []os.Signal{syscall.SIGHUP, os.Interrupt}
	signal.Ignore(signals...)
	defer signal.Reset(signals...)
	_, stop := Program{Context: t.Context()}.Interruptible()
	defer stop()
	for _, s := range signals {
		if !signal.Ignored(s) {
			t.Errorf("%v: it is not ignored any more", s)
		}
	}
}

// TestColumns checks the width of lines on a terminal and elsewhere, with the variable that says it and without.
func TestColumns(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	defer control.Close()
	for _, test := range []struct {
		size           uint16
		variable       string
		pipe, terminal int
		width          int // of text on the terminal
	}{
		{80, "", 0, 80, 80}, {200, "", 0, 200, 100}, {80, "132", 132, 80, 80}, {0, "132", 132, 132, 100},
		{0, "", 0, 80, 80}, {7, "x", 0, 30, 30}, {50, "-1", 0, 50, 50},
	} {
		t.Setenv("COLUMNS", test.variable)
		testfiles.Resize(t, terminal, test.size)
		var pipe bytes.Buffer
		if a, b, c := Columns(&pipe), Columns(terminal), Width(terminal); a != test.pipe || b != test.terminal || c != test.width {
			t.Errorf("%+v: %d, %d, %d", test, a, b, c)
		}
	}
}

// TestColors checks who gets colours.
func TestColors(t *testing.T) {
	_, terminal := testfiles.Terminal(t)
	for _, test := range []struct {
		term, noColor string
		want          bool
	}{{"xterm", "", true}, {"xterm", "1", false}, {"dumb", "", false}} {
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.noColor)
		must.Equal(t, Colors(terminal), test.want, test)
		if Colors(&bytes.Buffer{}) {
			t.Errorf("%+v: a file has colours", test)
		}
	}
}

// TestQuote checks how arguments are typed.
func TestQuote(t *testing.T) {
	for _, test := range []struct{ arg, unix, windows string }{
		{"games.pgn", "games.pgn", "games.pgn"}, {"-n20k", "-n20k", "-n20k"}, {"Größe.pgn", "Größe.pgn", "Größe.pgn"}, {"", "''", `""`},
		{"my games.pgn", "'my games.pgn'", `"my games.pgn"`}, {"it's", `'it'\''s'`, `"it's"`}, {`a\b.pgn`, `'a\b.pgn'`, `a\b.pgn`},
		{"$(rm x)", "'$(rm x)'", `"$(rm x)"`}, {"*.pgn", "'*.pgn'", `"*.pgn"`}, {"~/a", "'~/a'", `"~/a"`},
	} {
		must.Equal(t, quote(test.arg, false), test.unix, test.arg)
		must.Equal(t, quote(test.arg, true), test.windows, test.arg)
	}
}

// TestMessageOnTerminal breaks a long message between words on a terminal, and leaves a short one, and one in a pipe, as they are.
func TestMessageOnTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	testfiles.Resize(t, terminal, 40)
	const long = "games.pgn:12: game 3: \"a text that  goes on\" is not understood: kept as a comment"
	for text, want := range map[string]string{
		long:            "games.pgn:12: game 3: \"a text that goes\r\n  on\" is not understood: kept as a\r\n  comment\r\n",
		"short  enough": "short  enough\r\n",
		"one\n" + long:  "one\r\n  games.pgn:12: game 3: \"a text that\r\n  goes on\" is not understood: kept as a\r\n  comment\r\n",
	} {
		Message(terminal, "%s", text)
		got := make([]byte, len(want))
		if _, err := io.ReadFull(control, got); err != nil || string(got) != want {
			t.Errorf("%q is reported as %q, want %q; %v", text, got, want, err)
		}
		var pipe bytes.Buffer
		Message(&pipe, "%s", text)
		must.Equal(t, pipe.String(), strings.ReplaceAll(text, "\n", "\n  ")+"\n", text, &pipe)
	}
}

// TestProgress reads 1000 bytes in jobs of 100 bytes and ten positions, of which the first is skipped and five are read ahead.
func TestProgress(t *testing.T) {
	t.Setenv("COLUMNS", "")
	begin := time.Unix(1e9, 0)
	type step struct {
		at, done, read int // seconds, positions, jobs
		want           string
	}
	for _, test := range []struct {
		name  string
		p     *Progress
		steps []step
	}{
		{"bar", &Progress{bar: true, size: 1000}, []step{
			{0, 0, 5, ""},
			{1, 0, 5, "\r[#...............]  10%  0 of about 90 positions, 0.0/s\x1b[K"},
			{2, 1, 5, "\r[#...............]  11%  1 of about 90 positions, 0.5/s, 2 min 58 s left\x1b[K"},
			{60, 30, 8, "\r[######..........]  40%  30 of about 90 positions, 0.5/s, 2 min 0 s left\x1b[K"},
			{3600, 45, 9, "\r[########........]  55%  45 of 90 positions, 0.0/s, 1 h 1 min left\x1b[K"},
			{3700, 90, 9, "\r[################] 100%  90 of 90 positions, 0.0/s, 0 s left\x1b[K"},
		}},
		{"no room for the bar", &Progress{bar: true, size: 1e9}, []step{
			{100000, 12345, 5, "\r  0%  12345 of about 99999990 positions, 0.1/s, 9374 d 8 h left\x1b[K"},
		}},
		{"pipe", &Progress{bar: true}, []step{{1, 2, 5, "\r2 positions, 2.0/s\x1b[K"}, {2, 4, 5, "\r4 positions, 2.0/s\x1b[K"}}},
		{"long", &Progress{bar: true, size: 1000, name: "analyse", Shorter: "--nodes 100k takes less"}, []step{
			{8, 8, 5, "\r 18%  8 of about 90 positions, 1.0/s, 1 min 22 s left; --nodes 100k takes less\x1b[K"},
			{9, 16, 5, "\r[####............]  26%  16 of about 90 positions, 1.8/s, 9 s left\x1b[K"}, // all workers were busy with the first eight
		}},
		{"short", &Progress{bar: true, size: 1000, Shorter: "--nodes 100k takes less"}, []step{
			{3, 45, 5, "\r[########........]  55%  45 of about 90 positions, 15.0/s, 3 s left\x1b[K"},
			{50, 46, 5, "\r[########........]  56%  46 of about 90 positions, 0.9/s, 48 s left\x1b[K"},
		}},
		{"log", &Progress{name: "analyse", size: 1000}, []step{
			{1, 1, 5, ""}, {10, 10, 5, "vertigo analyse:  20%  10 of about 90 positions, 1.0/s, 1 min 20 s left\n"}, {40, 11, 5, ""},
			{71, 45, 9, "vertigo analyse:  55%  45 of 90 positions, 0.6/s, 1 min 12 s left\n"},
		}},
	} {
		var out bytes.Buffer
		now := begin
		p := test.p
		p.out, p.now = &out, func() time.Time { return now }
		p.start()
		p.Skip(100)
		read := 0
		for _, s := range test.steps {
			now = begin.Add(time.Duration(s.at) * time.Second)
			for ; read < s.read; read++ {
				p.Plan(100, 10, 0)
			}
			p.Count(s.done - int(p.done.Load()))
			p.tick()
			must.Equal(t, out.String(), s.want, test.name, s.at)
			out.Reset()
		}
		if p.Hide(); p.bar != (out.String() == "\r\x1b[K") {
			t.Errorf("%s: %q hides it", test.name, &out)
		}
	}
}

// TestAgain repeats searches that take as long as 20 of 100 positions, where 50 were planned: as many are expected of what is to
// come, and at the end the bar moves on when all positions are done and these are not.
func TestAgain(t *testing.T) {
	t.Setenv("COLUMNS", "")
	begin := time.Unix(1e9, 0)
	var out bytes.Buffer
	now := begin
	p := &Progress{bar: true, size: 1000, out: &out, now: func() time.Time { return now }}
	p.start()
	p.Plan(1000, 100, 50)
	for _, step := range []struct {
		count, again, countAgain int
		want                     string
	}{
		{0, 0, 0, "[................]   0%  0 of 100 positions, 0.0/s"},
		{50, 0, 0, "[#######.........]  47%  50 of 100 positions, 2.5/s, 23 s left"}, // 50 of 107: the plan counts as 20 positions
		{0, 10, 0, "[######..........]  40%  50 of 100 positions, 1.7/s, 45 s left"}, // 50 of 124
		{0, 0, 10, "[#######.........]  48%  50 of 100 positions, 1.2/s, 43 s left"},
		{50, 10, 0, "[##############..]  92%  100 of 100 positions, 2.0/s, 5 s left"}, // 110 of 120
		{0, 0, 4, "[###############.]  95%  100 of 100 positions, 1.7/s, 4 s left"},
		{0, 0, 6, "[################] 100%  100 of 100 positions, 1.4/s, 0 s left"},
	} {
		now = now.Add(10 * time.Second)
		p.Count(step.count)
		p.Again(step.again)
		p.CountAgain(step.countAgain)
		p.tick()
		must.Equal(t, out.String(), "\r"+step.want+"\x1b[K", step)
		out.Reset()
	}
}

func TestRoundTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 s", 1400 * time.Millisecond: "1 s", 59999 * time.Millisecond: "1 min 0 s", 3600 * time.Second: "1 h 0 min", 50 * time.Hour: "2 d 2 h", -time.Second: "0 s",
	} {
		must.Equal(t, roundTime(d), want, d)
	}
}

// TestNoTerminal checks that a device that is not a terminal gets no bar.
func TestNoTerminal(t *testing.T) {
	f := must.Get(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	defer f.Close()
	if NewProgress("", f, 0).bar || NewProgress("", &bytes.Buffer{}, 0).bar {
		t.Error("something else is taken for a terminal")
	}
}

// TestNarrowTerminal checks that only a terminal on which the bar can be removed gets one.
func TestNarrowTerminal(t *testing.T) {
	_, terminal := testfiles.Terminal(t)
	for _, test := range []struct {
		term    string
		columns uint16 // 0 if it does not say
		bar     bool
	}{{"xterm", 80, true}, {"xterm", 30, true}, {"xterm", 29, false}, {"xterm", 0, true}, {"dumb", 80, false}} {
		t.Setenv("TERM", test.term)
		testfiles.Resize(t, terminal, test.columns)
		must.Equal(t, NewProgress("", terminal, 0).bar, test.bar, test)
	}
}

// emitNumbers emits the numbers below n, each as a job with as many parts as its last digit says.
func emitNumbers(n int) func(context.Context, func(int, ...int) bool) error {
	return func(_ context.Context, emit func(int, ...int) bool) error {
		for i := range n {
			if !emit(i, slices.Repeat([]int{i}, i%10)...) {
				break
			}
		}
		return nil
	}
}

// dawdle lets others run now and then.
func dawdle() {
	for range rand.IntN(4) {
		runtime.Gosched()
	}
}

// TestPipelineOrder checks that every part is done and every job written once, in order, and not before its parts are done.
func TestPipelineOrder(t *testing.T) {
	const n = 500
	for _, workers := range []int{1, 2, 7} {
		var done [n]atomic.Int32
		var written []int
		err := Pipeline(t.Context(), make([]struct{}, workers), emitNumbers(n), func(_ context.Context, _ struct{}, part int) error {
			dawdle()
			done[part].Add(1)
			return nil
		}, func(i int) error {
			must.Equal(t, int(done[i].Load()), i%10, i)
			written = append(written, i)
			return nil
		})
		if err != nil || len(written) != n || !slices.IsSorted(written) {
			t.Errorf("%d workers: %d jobs written, in order: %t, %v", workers, len(written), slices.IsSorted(written), err)
		}
	}
}

// TestPipelineErrors checks that all jobs before the one that fails are written, and none after it, whether reading,
// a job or writing fails.
func TestPipelineErrors(t *testing.T) {
	errPart, errWrite, errRead := errors.New("part"), errors.New("write"), errors.New("read")
	for _, test := range []struct {
		part, write, read int // number of the job that fails, -1 for none
		want              []error
		written           int
	}{
		{103, -1, -1, []error{errPart}, 103},
		{-1, 57, -1, []error{errWrite}, 57},
		{103, 57, -1, []error{errWrite}, 57},
		{-1, -1, 200, []error{errRead}, 200},
		{199, -1, 200, []error{errPart}, 199},
	} {
		written := 0
		err := Pipeline(t.Context(), make([]struct{}, 3), func(ctx context.Context, emit func(int, ...int) bool) error {
			for i := range 1000 {
				if i == test.read {
					return errRead
				}
				if !emit(i, i, i) {
					return nil
				}
			}
			return nil
		}, func(_ context.Context, _ struct{}, part int) error {
			dawdle()
			if part == test.part {
				return fmt.Errorf("%d: %w", part, errPart)
			}
			return nil
		}, func(i int) error {
			if i == test.write {
				return errWrite
			}
			written++
			return nil
		})
		for _, want := range test.want {
			if !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", test, err, want)
			}
		}
		must.Equal(t, written, test.written, test)
	}
}

// TestPipelineStopped checks that no part begins after the end of the context, and that the written parts are whole.
func TestPipelineStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	written, begun := 0, atomic.Int32{}
	endless := func(_ context.Context, emit func(int, ...int) bool) error {
		for i := 0; emit(i, i); i++ {
		}
		return nil
	}
	err := Pipeline(ctx, make([]struct{}, 2), endless, func(context.Context, struct{}, int) error {
		begun.Add(1)
		return ctx.Err()
	}, func(i int) error {
		if written++; i == 50 {
			stop()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || written < 51 || written > int(begun.Load()) || begun.Load() > 51+3*8+2 {
		t.Errorf("%d parts begun, %d jobs written, %v", begun.Load(), written, err)
	}
	if err := Pipeline(ctx, make([]struct{}, 2), emitNumbers(3), nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
