package audit

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// command runs the command and returns what it writes and its exit code.
func command(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Run(Config{Version: "test", Out: &o, Err: &e}, append(args, "--quiet"))
	return o.String(), e.String(), code
}

// analysed analyses the inputs into a results file and returns its name.
func analysed(t *testing.T, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "a.results")
	var errOut bytes.Buffer
	args = append(args, "--hash", "1", "--tolerant", "--quiet", "--as", "results", "--out", out)
	if code := analyse.Run(analyse.Config{Version: "test", Err: &errOut}, args); code != 0 {
		t.Fatalf("%v: exit code %d, messages %q", args, code, &errOut)
	}
	return out
}

const games = `[White "Ada"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *

1. f3 e5 2. g4 Qh4# 0-1

1. e4 e5 2. Ke3 *

[FEN "r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9"]

9. O-O O-O-O 10. Rab1 *
`

const suite = `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "mate.1";
no position
8/8/8/4k3/8/8/4P3/4K3 w - - 7 9
8/8/8/4k3/8/8/4P3/4K3 w - - searchmoves e4;
`

// TestHonest checks results of every kind of analysis: all of their answers are found again.
func TestHonest(t *testing.T) {
	pgn, epd := testfiles.Write(t, "games.pgn", games), testfiles.Write(t, "suite.epd", suite)
	for _, test := range []struct {
		args, flags []string
		positions   int
	}{
		{[]string{pgn, epd, "--nodes", "800"}, nil, 15 + 5 + 4 + 3},
		{[]string{pgn, epd, "--nodes", "800", "--chunk", "4", "--workers", "3"}, []string{"--workers", "3"}, 27},
		{[]string{pgn, "--depth", "4", "--chunk", "1", "--multipv", "3"}, []string{"--workers", "auto"}, 24},
		{[]string{pgn, "--nodes", "500", "--moves", "2-4", "--color", "white"}, nil, 6 + 2},
		{[]string{pgn, "--nodes", "500", "--player", "nobody"}, nil, 0},
		{[]string{"startpos", "--nodes", "500", "--searchmoves", "e4 d4"}, nil, 1},
		{[]string{pgn, epd, "--nodes", "800", "--threats"}, nil, 27},
		{[]string{pgn, "--nodes", "800", "--chunk", "2", "--difficulty", "1"}, nil, 24},
		{[]string{epd, "--nodes", "500", "--mate", "1"}, nil, 3},
		{[]string{pgn, epd, "--nodes", "3000", "--until-stable", "3", "--chunk", "4", "--threats"}, nil, 27},
		{[]string{epd, "--nodes", "500", "--shard", "1/2"}, nil, 2},
		{[]string{epd, "--nodes", "500", "--syzygy", testfiles.Path(t, "syzygy")}, []string{"--syzygy", testfiles.Path(t, "syzygy")}, 3},
	} {
		out, errOut, code := command(append(test.flags, "--share", "100%", analysed(t, test.args...))...)
		if code != commandline.ExitOK || errOut != "" || !strings.Contains(out, fmt.Sprintf("searched again: %s in ", counted(test.positions, "position"))) {
			t.Errorf("%v: exit code %d, messages %q, want %d positions in\n%s", test.args, code, errOut, test.positions, out)
		}
		if all := "all answers are the same, byte for byte"; strings.Contains(out, all) != (test.positions > 0) {
			t.Errorf("%v: the verdict is\n%s", test.args, out)
		}
	}
}

// TestForgedDifficulty checks that a difficulty that nobody has measured is seen: one that is added, changed or taken away.
func TestForgedDifficulty(t *testing.T) {
	honest := testfiles.Text(t, analysed(t, testfiles.Write(t, "games.pgn", games), "--nodes", "800", "--difficulty", "1"))
	for _, test := range []struct{ pattern, replacement string }{
		{`("elo":1000,"found":)1`, "${1}0"},
		{`"difficulty":\[[^\]]*\],`, ""},
		{`("job":0.*?)"course"`, `${1}"difficulty":[{"elo":800,"found":1,"of":1}],"course"`},
	} {
		forged := regexp.MustCompile(test.pattern).ReplaceAllString(honest, test.replacement)
		if forged == honest {
			t.Fatalf("%s is not there", test.pattern)
		}
		out, errOut, code := command("--share", "100%", testfiles.Write(t, "forged", forged))
		if code != exitDiffer || errOut != "" || !strings.Contains(out, " differs: difficulty\n") {
			t.Errorf("%s: exit code %d, messages %q, output\n%s", test.pattern, code, errOut, out)
		}
	}
	broken := strings.Replace(honest, `"of":1}`, `"of":0}`, 1)
	if _, errOut, code := command("--share", "100%", testfiles.Write(t, "broken", broken)); broken == honest || code != commandline.ExitFailed || !strings.Contains(errOut, "of 0 players") {
		t.Errorf("a level without players: exit code %d, messages %q", code, errOut)
	}
}

