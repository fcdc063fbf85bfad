package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/analysis/analyse"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
)

// compare runs the command and returns what it writes and its exit code.
func compare(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Run(commandline.Program{Out: &o, Err: &e}, args)
	return o.String(), e.String(), code
}

// analysed analyses a file and returns the name of the output.
func analysed(t *testing.T, as, in string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out."+as)
	var errOut bytes.Buffer
	args = append(args, "--hash", "1", "--no-times", "--tolerant", "--quiet", "--as", as, "--out", out, in)
	if code := analyse.Run(analyse.Config{Program: commandline.Program{Version: "test", Err: &errOut}}, args); code != 0 {
		t.Fatalf("%v: exit code %d, messages %q", args, code, &errOut)
	}
	return out
}

// games has castling of Chess960, a mate, a stalemate, an illegal move, the same game twice, and a name in Latin-1.
const games = `[White "M` + "\xfc" + `ller"]

1. f3 e5 2. g4 Qh4# 0-1

[FEN "r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9"]

9. O-O O-O-O 10. Rab1 *

1. e4 e5 2. Ke3 *

1. e4 e5 2. Nf3 Nf6 *

1. e4 e5 2. Nf3 Nf6 *

[FEN "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"]

1. Qf7 1/2-1/2
`

// TestBothKinds compares analyses in both kinds of files: they say the same of the same analysis, and the changes are those
// that the other kind tells.
func TestBothKinds(t *testing.T) {
	in := testfiles.Write(t, "games.pgn", games)
	before, after := []string{"--nodes", "100"}, []string{"--nodes", "1000"}
	a, b := analysed(t, "results", in, before...), analysed(t, "results", in, after...)
	aJSON, bJSON := analysed(t, "json", in, before...), analysed(t, "json", in, after...)
	for _, pair := range [][2]string{{a, a}, {a, aJSON}, {bJSON, b}} {
		out, errOut, code := compare(pair[0], pair[1])
		if code != commandline.ExitOK || !strings.Contains(out, "      24  positions in both\n      24  100.0%  with the same best move and score\n") || strings.Contains(out, "points   before") {
			t.Errorf("exit code %d, messages %q, an analysis differs from itself:\n%s", code, errOut, out)
		}
	}
	_, want, _ := strings.Cut(mustCompare(t, a, b), "--nodes was 100, now it is 1000\n")
	if !strings.Contains(want, "Changes: ") || !strings.Contains(want, "games.pgn: game 5, after 4 half-moves") {
		t.Errorf("the comparison is\n%s", want)
	}
	if _, got, _ := strings.Cut(mustCompare(t, aJSON, bJSON), "--nodes was 100, now it is 1000\n"); got != want {
		t.Errorf("from JSON\n%s\nfrom results\n%s", got, want)
	}
	filtered := analysed(t, "results", in, append(after, "--moves", "2-", "--chunk", "1")...)
	if out := mustCompare(t, filtered, b); !strings.Contains(out, "Only in "+b) || strings.Contains(out, "Only in "+filtered) {
		t.Errorf("what a filter leaves out is\n%s", out)
	}
}

func mustCompare(t *testing.T, args ...string) string {
	t.Helper()
	out, errOut, code := compare(args...)
	if code != commandline.ExitOK || errOut != "" {
		t.Fatalf("%v: exit code %d, messages %q", args, code, errOut)
	}
	return out
}

// TestBuilds checks the report that another build of the same version has searched, where both files say which it was.
func TestBuilds(t *testing.T) {
	a := analysed(t, "results", testfiles.Write(t, "games.pgn", games), "--nodes", "100")
	text := testfiles.Text(t, a)
	build := regexp.MustCompile(`"build":"[^"]*",`).FindString(text)
	b := testfiles.Write(t, "b.results", testfiles.Sums(strings.Replace(text, build, `"build":"revision 123",`, 1)))
	old := testfiles.Write(t, "old.results", testfiles.Sums(strings.Replace(text, build, "", 1)))
	if out := mustCompare(t, a, b); build == "" || !strings.Contains(out, "b.results: Vertigo test (revision 123), network") || !strings.Contains(out, ", now it is revision 123\n") {
		t.Errorf("the builds are not in\n%s", out)
	}
	if out := mustCompare(t, a, b, "--as", "json"); !strings.Contains(out, `"build":"revision 123"`) {
		t.Errorf("the build is not in\n%s", out)
	}
	if out := mustCompare(t, old, b); strings.Contains(out, "now it is") {
		t.Errorf("a file without a build differs in it:\n%s", out)
	}
}

// fens are positions that differ.
var fens = []string{
	"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1",
	"6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
}

// line is a line of JSON about a position: the best move, the
// centipawns, and the chance to win in per mille with no draws.
func line(fen, id, best string, cp, win int) string {
	return fmt.Sprintf(`{"source":"x.epd:1","id":%q,"fen":%q,"best":%q,"nodes":9,"lines":[{"cp":%d,"wdl":[%d,0,%d],"depth":3,"pv":[%q]}],"engine":"Vertigo 1","network":"n","limits":{"nodes":9,"multipv":1}}`+"\n",
		id, fen, best, cp, win, 1000-win, best)
}

