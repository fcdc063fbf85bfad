package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vertigo/internal/system/commandline"
)

// command runs the command and returns what it writes and its exit code.
func command(in string, args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Run(commandline.Program{Version: "test", Release: true, In: strings.NewReader(in), Out: &o, Err: &e}, args)
	return o.String(), e.String(), code
}

// TestExchange exports a store and imports that elsewhere, as text and as a store.
func TestExchange(t *testing.T) {
	dir := t.TempDir()
	one, two, three, text := filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "three"), filepath.Join(dir, "text")
	s := mustOpen(t, one)
	mustAdd(t, s, 0, 2500)
	mustClose(t, s)
	want, errOut, code := command("", "export", one)
	if code != commandline.ExitOK || strings.Count(want, "\n") != 2500 {
		t.Fatalf("exit code %d, %d lines, messages %q", code, strings.Count(want, "\n"), errOut)
	}
	if _, errOut, code := command("", "export", one, "--out", text); code != commandline.ExitOK || errOut != "" {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	if got, err := os.ReadFile(text); err != nil || string(got) != want {
		t.Errorf("the file is another: %v", err)
	}
	for _, test := range []struct{ in, store, from, want string }{
		{"", two, text, "text: 2500 answers, 2500 of them new\n"},
		{want, two, "-", "-: 2500 answers, 0 of them new\n"},
		{"", three, two, "two: 2500 answers, 2500 of them new\n"},
	} {
		out, errOut, code := command(test.in, "import", test.store, test.from)
		if code != commandline.ExitOK || !strings.HasSuffix(out, test.want) {
			t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
		}
		if got, _, _ := command("", "export", test.store); got != want {
			t.Errorf("%s to %s: the answers are different", test.from, test.store)
		}
	}
	if out, errOut, code := command("", "check", three); code != commandline.ExitOK || out != "2500 answers are right\n" {
		t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	if out, _, code := command("", "stats", three); code != commandline.ExitOK || !strings.Contains(out, "2500 answers and 0 games") ||
		!strings.Contains(out, "1000 nodes for each position") {
		t.Errorf("exit code %d, output %q", code, out)
	}
}

// TestImportErrors imports lines that are none of an export.
func TestImportErrors(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, filepath.Join(dir, "one"))
	key, a := sample(1)
	a.Lines[0].Moves += " a1a1"
	if err := s.Add(key, &testSetting, a); err != nil { // only imports are looked at so closely
		t.Fatal(err)
	}
	mustAdd(t, s, 2, 3)
	mustClose(t, s)
	lines, _, _ := command("", "export", filepath.Join(dir, "one"))
	if out, _, code := command("", "check", filepath.Join(dir, "one")); code != commandline.ExitFailed || !strings.Contains(out, `a1a1 is not legal`) {
		t.Errorf("a check: exit code %d, output %q", code, out)
	}
	good := strings.Split(lines, "\n")[0]
	if strings.Contains(good, "a1a1") {
		good = strings.Split(lines, "\n")[1]
	}
	for _, test := range []struct{ line, want string }{
		{"what is this?", "invalid character"},
		{"{}", "setting"},
		{strings.Split(lines, "\n")[0] + "\n" + strings.Split(lines, "\n")[1], "not legal"},
		{strings.Replace(good, `"key":"`, `"key":"x`, 1), "hexadecimal"},
		{strings.Replace(good, `"nodes":1000`, `"nodes":0`, 1), "cannot be repeated"},
		{strings.Replace(good, `"fen":"`, `"fen":"9`, 1), "fen"},
		{strings.Replace(good, `"best":"`, `"best":"x`, 1), "best"},
		{strings.Replace(good, `"course":[{"move":"`, `"course":[{"move":"x`, 1), "course"},
		{strings.Replace(good, `"score":`, `"score":99999,"was":`, 1), "out of range"},
		{strings.Repeat("x", maxLine+1), "too long"},
	} {
		_, errOut, code := command(good+"\n"+test.line+"\n", "import", filepath.Join(dir, "two"), "-")
		if code != commandline.ExitFailed || !strings.Contains(errOut, test.want) || !strings.Contains(errOut, "line ") {
			t.Errorf("%.100s: exit code %d, messages %q, want %q", test.line, code, errOut, test.want)
		}
	}
	if out, errOut, code := command("", "check", filepath.Join(dir, "two")); code != commandline.ExitOK || out != "1 answers are right\n" {
		t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	_, errOut, code := command("", "import", filepath.Join(dir, "two"), filepath.Join(dir, "missing"))
	if code != commandline.ExitFailed || !strings.Contains(errOut, "missing") {
		t.Errorf("exit code %d, messages %q", code, errOut)
	}
}

// TestPrune removes old answers, and those of other engines.
func TestPrune(t *testing.T) {
	name := filepath.Join(t.TempDir(), "store")
	s := mustOpen(t, name)
	mustAdd(t, s, 0, 10)
	old := testSetting
	old.Engine = "Vertigo 0.0.1"
	key, a := sample(11)
	if err := s.Add(key, &old, a); err != nil {
		t.Fatal(err)
	}
	if err := s.AddGame(&Game{Result: "*", Moves: []GameMove{{0, "e2e4", key}}}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if out, errOut, code := command("", "prune", name, "--other-engines"); code != commandline.ExitOK || out != "1 answers removed\n" {
		t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	if out, _, _ := command("", "stats", name); !strings.Contains(out, "10 answers and 0 games") {
		t.Errorf("stats: %q", out)
	}
	if out, _, _ := command("", "prune", name, "--before", "2020-02-02"); out != "0 answers removed\n" {
		t.Errorf("output %q", out)
	}
	tomorrow := time.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	if out, _, _ := command("", "prune", "--before="+tomorrow, name); out != "10 answers removed\n" {
		t.Errorf("output %q", out)
	}
}

// TestArguments gives arguments that are wrong.
func TestArguments(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, commandline.ExitUsage, "name an action"},
		{[]string{"list", "x"}, commandline.ExitUsage, `"list" is none of`},
		{[]string{"stats"}, commandline.ExitUsage, "name the store"},
		{[]string{"stats", "a", "b"}, commandline.ExitUsage, "only one store"},
		{[]string{"stats", "a", "--out", "b"}, commandline.ExitUsage, "stats has no flag --out"},
		{[]string{"import", "a"}, commandline.ExitUsage, "name exports"},
		{[]string{"prune", "a"}, commandline.ExitUsage, "say what to remove"},
		{[]string{"prune", "a", "--before", "yesterday"}, commandline.ExitUsage, "not a day"},
		{[]string{"prune", "a", "--before"}, commandline.ExitUsage, "the value is missing"},
		{[]string{"prune", "a", "--other-engines=1"}, commandline.ExitUsage, "takes no value"},
		{[]string{"prune", "a", "--all"}, commandline.ExitUsage, "no flag --all"},
		{[]string{"stats", missing}, commandline.ExitFailed, missing},
	} {
		_, errOut, code := command("", test.args...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, messages %q, want %d and %q", test.args, code, errOut, test.code, test.want)
		}
	}
	if out, _, code := command("", "--help"); code != commandline.ExitOK || !strings.Contains(out, "--other-engines") {
		t.Errorf("--help: exit code %d", code)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("stats has made a store")
	}
}

// FuzzImport imports any text. What is accepted is exported again as something that means the same, and passes the check.
func FuzzImport(f *testing.F) {
	s := mustOpen(f, filepath.Join(f.TempDir(), "store"))
	mustAdd(f, s, 0, 4)
	var lines bytes.Buffer
	if err := s.Export(&lines); err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(lines.String()) {
		f.Add(line)
	}
	f.Add("{}\n")
	f.Add(`{"key":"00000000000000000000000000000000","setting":{"engine":"e","network":"n","limits":{"nodes":1,"multipv":1,"threads":1,"hash_mib":1}},"fen":"7k/5KQ1/8/8/8/8/8/8 b - - 0 1","nodes":0,"us":0,"added":0}`)
	f.Fuzz(func(t *testing.T, text string) {
		s := mustOpen(t, filepath.Join(t.TempDir(), "store"))
		defer s.Close()
		_, added, _ := s.Import(strings.NewReader(text))
		var once, twice, told bytes.Buffer
		if err := s.Export(&once); err != nil {
			t.Fatal(err)
		}
		if right, wrong, err := s.Check(&told, 5); right != added || wrong > 0 || err != nil {
			t.Fatalf("%d answers were added, %d are right, %d wrong, %v\n%s", added, right, wrong, err, &told)
		}
		again := mustOpen(t, filepath.Join(t.TempDir(), "again"))
		defer again.Close()
		if _, n, err := again.Import(bytes.NewReader(once.Bytes())); n != added || err != nil {
			t.Fatalf("%d answers were exported, %d read again, %v", added, n, err)
		}
		if err := again.Export(&twice); err != nil || once.String() != twice.String() {
			t.Fatalf("exported\n%s\nthen\n%s\n%v", &once, &twice, err)
		}
	})
}