// TestForged checks that whatever is changed in an answer is seen, and named.
func TestForged(t *testing.T) {
	honest := testfiles.Text(t, analysed(t, testfiles.Write(t, "games.pgn", games), "--nodes", "800"))
	for _, test := range []struct {
		pattern, replacement string
		want                 string
	}{
		{`("job":1.*?"score":)-?\d+`, "${1}77", "game 2, after 0 half-moves differs: lines\n"},
		{`("job":1.*?"best":")\w+`, "${1}a2a4", "game 2, after 0 half-moves differs: best\n"},
		{`("job":1.*?"pv":"\w+) `, "${1}  ", "game 2, after 0 half-moves differs: lines\n"}, // one more blank
		{`("job":1.*?"nodes":)\d+`, "${1}1", "game 2, after 0 half-moves differs: nodes\n"},
		{`("job":1.*?"course":\[\{"move":"\w+","depth":)\d+`, "${1}9", "game 2, after 0 half-moves differs: course\n"},
		{`("job":1.*)\{"nodes":0,"ns":\d+\}`, `${1}{"nodes":7,"ns":0}`, "game 2, after 4 half-moves differs: nodes\n"},
		{`"nodes":800,"multipv"`, `"nodes":801,"multipv"`, " of 24 answers differ"}, // other limits than those that it says
	} {
		forged := regexp.MustCompile(test.pattern).ReplaceAllString(honest, test.replacement)
		if forged == honest {
			t.Fatalf("%s is not there", test.pattern)
		}
		out, errOut, code := command("--share", "100%", testfiles.Write(t, "forged", forged))
		if code != exitDiffer || errOut != "" || !strings.Contains(out, test.want) || strings.Contains(out, "byte for byte") {
			t.Errorf("%s: exit code %d, messages %q, want %q in\n%s", test.pattern, code, errOut, test.want, out)
		}
	}
	times := regexp.MustCompile(`"ns":\d+`).ReplaceAllString(honest, `"ns":5`)
	if out, _, code := command("--share", "100%", testfiles.Write(t, "times", times)); code != commandline.ExitOK {
		t.Errorf("with other times: exit code %d\n%s", code, out)
	}
}

// TestBuilds checks that an audit tells of results of another build, and takes those of a time when files did not say.
func TestBuilds(t *testing.T) {
	results := analysed(t, testfiles.Write(t, "games.pgn", games), "--nodes", "500")
	text := testfiles.Text(t, results)
	build := regexp.MustCompile(`"build":"([^"]*)",`).FindStringSubmatch(text)
	if build == nil {
		t.Fatalf("no build in %s", strings.SplitN(text, "\n", 2)[0])
	}
	wrong := regexp.MustCompile(`("job":1.*?"best":")\w+`).ReplaceAllString(text, "${1}a2a4")
	if wrong == text {
		t.Fatal("no answer was changed")
	}
	const another, unknown = "different build", "do not say of which build"
	for _, test := range []struct {
		text       string
		want, wont []string
		code       int
	}{
		{text, []string{"(" + build[1] + ")"}, []string{another, unknown}, commandline.ExitOK},
		{strings.Replace(text, build[1], "revision 123", 1), []string{"(revision 123)", "This is a different build (" + build[1] + ")", "the same, byte"}, []string{unknown}, commandline.ExitOK},
		{strings.Replace(text, build[0], "", 1), nil, []string{another, unknown}, commandline.ExitOK},
		{wrong, nil, []string{another, unknown}, exitDiffer},
		{strings.Replace(wrong, build[1], "revision 123", 1), []string{"The results are of a different build"}, []string{unknown}, exitDiffer},
		{strings.Replace(wrong, build[0], "", 1), []string{unknown}, []string{another}, exitDiffer},
	} {
		out, errOut, code := command("--share", "100%", testfiles.Write(t, "changed.results", test.text))
		if code != test.code {
			t.Errorf("exit code %d, want %d; messages %q\n%s", code, test.code, errOut, out)
		}
		for _, want := range test.want {
			if !strings.Contains(out, want) {
				t.Errorf("no %q in\n%s", want, out)
			}
		}
		for _, wont := range test.wont {
			if strings.Contains(out, wont) {
				t.Errorf("%q in\n%s", wont, out)
			}
		}
	}
}