// TestOrder checks what is counted and listed, and in which order.
func TestOrder(t *testing.T) {
	before := testfiles.Write(t, "before", line(fens[0], "a", "d1d8", 100, 500)+line(fens[1], "b", "e1e8", 100, 500)+line(fens[2], "c", "c1c8", 100, 500)+
		line(fens[3], "d", "b1b8", 100, 500)+line(fens[0], "a", "d1d8", 100, 600)+"\n"+`{"source":"x.epd:7","error":"no"}`+"\n")
	// The second position with the name a belongs to the second of the other file; c has another name; d is not there.
	after := testfiles.Write(t, "after", strings.ReplaceAll(line(fens[2], "z", "c1c7", 100, 300), "0 1", "0 7")+line(fens[0], "a", "d1d8", 90, 450)+
		line(fens[1], "b", "e1e8", 100, 500)+line(fens[0], "a", "d1d7", 90, 550)+line(strings.Replace(fens[3], "w", "b", 1), "d", "g8f8", 1, 500))
	out := mustCompare(t, before, after)
	_, listed, _ := strings.Cut(out, "position\n")
	var got []string
	for l := range strings.Lines(listed) {
		if words := strings.Fields(l); len(words) > 4 && !strings.Contains(words[0], "/") {
			got = append(got, strings.Join(words, " "))
		}
	}
	want := []string{ // the number of the move is that of the later file
		"-0.200 7. Rc8# +1.00 7. Rc7 +1.00 x.epd:1 (z)", "-0.050 1. Rd8# +1.00 1. Rd7 +0.90 x.epd:1 (a)", "-0.050 1. Rd8# +1.00 1. Rd8# +0.90 x.epd:1 (a)",
		"1. Rb8# +1.00 x.epd:1 (d)", "1... Kf8 +0.01 x.epd:1 (d)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("listed are\n%s\nwant\n%s\nin\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
	for _, part := range []string{"4  positions in both", "1   25.0%  with the same best move and score", "1   25.0%  with the same best move and another score",
		"2   50.0%  with another best move", "1   25.0%  whose expected", "0.075  points is the mean"} {
		if !strings.Contains(out, part) {
			t.Errorf("the summary lacks %q:\n%s", part, out)
		}
	}
	if out := mustCompare(t, before, after, "--most", "1"); !strings.Contains(out, "Largest changes: 1 of 3") || strings.Contains(out, "-0.050") {
		t.Errorf("--most 1 lists\n%s", out)
	}
	if out := mustCompare(t, before, after, "--least", "0.06"); !strings.Contains(out, "Changes: 1\n") || strings.Contains(out, "-0.050") {
		t.Errorf("--least 0.06 lists\n%s", out)
	}
	checkJSON(t, mustCompare(t, before, after, "--as", "json"))
}

func checkJSON(t *testing.T, out string) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var s jsonSummary
	if err := json.Unmarshal([]byte(lines[0]), &s); err != nil || s.Both != 4 || s.Same != 1 || s.OtherBest != 2 || s.Found != 3 || s.OnlyBefore != 1 ||
		s.Before.Unread != 1 || s.After.Engine != "Vertigo 1" || len(lines) != 1+3+2 {
		t.Fatalf("%v, %d lines, the first %s", err, len(lines), lines[0])
	}
	var c jsonChange
	if err := json.Unmarshal([]byte(lines[1]), &c); err != nil || c.Kind != "change" || *c.Difference != -.2 || c.Before.Best != "c1c8" || c.After.SAN != "Rc7" ||
		*c.After.Centipawns != 100 {
		t.Errorf("%v in %s", err, lines[1])
	}
	c = jsonChange{}
	if err := json.Unmarshal([]byte(lines[5]), &c); err != nil || c.Kind != "only" || c.Before != nil || c.After.Best != "g8f8" {
		t.Errorf("%v in %s", err, lines[5])
	}
}

// TestMost checks that the largest changes are kept while many are read.
func TestMost(t *testing.T) {
	var before, after strings.Builder
	for i := range 3000 {
		before.WriteString(line(fens[0], fmt.Sprint(i), "d1d8", 0, 500))
		after.WriteString(line(fens[0], fmt.Sprint(i), "d1d8", 1, 500-(i*7)%500))
	}
	out := mustCompare(t, testfiles.Write(t, "a", before.String()), testfiles.Write(t, "b", after.String()), "--most", "6")
	if strings.Count(out, "\n-0.499 ") != 6 || !strings.Contains(out, "Largest changes: 6 of 3000") {
		t.Errorf("listed are\n%s", out)
	}
}

