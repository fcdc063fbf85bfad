package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/system/commandline"
)

// command runs the command and returns what it writes and its exit code.
func command(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Run(commandline.Program{Version: "test", Release: true, Out: &o, Err: &e}, args)
	return o.String(), e.String(), code
}

// TestImport adds the answers of one store to others.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	one, two, three := filled(t, 2500), filepath.Join(dir, "two"), filepath.Join(dir, "three")
	s := mustOpen(t, two)
	mustAdd(t, s, 2400, 2600)
	mustClose(t, s)
	out, errOut, code := command("import", three, one, two, one)
	want := one + ": 2500 answers, 2500 new\n" + two + ": 200 answers, 100 new\n" + one + ": 2500 answers, 0 new\n"
	if code != commandline.ExitOK || out != want {
		t.Errorf("exit code %d, output %q, messages %q; want %q", code, out, errOut, want)
	}
	s = mustOpen(t, three)
	mustFind(t, s, 0, 2600)
	mustClose(t, s)
	if out, errOut, code := command("check", three); code != commandline.ExitOK || out != "answers that are right: 2600\n" {
		t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	if out, _, code := command("stats", three); code != commandline.ExitOK || !strings.Contains(out, "2600 answers and 0 games") ||
		!strings.Contains(out, "1000 nodes for each position") {
		t.Errorf("exit code %d, output %q", code, out)
	}
	missing := filepath.Join(dir, "missing")
	if _, errOut, code := command("import", three, missing); code != commandline.ExitFailed || !strings.Contains(errOut, "missing") {
		t.Errorf("exit code %d, messages %q", code, errOut)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("import has made a store of what is missing")
	}
	s = mustOpen(t, one)
	if _, err := s.db.Exec("UPDATE answer SET best = '' WHERE id = 7"); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if _, errOut, code := command("import", two, one); code != commandline.ExitFailed || !strings.Contains(errOut, one+": answer ") || !strings.Contains(errOut, "damaged") {
		t.Errorf("a damaged store: exit code %d, messages %q", code, errOut)
	}
}

// TestImpossible checks answers that have been changed, with the right checksums.
func TestImpossible(t *testing.T) {
	nowhere := board.NewMove(0, 8, board.Normal) // to a pawn of its own
	for name, test := range map[string]struct {
		change func(a *game.Answer)
		want   string // in what is told
	}{
		"best":   {func(a *game.Answer) { a.Best = nowhere }, "best"},
		"line":   {func(a *game.Answer) { a.Lines[0].Moves = append(a.Lines[0].Moves, nowhere) }, "a1a2 is not legal"},
		"course": {func(a *game.Answer) { a.Course[0].Move = nowhere }, "course"},
		"score":  {func(a *game.Answer) { a.Lines[0].Score = 99999 }, "out of range"},
	} {
		file := filepath.Join(t.TempDir(), name)
		s := mustOpen(t, file)
		mustAdd(t, s, 2, 4)
		key, a := sample(1)
		test.change(a)
		if err := s.Add(key, &testSetting, a); err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		if out, _, code := command("check", file); code != commandline.ExitFailed || !strings.Contains(out, test.want) || !strings.Contains(out, "answers that are right: 2\n") {
			t.Errorf("%s: exit code %d, output %q", name, code, out)
		}
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
	if err := s.AddGame(parsedGame(t, ""), &testSetting, []Key{key, {}, {}}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if out, errOut, code := command("prune", name, "--other-engines"); code != commandline.ExitOK || out != "1 answer removed\n" {
		t.Errorf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	if out, _, _ := command("stats", name); !strings.Contains(out, "10 answers and 0 games") {
		t.Errorf("stats: %q", out)
	}
	if out, _, _ := command("prune", name, "--before", "2020-02-02"); out != "0 answers removed\n" {
		t.Errorf("output %q", out)
	}
	tomorrow := time.Now().AddDate(0, 0, 2).Format(time.DateOnly)
	if out, _, _ := command("prune", "--before="+tomorrow, name); out != "10 answers removed\n" {
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
		{[]string{"stats", "a", "--before", "2020-02-02"}, commandline.ExitUsage, "stats has no flag --before"},
		{[]string{"import", "a"}, commandline.ExitUsage, "name the stores"},
		{[]string{"prune", "a"}, commandline.ExitUsage, "say what to remove"},
		{[]string{"prune", "a", "--before", "yesterday"}, commandline.ExitUsage, "not a day"},
		{[]string{"prune", "a", "--before"}, commandline.ExitUsage, "the value is missing"},
		{[]string{"prune", "a", "--other-engines=1"}, commandline.ExitUsage, "takes no value"},
		{[]string{"prune", "a", "--all"}, commandline.ExitUsage, "no flag --all"},
		{[]string{"stats", missing}, commandline.ExitFailed, missing},
	} {
		_, errOut, code := command(test.args...)
		if code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, messages %q, want %d and %q", test.args, code, errOut, test.code, test.want)
		}
	}
	if out, _, code := command("--help"); code != commandline.ExitOK || !strings.Contains(out, "--other-engines") {
		t.Errorf("--help: exit code %d", code)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("stats has made a store")
	}
}