// TestRefused checks that nothing is searched where equality cannot be expected, or where there is nothing to check.
func TestRefused(t *testing.T) {
	honest := testfiles.Text(t, analysed(t, "startpos", "--nodes", "100"))
	withTables := analysed(t, testfiles.Write(t, "x.epd", "8/8/8/4k3/8/8/4P3/4K3 w - -"), "--nodes", "100", "--syzygy", testfiles.Path(t, "syzygy"))
	change := func(old, new string) string {
		if !strings.Contains(honest, old) {
			t.Fatalf("%s is not in %s", old, honest)
		}
		return testfiles.Write(t, "changed", strings.Replace(honest, old, new, 1))
	}
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{change(`"engine":"test"`, `"engine":"0.0.9"`)}, "they are of version 0.0.9, and this is test", commandline.ExitFailed},
		{[]string{change(`"network":"`, `"network":"x`)}, "they were found with the network x", commandline.ExitFailed},
		{[]string{change(`"multipv"`, `"movetime_ms":50,"multipv"`)}, "a time limit of 50 ms", commandline.ExitFailed},
		{[]string{change(`"threads":1`, `"threads":2`)}, "searches with 2 threads", commandline.ExitFailed},
		{[]string{withTables}, "they were found with the tablebases ", commandline.ExitFailed},
		{[]string{change("", ""), "--syzygy", testfiles.Path(t, "syzygy")}, "they were found with no tablebases, and here are the tablebases", commandline.ExitFailed},
		{[]string{change("", ""), "--syzygy", t.TempDir()}, "there are no tablebases in", commandline.ExitFailed},
		{[]string{change("", ""), "--evalfile", "missing.nnue"}, "missing.nnue", commandline.ExitFailed},
		{[]string{change(`{"end"`, `{"ende"`)}, "changed:3: the results are not complete", commandline.ExitFailed},
		{[]string{change(`"best":"`, `"best":"x`)}, "changed:2: argument: a result", commandline.ExitFailed},
		{[]string{testfiles.Write(t, "games.pgn", games)}, "games.pgn:1: this is not a results file", commandline.ExitFailed},
		{[]string{"missing"}, "missing", commandline.ExitFailed},
		{nil, "name one results file, not 0", commandline.ExitUsage},
		{[]string{"a", "b"}, "name one results file, not 2", commandline.ExitUsage},
		{[]string{"a", "--share", "1"}, "is not a share such as 1%", commandline.ExitUsage},
		{[]string{"a", "--share", "0%"}, "--share", commandline.ExitUsage},
		{[]string{"a", "--share", "101%"}, "--share", commandline.ExitUsage},
		{[]string{"a", "--seed", "-1"}, "--seed", commandline.ExitUsage},
	} {
		out, errOut, code := command(test.args...)
		if code != test.code || !strings.Contains(errOut, test.want) || strings.Contains(out, "searched again") {
			t.Errorf("%v: exit code %d, output %q, messages %q; want %d, %q", test.args, code, out, errOut, test.code, test.want)
		}
	}
}

// TestDraw checks that as many chunks are drawn as are asked for, each of them now and then, and the same ones from the same
// seed.
func TestDraw(t *testing.T) {
	file := analysed(t, testfiles.Write(t, "games.pgn", games), testfiles.Write(t, "suite.epd", suite), "--nodes", "1", "--chunk", "4")
	text := testfiles.Text(t, file)
	drawn := func(seed uint64) (places []string) {
		a := &audit{options: &options{file: file, seed: seed}}
		if err := a.count(strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
		a.drawn = 3
		if err := a.draw(strings.NewReader(text), func(task *task) bool {
			places = append(places, fmt.Sprint(task.job.Where, task.chunk.Positions))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		return places
	}
	seen := map[string]bool{}
	for seed := range uint64(100) {
		places := drawn(seed)
		if len(places) != 3 || !slices.Equal(places, drawn(seed)) {
			t.Fatalf("seed %d draws %v, then %v", seed, places, drawn(seed))
		}
		for _, place := range places {
			seen[place] = true
		}
	}
	if len(seen) != 4+2+1+3 { // chunks of 4, 4, 4 and 3; 4 and 1; 4; and single positions
		t.Errorf("a hundred seeds draw %d chunks: %v", len(seen), seen)
	}
	one, _, _ := command("--seed", "5", "--share", "20%", file)
	two, _, _ := command("--seed", "5", "--share", "20%", "--workers", "2", file)
	if one != two || !strings.Contains(one, "in 2 of 10 chunks (--seed 5)") || !strings.Contains(one, "If 77.6 % of the chunks") {
		t.Errorf("--seed 5 tells\n%s\nthen\n%s", one, two)
	}
	if out, _, _ := command(file); !strings.Contains(out, "in 1 of 10 chunks") {
		t.Errorf("one per cent of ten chunks is\n%s", out)
	}
}

// TestHelp checks that the description names every flag and keeps to its width.
func TestHelp(t *testing.T) {
	out, _, code := command("--help")
	if code != commandline.ExitOK {
		t.Errorf("exit code %d", code)
	}
	for _, f := range new(options).sections()[0].Flags {
		if !strings.Contains(out, "\n  --"+f.Name) {
			t.Errorf("the help lacks --%s", f.Name)
		}
	}
	for l := range strings.Lines(out) {
		if len(l) > 106 || strings.HasSuffix(l, " \n") {
			t.Errorf("too long a line in the help, or one that ends with a blank: %q", l)
		}
	}
}