// TestErrors checks that a file that cannot be used is named with the line.
func TestErrors(t *testing.T) {
	good := line(fens[0], "a", "d1d8", 1, 500)
	results := analysed(t, "results", testfiles.Write(t, "x.epd", fens[0]+"\n"+fens[1]+"\n"), "--nodes", "50")
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	ok := testfiles.Write(t, "ok", good)
	for _, test := range []struct {
		text, want string
	}{
		{"", "bad:1: neither a results file"},
		{"[White \"A\"]\n", "bad:1: neither a results file"},
		{"{\"fen\":3}\n", "bad:1: neither a results file"},
		{good + "\n{\"source\":\n", "bad:3: this is not an answer of vertigo analyse"},
		{good + strings.Replace(good, "6k1", "6k2", 1), "bad:2: fen: "},
		{good + strings.Replace(good, `"best":"d1d8"`, `"best":"d1a8"`, 1), "bad:2: best: "},
		{good + strings.Replace(good, `["d1d8"]`, `["d1d8","d1d8"]`, 1), "bad:2: pv: "},
		{good + strings.Replace(good, `"cp":1,`, ``, 1), "bad:2: a line has cp or mate"},
		{good + strings.Replace(good, `[500,0,500]`, `[5000,0,500]`, 1), "bad:2: wdl: "},
		{good + strings.Replace(good, `"lines":[`, `"lines":[],"x":[`, 1), "bad:2: no line, but there are legal moves"},
		{lines[0] + lines[1], "bad:3: the results are not complete"},
		{lines[0] + lines[1] + lines[2][:20], "bad:3: the results are not complete"},
		{testfiles.Sums(lines[0] + lines[1] + strings.Replace(lines[2], `"best":"`, `"best":"x`, 1) + lines[3]), "is not a move"},
		{testfiles.Sums(lines[0] + lines[1] + strings.Replace(lines[2], `"best":"e1`, `"best":"e2`, 1) + lines[3]), "is not legal in"},
		{strings.Replace(lines[0], `results":5`, `results":3`, 1), "bad:1: results of format 3, but this version"},
		{lines[0] + strings.Replace(lines[1], `"best":"`, `"best":"x`, 1) + lines[2] + lines[3], "bad:2: wrong checksum"},
		{lines[0] + lines[2] + lines[3], "bad:2: wrong checksum"},
		{lines[0] + lines[1] + lines[3], "bad:3: wrong checksum"},
		{lines[0] + lines[1] + lines[1] + lines[2] + lines[3], "bad:3: wrong checksum"},
		{testfiles.Sums(lines[0] + lines[1] + lines[3]), "bad:3: 1 jobs with 1 answers, but the end counts 2 with 2"},
		{testfiles.Sums(lines[0] + lines[1] + lines[1] + lines[3]), "bad:3: this is not the record of job 1"},
	} {
		_, errOut, code := compare(ok, testfiles.Write(t, "bad", test.text))
		if code != commandline.ExitFailed || !strings.Contains(errOut, test.want) {
			t.Errorf("exit code %d, messages %q, want %q", code, errOut, test.want)
		}
	}
	other := testfiles.Write(t, "other", line(fens[1], "b", "e1e8", 1, 500))
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{ok}, "name two files", commandline.ExitUsage},
		{[]string{ok, ok, ok}, "name two files", commandline.ExitUsage},
		{[]string{ok, ok, "--least", "2"}, "--least: \"2\" is not", commandline.ExitUsage},
		{[]string{ok, ok, "--least", "NaN"}, "--least", commandline.ExitUsage},
		{[]string{ok, ok, "--most", "-3"}, "--most", commandline.ExitUsage},
		{[]string{ok, filepath.Join(t.TempDir(), "missing")}, "missing", commandline.ExitFailed},
		{[]string{ok, other}, "no position in common", commandline.ExitFailed},
		{[]string{ok, other, "--out", other}, "this command reads it", commandline.ExitFailed},
	} {
		if _, errOut, code := compare(test.args...); code != test.code || !strings.Contains(errOut, test.want) {
			t.Errorf("%v: exit code %d, messages %q, want %q", test.args, code, errOut, test.want)
		}
	}
}

// TestMixed checks the report that the lines of one file were found with different settings. Positions without a game,
// which have no chunk, do not count.
func TestMixed(t *testing.T) {
	one := line(fens[0], "a", "d1d8", 1, 500)
	two := strings.Replace(line(fens[1], "b", "e1e8", 1, 500), `"nodes":9,"multipv":1`, `"nodes":9,"multipv":1,"chunk":10`, 1)
	a, b := testfiles.Write(t, "a", one+two), testfiles.Write(t, "b", one+strings.Replace(two, `"limits":{"nodes":9`, `"limits":{"nodes":8`, 1))
	if out := mustCompare(t, a, b); strings.Count(out, "some answers have other settings") != 1 || !strings.Contains(out, "chunks of 10") {
		t.Errorf("the settings are\n%s", out)
	}
}
