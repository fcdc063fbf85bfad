package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/winrate"
	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// compare runs the command and returns what it writes and its exit code.
func compare(args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = Run(commandline.Program{Out: &o, Err: &e}, args)
	return o.String(), e.String(), code
}

// analysed analyses a file and returns the name of the results file.
func analysed(t *testing.T, in string, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.results")
	var errOut bytes.Buffer
	args = append(args, "--hash", "1", "--no-times", "--tolerant", "--quiet", "--out", out, in)
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

// TestGames compares two analyses, and one with itself.
func TestGames(t *testing.T) {
	in := testfiles.Write(t, "games.pgn", games)
	a, b := analysed(t, in, "--nodes", "100"), analysed(t, in, "--nodes", "1000")
	if out := mustCompare(t, a, a); !strings.Contains(out, "      24  positions in both\n      24  100.0%  with the same best move and score\n") || strings.Contains(out, "points   before") {
		t.Errorf("an analysis differs from itself:\n%s", out)
	}
	_, out, _ := strings.Cut(mustCompare(t, a, b), "--nodes was 100, now it is 1000\n")
	if !strings.Contains(out, "Changes: ") || !strings.Contains(out, "games.pgn: game 5, after 1... e5") {
		t.Errorf("the comparison is\n%s", out)
	}
	filtered := analysed(t, in, "--nodes", "1000", "--moves", "2-", "--chunk", "1")
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
	a := analysed(t, testfiles.Write(t, "games.pgn", games), "--nodes", "100")
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

// found is what a results file says of a position.
type found struct {
	fen, id, best string
	white         int // centipawns
}

// score returns the score for the side to move at p.
func (f found) score(p *board.Position) int {
	score := int(math.Round(winrate.Current().Score(float64(f.white), winrate.Material(p))))
	if p.Turn() == board.Black {
		return -score
	}
	return score
}

// expected returns the expected score of White.
func (f found) expected(t *testing.T) float64 {
	t.Helper()
	p, err := board.ParseFEN(f.fen)
	if err != nil {
		t.Fatal(err)
	}
	return (&game.Line{Root: &p, Score: f.score(&p)}).Odds().Expected()
}

// resultsFile writes a results file with these answers. A position without a FEN could not be read.
func resultsFile(t *testing.T, name string, list ...found) string {
	t.Helper()
	r := results.Renderer{Header: &results.Header{
		Format: results.Version, Engine: "1", Network: "n", Limits: game.Limits{Nodes: 9, MultiPV: 1}, Reading: "epd", Shard: "1/1", Inputs: []source.Fingerprint{{Name: "x.epd"}},
	}, Footer: results.Footer{Jobs: len(list)}}
	text := r.Begin(nil)
	for i, f := range list {
		j := game.NewJob(game.Origin{Number: i, At: 1, Kind: "epd", Text: game.RawText(fmt.Sprintf("%s id %q;", f.fen, f.id))}, "x.epd", 0)
		if j.Parse(); j.Err == nil {
			p := &j.Plies[0].Position.Game.Position
			m, err := movegen.ParseMove(p, f.best)
			if err != nil {
				t.Fatal(err)
			}
			j.Plies[0].Answer = game.Answer{Best: m, Nodes: 9, Lines: []game.Line{{Score: f.score(p), Depth: 3, Moves: []board.Move{m}}}}
		}
		text = r.Render(text, j)
	}
	return testfiles.Write(t, name, string(r.End(text)))
}

// TestOrder checks what is counted and listed, and in which order.
func TestOrder(t *testing.T) {
	before := []found{{fens[0], "a", "d1d8", 100}, {fens[1], "b", "e1e8", 100}, {fens[2], "c", "c1c8", 100}, {fens[3], "d", "b1b8", 100}, {fens[0], "a", "d1d8", 100}, {}}
	// The second position with the name a belongs to the second of the other file; c has another name; d is not there.
	after := []found{{strings.ReplaceAll(fens[2], "0 1", "0 7"), "z", "c1c7", -100}, {fens[0], "a", "d1d8", 90}, {fens[1], "b", "e1e8", 100}, {fens[0], "a", "d1d7", 90},
		{strings.Replace(fens[3], "w", "b", 1), "d", "g8f8", 1}}
	large, small := after[0].expected(t)-before[2].expected(t), after[1].expected(t)-before[0].expected(t)
	one, two := resultsFile(t, "before", before...), resultsFile(t, "after", after...)
	out := mustCompare(t, one, two)
	_, listed, _ := strings.Cut(out, "position\n")
	var got []string
	for l := range strings.Lines(listed) {
		if words := strings.Fields(l); len(words) > 4 && !strings.Contains(words[0], "/") {
			got = append(got, strings.Join(words, " "))
		}
	}
	want := []string{ // the number of the move is that of the later file
		fmt.Sprintf("%+.3f 7. Rc8# +1.00 7. Rc7 -1.00 x.epd:1 (z)", large), fmt.Sprintf("%+.3f 1. Rd8# +1.00 1. Rd7 +0.90 x.epd:1 (a)", small),
		fmt.Sprintf("%+.3f 1. Rd8# +1.00 1. Rd8# +0.90 x.epd:1 (a)", small), "1. Rb8# +1.00 x.epd:1 (d)", "1... Kf8 +0.01 x.epd:1 (d)",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("listed are\n%s\nwant\n%s\nin\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
	for _, part := range []string{"4  positions in both", "1   25.0%  with the same best move and score", "1   25.0%  with the same best move and another score",
		"2   50.0%  with another best move", "1   25.0%  whose expected", fmt.Sprintf("%.3f  points is the mean", game.Round(-(game.Round(large, digits)+2*game.Round(small, digits))/4, digits))} {
		if !strings.Contains(out, part) {
			t.Errorf("the summary lacks %q:\n%s", part, out)
		}
	}
	if out := mustCompare(t, one, two, "--most", "1"); !strings.Contains(out, "Largest changes: 1 of 3") || strings.Contains(out, "+0.90") {
		t.Errorf("--most 1 lists\n%s", out)
	}
	if out := mustCompare(t, one, two, "--least", "0.1"); !strings.Contains(out, "Changes: 1\n") || strings.Contains(out, "+0.90") {
		t.Errorf("--least 0.1 lists\n%s", out)
	}
	checkJSON(t, mustCompare(t, one, two, "--as", "json"))
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
	if err := json.Unmarshal([]byte(lines[1]), &c); err != nil || c.Kind != "change" || *c.Difference > -.1 || c.Before.Best != "c1c8" || c.After.SAN != "Rc7" ||
		*c.After.Centipawns != -100 {
		t.Errorf("%v in %s", err, lines[1])
	}
	c = jsonChange{}
	if err := json.Unmarshal([]byte(lines[5]), &c); err != nil || c.Kind != "only" || c.Before != nil || c.After.Best != "g8f8" {
		t.Errorf("%v in %s", err, lines[5])
	}
}

// TestMost checks that the largest changes are kept while many are read.
func TestMost(t *testing.T) {
	var before, after []found
	for i := range 3000 {
		white := -(i * 7) % 200
		if i%500 == 7 {
			white = -400
		}
		before, after = append(before, found{fens[0], fmt.Sprint(i), "d1d8", 1}), append(after, found{fens[0], fmt.Sprint(i), "d1d8", white})
	}
	out := mustCompare(t, resultsFile(t, "a", before...), resultsFile(t, "b", after...), "--most", "6")
	if strings.Count(out, " -4.00 ") != 6 || !strings.Contains(out, "Largest changes: 6 of 3000") {
		t.Errorf("listed are\n%s", out)
	}
}

// TestErrors checks that a file that cannot be used is named with the line.
func TestErrors(t *testing.T) {
	good := found{fens[0], "a", "d1d8", 1}
	results := analysed(t, testfiles.Write(t, "x.epd", fens[0]+"\n"+fens[1]+"\n"), "--nodes", "50")
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	ok := resultsFile(t, "ok", good)
	for _, test := range []struct {
		text, want string
	}{
		{"", "bad: the results are not complete"},
		{"[White \"A\"]\n", "bad: this is not a results file"},
		{`{"source":"x.epd:1","fen":"8/8/8/8/8/8/8/8 w - -","lines":[]}` + "\n", "bad: this is not a results file, which vertigo analyse writes with --as results"},
		{lines[0] + lines[1], "bad:3: the results are not complete"},
		{lines[0] + lines[1] + lines[2][:20], "bad:3: the results are not complete"},
		{testfiles.Sums(lines[0] + lines[1] + strings.Replace(lines[2], `"best":"`, `"best":"x`, 1) + lines[3]), "is not a move"},
		{testfiles.Sums(lines[0] + lines[1] + strings.Replace(lines[2], `"best":"e1`, `"best":"e2`, 1) + lines[3]), "is not legal in"},
		{strings.Replace(lines[0], `results":5`, `results":3`, 1), "bad: results of format 3, but this version"},
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
	other := resultsFile(t, "other", found{fens[1], "b", "e1e8", 1})
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{ok}, "want two files", commandline.ExitUsage},
		{[]string{ok, ok, ok}, "want two files", commandline.ExitUsage},
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
