package analyse

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/pagetest"
	"vertigo/internal/testing/testfiles"
)

// command runs the command and returns what it writes and its exit code.
func command(t *testing.T, stdin string, args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(cli.Program{Version: "test", In: strings.NewReader(stdin), Out: &o, Err: &e}, args)
	checkSchema(t, o.String())
	return o.String(), e.String(), code
}

// expect runs the command, checks its exit code and that its messages have the words, and returns its output.
func expect(t *testing.T, code int, words string, args ...string) (out string) {
	t.Helper()
	out, errOut, got := command(t, "", args...)
	if got != code || !strings.Contains(errOut, words) {
		t.Errorf("%q: exit code %d, messages %q; want %d and %q", args, got, errOut, code, words)
	}
	return out
}

// TestEPDKeepsBytes checks that a name in another character set than UTF-8 is written as it was read, and as text in other forms.
func TestEPDKeepsBytes(t *testing.T) {
	in := "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"\xc4nd\xe9rung\"; c0 \"Änderung\";"
	out, errOut, code := command(t, in, "--as", "epd", "--depth", "2", "--hash", "1", "-")
	if code != cli.ExitOK || !strings.HasPrefix(out, in) {
		t.Errorf("exit code %d, messages %q, output\n%q\nwant it to begin\n%q", code, errOut, out, in)
	}
	for _, form := range []string{"json", "csv", "table", "suite", "html"} {
		out, _, _ := command(t, in, "--as", form, "--depth", "2", "--hash", "1", "-")
		if form == "html" {
			out = pagetest.Data(t, out)
		}
		if !strings.Contains(out, "Ändérung") {
			t.Errorf("%s: %q", form, out)
		}
	}
}

// TestAnnotatedIsUTF8 annotates games with words of Windows-1252 beside others of UTF-8: one that is searched, one that is left out, one
// that cannot be played, and one of another variant, in one line and in several.
func TestAnnotatedIsUTF8(t *testing.T) {
	const tags = "[White \"M\xfcller\"] [Black \"Карпов\"]"
	in := tags + "\n\n1. d4 {caf\xe9} Nf6 2. c4 g6 3. Nc3 d5 {да} *\n\n" + strings.ReplaceAll(tags, "Карпов", "Ким") + " {\x93q\x94}\n\n1. e4 *\n\n" +
		tags + "\n\n1. Ke2 {\xe9} *\n\n" + tags + "[Variant \"Atomic\"] 1. e4 {\xe9} *\n\n" + strings.ReplaceAll(tags, " ", "\n") + "\n[Variant \"Atomic\"]\n\n1. e4 {\xe9}\n{да} *\n"
	settings := []string{"--as", "pgn", "--depth", "2", "--hash", "1", "--player", "карпов", "-"}
	page, _, _ := command(t, in, "--as", "html", "--depth", "1", "--hash", "1", "-")
	if data := pagetest.Data(t, page); strings.Count(data, `"name":"Müller"`) < 2 || strings.Contains(data, "\ufffd") {
		t.Errorf("the page has %s", data)
	}
	out, errOut, _ := command(t, in, settings...)
	if !utf8.ValidString(out) || strings.Count(out, "Müller") != 5 || strings.Count(out, "Карпов") != 4 || strings.Count(out, "{é}") != 3 ||
		strings.Count(out, "{да}") != 2 || !strings.Contains(out, "{café}") || !strings.Contains(out, "{“q”}") || !strings.Contains(out, "Grünfeld") {
		t.Errorf("messages %q, output\n%s", errOut, out)
	}
	if again, _, _ := command(t, out, settings...); again != out {
		t.Errorf("annotated again:\n%s\nwant\n%s", again, out)
	}
}

// TestNothingIsLost annotates games as other programs write them: every word of theirs is still there, in its order, but
// for evaluations, of which there is one for each move, the annotator, and the spelling of moves, and ours stand beside them. Annotated again,
// nothing is added.
func TestNothingIsLost(t *testing.T) {
	files, _ := filepath.Glob("../../pgn/testdata/*.pgn")
	if len(files) == 0 {
		t.Fatal("no games")
	}
	for _, file := range files {
		out, _, _ := command(t, "", file, "--as", "pgn", "--nodes", "500", "--hash", "1", "--quiet", "--keep-marks")
		theirs, ours := allGames(t, testfiles.Text(t, file)), allGames(t, out)
		if len(theirs) != len(ours) {
			t.Fatalf("%s: %d games, annotated %d:\n%s", file, len(theirs), len(ours), out)
		}
		for i, g := range theirs {
			_, moves, err := g.Replay()
			if err == nil && len(moves) > 0 {
				if n := strings.Count(ours[i].String(), "%eval"); n != len(moves) && n != len(moves)-1 { // none after a mate
					t.Errorf("%s, game %d: %d evaluations of %d moves:\n%s", file, i+1, n, len(moves), ours[i])
				}
			}
		}
		for _, g := range theirs {
			for i := range g.Words {
				g.Words[i].Text = pgn.PlainText(g.Words[i].Text)
			}
		}
		theyAreThere(t, theirs, ours)
		again, _, _ := command(t, out, "-", "--as", "pgn", "--nodes", "500", "--hash", "1", "--quiet", "--keep-marks")
		must.Equal(t, again, out, file)
	}
}

// allGames reads all games of a text.
func allGames(t *testing.T, text string) (list []*pgn.Game) {
	t.Helper()
	for r := pgn.NewReader(strings.NewReader(text)); ; {
		g, err := r.Next()
		if err == io.EOF {
			return list
		}
		must.Do(t, err)
		list = append(list, g)
	}
}

// Run executes "vertigo analyse" with the given arguments and returns the exit code.
func Run(c cli.Program, args []string) int { return runCommand(c, "analyse", args) }

// Merge executes "vertigo merge".
func Merge(c cli.Program, args []string) int { return runCommand(c, "merge", args) }

func runCommand(c cli.Program, name string, args []string) int {
	c.Args = args
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(c), MergeCommand(c))
	return c.Run(root, append([]string{name}, args...))
}

// parseOptions reads the arguments of "vertigo analyse".
func parseOptions(args []string) (*options, error) {
	o := newOptions(args)
	c := o.command(cli.Program{})
	if err := c.ParseFlags(args); err != nil {
		return nil, err
	}
	return o, o.parse(c.Flags(), c.Flags().Args())
}

// schema is docs/schema.json.
var schema = sync.OnceValue(func() *jsonschema.Schema {
	return jsonschema.NewCompiler().MustCompile(filepath.Join("..", "..", "..", "docs", "schema.json"))
})

// checkSchema holds every line of an output that is JSON of an analysis against docs/schema.json. Every test that runs a command does
// that.
func checkSchema(t *testing.T, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, `{"kind":`) {
			continue
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = schema().Validate(v)
		}
		if err != nil {
			t.Errorf("not as docs/schema.json has it: %v in %.2000s", err, line)
		}
	}
}

// TestSchema writes all that JSON may have, and checks that the schema refuses what is missing, unknown or of another kind.
func TestSchema(t *testing.T) {
	games := "[White \"A\"] [WhiteElo \"1500\"]\n\n1. f3 {[%clk 0:01:00]} e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Ke3 *\n"
	out, errOut, _ := command(t, games, "-", "--as", "json", "--nodes", "2000", "--hash", "1", "--multipv", "2", "--threats")
	positions, _, _ := command(t, "8/8/8/4k3/8/8/4P3/4K3 w - - bm e4;\nno position\n", "-", "--format", "epd", "--as", "json", "--nodes", "500", "--hash", "1")
	all := out + positions
	for _, part := range []string{`"kind":"game"`, `"kind":"position"`, `"kind":"player"`, `"kind":"error"`, `"threat":{`, `"margin":`, `"clock":6000`, `"over":`, `"solved":`} {
		if !strings.Contains(all, part) {
			t.Errorf("there is no %s, messages %q:\n%s", part, errOut, all)
		}
	}
	line, _, _ := strings.Cut(out[strings.Index(out, `{"kind":"position"`):], "\n")
	for _, change := range [][2]string{{`"schema":2`, `"schema":1`}, {`"fen":`, `"FEN":`}, {`"wdl":[`, `"wdl":[1,`}, {`"nodes":`, `"new":1,"nodes":`}, {`"ply":0`, `"ply":"0"`}} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(line, change[0], change[1], 1)))
		if err != nil || schema().Validate(v) == nil {
			t.Errorf("the schema accepts %s in place of %s, %v", change[1], change[0], err)
		}
	}
}

// TestStrangeGames annotates the files that break the rules of PGN: each game has one result and all its moves, and the
// annotated games are read again without a fault. Comments after the last game are left out, and moves that nobody understands
// have become one.
func TestStrangeGames(t *testing.T) {
	testfiles.NoRace(t)
	files, _ := filepath.Glob("../../pgn/testdata/strange/*")
	if len(files) == 0 {
		t.Fatal("no games")
	}
	good := map[string]bool{"chessbase.pgn": true, "chesscom.pgn": true, "dos.pgn": true, "lichess-study.pgn": true, "web.pgn": true}
	for _, file := range files {
		out, errOut, code := command(t, "", file, "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet")
		want := cli.ExitIncomplete
		if good[filepath.Base(file)] {
			want = cli.ExitOK
		}
		if code != want || (code == cli.ExitOK) != (errOut == "") {
			t.Errorf("%s: exit code %d, want %d, messages %q", file, code, want, errOut)
		}
		for i, g := range allGames(t, out) {
			results := 0
			for _, w := range g.Words {
				if w.Kind == pgn.Result {
					results++
				}
			}
			if _, moves, _ := g.Parts(); results != 1 && len(moves) > 0 {
				t.Errorf("%s, game %d has %d results:\n%s", file, i+1, results, g)
			}
		}
		foreign := strings.Contains(errOut, "no move is understood")
		for line := range strings.Lines(errOut) {
			if !strings.HasPrefix(line, file+":") && !strings.HasPrefix(line, "vertigo analyse: ") {
				t.Errorf("%s: a message without its place: %s", file, line)
			}
		}
		again, errOut, _ := command(t, out, "-", "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet")
		kept, words := slices.DeleteFunc(allGames(t, out), (*pgn.Game).IsRemark), ""
		for _, g := range kept {
			words += " " + g.String()
		}
		if strings.Join(strings.Fields(again), " ") != strings.Join(strings.Fields(words), " ") && !foreign {
			t.Errorf("%s: annotated again, with messages %q:\n%s\nwant\n%s", file, errOut, again, out)
		}
	}
}

// TestDamagedTablebase checks that no result is kept that was found while a table turned out to be damaged.
func TestDamagedTablebase(t *testing.T) {
	dir, tables := t.TempDir(), t.TempDir()
	data := testfiles.Read(t, "syzygy", "KRPvK.rtbw")
	testfiles.Put(t, filepath.Join(tables, "KRPvK.rtbw"), data[:len(data)-64])
	in := testfiles.Put(t, filepath.Join(dir, "in.epd"), "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\n8/8/8/3k4/8/8/4P3/K3R3 w - - 0 1\n")
	out := filepath.Join(dir, "out")
	args := []string{in, "--as", "results", "--depth", "1", "--hash", "1", "--out", out}
	_, errOut, code := command(t, "", append(args, "--syzygy", tables)...)
	if code != cli.ExitFailed || !strings.Contains(errOut, filepath.Join(tables, "KRPvK.rtbw")) || !strings.Contains(errOut, "damaged") {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	if left := leftBehind(t, dir, "in.epd", "out.journal"); left != nil {
		t.Errorf("left behind: %v", left)
	}
	kept, err := os.ReadFile(out + ".journal") // there is none if not even the position before was finished in time
	if n := strings.Count(string(kept), `{"key":`); n > 1 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%d results are kept, want at most the one before (%v)", n, err)
	}
}

// blunders is a game with some.
const blunders = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n1. f4 e5 2. g3 exf4 3. gxf4 Qh4# 0-1\n"

// TestLongRecord reports a position whose line in a results file nobody could read, and writes the reason in its place.
func TestLongRecord(t *testing.T) {
	var out, errOut bytes.Buffer
	o := must.Get(parseOptions([]string{"-", "--as", "results"}))(t)
	w := &writer{config: cli.Program{Err: &errOut}, options: o}
	w.begin("analyse", &results.Header{Format: results.FormatVersion, Shard: "1/1"}, &out)
	text := game.RawText("startpos id \"" + strings.Repeat("\x01", 12<<20) + "\";")
	job := game.NewJob(game.Origin{At: 1, Kind: "epd", Text: text}, "x.epd", 0).Read()
	must.Do(t, w.add(job.Ask(game.SelectAll(1, game.Whole)).Judge()))
	must.Contain(t, errOut.String(), "x.epd:1: left out: ")
	must.Contain(t, out.String(), `"error":"left out: `)
	must.Equal(t, w.inputs.Bad(), 1)
	if out.Len() > 1<<20 {
		t.Errorf("%d bytes", out.Len())
	}
}

// TestVerifyProgress checks that what is searched again counts in the progress: at the end, nothing is left and nothing too much.
func TestVerifyProgress(t *testing.T) {
	for verify, want := range map[string]func(positions, twice int) int{
		"1": func(positions, _ int) int { return positions },
		"5": func(positions, twice int) int { return positions + 5*twice },
	} {
		games := testfiles.Put(t, filepath.Join(t.TempDir(), "games.pgn"), blunders)
		o, err := parseOptions([]string{games, "--nodes", "400", "--chunk", "3", "--as", "results", "--verify", verify})
		must.Do(t, err)
		var out bytes.Buffer
		a := &analysis{writer: writer{config: cli.Program{Version: "test", Context: context.Background()}, options: o}}
		a.progress = cli.NewProgress("analyse", io.Discard, source.Size(o.inputs))
		if a.Resources, err = OpenResources("", ""); err == nil {
			err = a.runToStream(&out)
		}
		must.Do(t, err)
		count := func(member string) int { return strings.Count(out.String(), `"`+member+`":{`) }
		twice := count("played")
		positions := strings.Count(out.String(), `"score"`) - twice - count("first") + 2 // with the two mates on the board, which have no score
		if done, all := a.progress.Work(); done != all || int(done) != want(positions, twice) {
			t.Errorf("--verify %s: %v of %v are done, with %d positions and %d of them searched twice", verify, done, all, positions, twice)
		}
	}
}

func TestParseShard(t *testing.T) {
	array := func(id, count, first, last string) map[string]string {
		const p = "SLURM_ARRAY_TASK_"
		return map[string]string{p + "ID": id, p + "COUNT": count, p + "MIN": first, p + "MAX": last}
	}
	job := map[string]string{"JOB_COMPLETION_INDEX": "3"}
	for _, test := range []struct {
		text      string
		variables map[string]string
		want      string // shard or part of the error
	}{
		{"1/1", nil, "1/1"},
		{"3/8", array("0", "9", "0", "8"), "3/8"},
		{"auto", array("0", "4", "0", "3"), "1/4"},
		{"auto", array("4", "4", "1", "4"), "4/4"},
		{"auto/8", array("5", "1", "5", "5"), "6/8"}, // one task of an array submitted once more
		{"auto/8", job, "4/8"},
		{"auto", job, "use auto/N"},
		{"auto", nil, "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set"},
		{"auto/4", array("4", "4", "1", "4"), `SLURM_ARRAY_TASK_ID is "4", not a whole number from 0 to 3`},
		{"auto/3", job, `JOB_COMPLETION_INDEX is "3", not a whole number from 0 to 2`},
		{"auto", array("4", "3", "0", "4"), "have gaps"},
		{"auto", array("0", "3", "0", "4"), "have gaps"},
		{"auto", array("1", "x", "0", "4"), `SLURM_ARRAY_TASK_COUNT is "x"`},
		{"auto", array("-1", "2", "0", "1"), `SLURM_ARRAY_TASK_ID is "-1"`},
		{"0/8", nil, `"0" is not a whole number from 1 to 8`},
		{"9/8", nil, `"9" is not a whole number from 1 to 8`},
		{"1/0", nil, `"0" is not a whole number from 1`},
		{"5", nil, "neither auto nor a part and a count"},
		{"a/b", nil, `"b" is not a whole number`},
	} {
		s, err := parseShard(test.text, func(name string) string { return test.variables[name] })
		if got := s.String(); err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s with %v: %s, %v; want %s", test.text, test.variables, got, err, test.want)
		}
	}
}

// TestFilter uses the command as the other end of a conversation: it answers each line, and each game, before the next one ends.
func TestFilter(t *testing.T) {
	for _, test := range []struct {
		args  string
		lines [][2]string // what is sent, and what a line of the answer has
		code  int
	}{
		{"--as json --depth 2 --workers 2", [][2]string{
			{"8/8/8/4k3/8/8/4P3/4K3 w - -\n", `"fen":"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"`}, {"nonsense\n", `"error":`}, {"startpos\n", `"fen":"` + board.StartFEN},
		}, cli.ExitIncomplete},
		{"-n 2000", [][2]string{
			{"[White \"Ada\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Cy\"]\n\n", "Ada – Bob  0-1\n"}, {"1. e4 e5 *\n", "Cy"},
		}, cli.ExitOK},
	} {
		toCommand, in := io.Pipe()
		out, fromCommand := io.Pipe()
		code := make(chan int, 1)
		go func() {
			c := cli.Program{Version: "test", In: toCommand, Out: fromCommand, Err: io.Discard}
			code <- Run(c, append(strings.Fields(test.args), "-", "--hash", "1"))
			_ = fromCommand.Close() // never fails
		}()
		answers := bufio.NewReader(out)
		for i, line := range test.lines {
			go func() {
				_, _ = io.WriteString(in, line[0]) // a command that has ended answers nothing
				if i == len(test.lines)-1 {
					_ = in.Close()
				}
			}()
			for answer := ""; !strings.Contains(answer, line[1]); {
				var err error
				if answer, err = answers.ReadString('\n'); err != nil {
					t.Fatalf("%s: nothing answers %q: %v", test.args, line[0], err)
				}
			}
		}
		if _, err := io.Copy(io.Discard, answers); err != nil || <-code != test.code {
			t.Errorf("%s: another exit code than %d, or %v", test.args, test.code, err)
		}
	}
}

// stopper interrupts a command when something is written.
type stopper struct {
	io.Writer
	stop func()
}

func (s stopper) Write(b []byte) (int, error) {
	defer s.stop()
	return s.Writer.Write(b)
}

// TestInterrupted interrupts an analysis to standard output: it says what is done, with an exit code of its own, and the same command
// with --skip continues to what an analysis without interruption writes.
func TestInterrupted(t *testing.T) {
	in := testfiles.Write(t, "games.pgn", strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 40))
	args := []string{in, "--nodes", "300", "--hash", "1", "--as", "epd", "--no-times", "--quiet", "--workers", "2"}
	want, _, _ := command(t, "", args...)
	ctx, cancel := context.WithCancel(t.Context())
	var out, errOut bytes.Buffer
	code := Run(cli.Program{Version: "test", Context: ctx, Out: stopper{&out, cancel}, Err: &errOut}, args)
	message := regexp.MustCompile(`interrupted after (\d+) games?; the results so far are written; with --skip (\d+), the same command continues`)
	reported := message.FindStringSubmatch(errOut.String())
	if code != cli.ExitInterrupted || reported == nil || reported[1] != reported[2] || out.Len() == 0 || out.String() == want ||
		!strings.HasPrefix(want, out.String()) {
		t.Fatalf("exit code %d, messages %q, %d bytes of %d", code, &errOut, out.Len(), len(want))
	}
	rest, messages, code := command(t, "", append(args, "--skip", reported[2])...)
	if code != cli.ExitOK || out.String()+rest != want {
		t.Errorf("--skip %s: exit code %d, messages %q, %d bytes after %d", reported[2], code, messages, len(rest), out.Len())
	}
}

// TestInterruptedForms interrupts forms of output that cannot be continued: the message says how they could, and the output has an
// end.
func TestInterruptedForms(t *testing.T) {
	testfiles.NoRace(t)
	text := "[White \"Anna\"]\n\n1. e4 e5 *\n\n1. e5 *\n\n" + strings.Repeat("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n", 40)
	in := testfiles.Write(t, "games.pgn", text)
	dir := t.TempDir()
	for args, want := range map[string]struct{ message, out string }{
		"--as html":            {"so far are written; with --out FILE the same command could continue", "</html>"},
		"--as players":         {"so far are written; with --out FILE the same command could continue", "\nAnna,"},
		"--as json":            {"so far are written; with --out FILE the same command could continue", `"kind":"player"`},
		"--as csv":             {"so far are written; with --out FILE the same command could continue", ""},
		"--as results":         {"the results file is not complete; with --out FILE the same command could continue", ""},
		"--as csv --shard 1/2": {"with --out FILE the same command could continue", ""},
		"--as csv --store " + filepath.Join(dir, "answers"): {"the same command finds all answers so far in " + dir, ""},
		"--as summary": {"with --skip ", ""},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		var out, errOut bytes.Buffer
		p := cli.Program{Version: "test", Context: ctx, Out: stopper{&out, cancel}, Err: stopper{&errOut, cancel}}
		code := Run(p, append(strings.Fields(args), in, "--nodes", "1000", "--hash", "1", "--quiet"))
		if code != cli.ExitInterrupted || !strings.Contains(errOut.String(), want.message) ||
			!strings.Contains(out.String(), want.out) {
			t.Errorf("%s: exit code %d, messages %q, output %q, want %q", args, code, &errOut, &out, want)
		}
		cancel()
	}
}

// TestInterruptedAtOnce interrupts an analysis that has nothing to show yet.
func TestInterruptedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var errOut bytes.Buffer
	code := Run(cli.Program{Version: "test", Context: ctx, Out: io.Discard, Err: &errOut}, []string{"startpos", "-d3"})
	if code != cli.ExitInterrupted || errOut.String() != "vertigo analyse: interrupted before the first game or position was done\n" {
		t.Errorf("exit code %d, messages %q", code, &errOut)
	}
}

// TestChangedInput changes a file of positions after the first answers: while it is read if it is long, after that if it is short. The
// command says so and does not end with success. Nothing that stands there only then is answered.
func TestChangedInput(t *testing.T) {
	const later = "4k3/8/8/8/8/8/8/4K2R w - - 0 1\n"
	for name, changed := range map[string]func(text string) string{
		"cut":         func(text string) string { return text[:len(text)/2] },
		"grown":       func(text string) string { return text + later },
		"overwritten": func(text string) string { return strings.Repeat(later, len(text)/len(later)+1)[:len(text)] },
		"replaced":    func(string) string { return later },
	} {
		for _, lines := range []int{1, 5000} {
			tolerant := lines == 1
			text := strings.Repeat(board.StartFEN+"\n", lines)
			file := testfiles.Put(t, filepath.Join(t.TempDir(), "in.epd"), text)
			long := time.Now().Add(-time.Hour) // another time of the last change, whatever the clock of the file system
			must.Do(t, os.Chtimes(file, long, long))
			var out, errOut bytes.Buffer
			first := sync.OnceFunc(func() {
				if err := os.WriteFile(file, []byte(changed(text)), 0o666); err != nil {
					t.Error(err)
				}
			})
			code := Run(cli.Program{Version: "test", Out: stopper{&out, first}, Err: &errOut},
				[]string{file, "--depth", "1", "--hash", "1", "--as", "epd", "--quiet", "--workers", "1", fmt.Sprintf("--tolerant=%v", tolerant)})
			if tolerant != (code == cli.ExitOK) || !strings.Contains(errOut.String(), "in.epd") || !strings.Contains(errOut.String(), "changed") {
				t.Errorf("%s, %d lines: exit code %d, messages %q", name, lines, code, &errOut)
			}
			if strings.Contains(out.String(), "4K2R") || lines > 1 && strings.Count(out.String(), "\n") > lines/2 {
				t.Errorf("%s, %d lines: %d answers, the last %q", name, lines, strings.Count(out.String(), "\n"), out.String()[max(0, out.Len()-100):])
			}
		}
	}
}

// TestMain runs the tests. A command without --workers has one worker, as each takes long to make.
func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1)
	os.Exit(pagetest.Run(m))
}

// leftBehind returns the names in a folder that are not expected.
func leftBehind(t *testing.T, dir string, expected ...string) (names []string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	for _, e := range entries {
		if !strings.Contains(" "+strings.Join(expected, " ")+" ", " "+e.Name()+" ") {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestInUse runs two analyses into the same file, and two with the same store: the second waits for nothing.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	out, store := filepath.Join(dir, "out"), filepath.Join(dir, "store")
	for _, name := range []string{out + ".journal", store} {
		f, err := os.Create(name)
		if err == nil {
			err = files.Lock(f)
		}
		must.Do(t, err)
		defer f.Close() // which frees it
	}
	args := []string{"startpos", "--depth", "2", "--hash", "1", "--as", "json", "--no-times"}
	expect(t, cli.ExitFailed, "out.journal: another process is writing it", append(args, "--out", out)...)
	want := expect(t, cli.ExitOK, "", args...)
	const words = "store: another process is writing it; its answers are used, but new ones are not kept"
	if got := expect(t, cli.ExitOK, words, append(args, "--store", store)...); got != want || testfiles.Text(t, store) != "" {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestTerminal checks that a terminal gets no page, and learns which file has one.
func TestTerminal(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	t.Chdir(t.TempDir())
	testfiles.Put(t, "games.pgn", "1. e4 e5 *\n\n1. d4 d5 *\n")
	c := cli.Program{Out: terminal, Err: terminal}
	search := []string{"games.pgn", "--nodes", "20", "--hash", "1"}
	must.Equal(t, Run(c, append(search, "--as", "html")), cli.ExitUsage, "a page on a terminal: exit code")
	must.Equal(t, Run(c, append(search, "--out", "games.results")), cli.ExitOK, "exit code")
	must.Equal(t, Merge(c, []string{"games.results", "--out", "report.html"}), cli.ExitOK, "exit code")
	must.Equal(t, Run(c, append(search, "--quiet", "--out", "quiet.html")), cli.ExitOK, "exit code")
	must.Equal(t, Merge(c, []string{"games.results", "--quiet", "--out", "quiet.html"}), cli.ExitOK, "merge --quiet: exit code")
	if _, err := terminal.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text := ""
	for buffer := make([]byte, 1024); !strings.Contains(text, "the end"); {
		n, err := control.Read(buffer)
		must.Do(t, err, text)
		text += string(buffer[:n])
	}
	must.Contain(t, text, "refusing to write HTML to a terminal", "vertigo analyse: wrote games.results, with 2 games\r\n",
		"vertigo merge: wrote report.html, with 2 games; open it in a browser\r\nthe end")
}

// TestMessagesStandApart shows a table on a terminal with messages between its rows and after them: empty lines divide them, and there is
// none at the beginning. In a pipe there is none.
func TestMessagesStandApart(t *testing.T) {
	control, terminal := testfiles.Terminal(t)
	testfiles.Resize(t, terminal, 120)
	args := []string{"-", "--as", "table", "--depth", "1", "--hash", "1", "--quiet", "--workers", "1"}
	input := "bad a\n" + board.StartFEN + "\nbad b\nbad c\n" + board.StartFEN + "\n"
	out, messages := files.NewStream(terminal), files.NewMessages(terminal)
	Run(cli.Program{Version: "test", In: strings.NewReader(input), Out: out, Err: messages}, args)
	if _, err := terminal.WriteString("the end\n"); err != nil {
		t.Fatal(err)
	}
	text, lines := "", bufio.NewScanner(control)
	for lines.Scan() && lines.Text() != "the end" {
		text += strings.Fields(colors.ReplaceAllString(lines.Text(), "") + " .")[0] + "\n"
	}
	const want = "standard\n.\nNo.\n1\n.\nstandard\nstandard\n.\n2\n.\nvertigo\n"
	must.Equal(t, text, want, "the lines begin")
	piped, reported, _ := command(t, input, args...)
	if strings.Contains(piped, "\n\n") || strings.Contains(reported, "\n\n") {
		t.Errorf("in a pipe: %q, %q", piped, reported)
	}
}

// colors matches those of a terminal.
var colors = regexp.MustCompile(`\x1b\[[0-9]+m`)

// evaluation matches an evaluation, which is always the newest.
var evaluation = regexp.MustCompile(`\[%eval[^\]]*\]`)

// squeeze returns words without white space and evaluations.
func squeeze(words []pgn.Word) string {
	text := evaluation.ReplaceAllString((&pgn.Game{Words: words}).String(), "")
	return strings.Join(strings.Fields(text), "")
}

// annotated returns games with the annotations of an analysis.
func annotated(t *testing.T, games string, settings ...string) string {
	t.Helper()
	args := append([]string{"-", "--as", "pgn", "--hash", "1", "--quiet", "--verify", "1"}, settings...)
	out, errOut, code := command(t, games, args...)
	if code != cli.ExitOK || errOut != "" {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	return out
}

// theyAreThere checks that the words of games are still there, in their order, after an analysis. Only evaluations are new, and
// the annotator stands after the other tags.
func theyAreThere(t *testing.T, games, now []*pgn.Game) {
	t.Helper()
	for i, g := range games {
		at := 0
		for _, w := range g.Words {
			if w.Kind == pgn.Tag && strings.HasPrefix(strings.ToLower(w.Text), "[annotator ") {
				if got, want := now[i].Tags()["Annotator"], g.Tags()["Annotator"]; !strings.HasPrefix(got, want) {
					t.Errorf("game %d: the annotator %q is now %q", i+1, want, got)
				}
				continue
			}
			for at < len(now[i].Words) && (now[i].Words[at].Kind != w.Kind ||
				squeeze(now[i].Words[at:at+1]) != squeeze([]pgn.Word{w})) {
				at++
			}
			if at++; at > len(now[i].Words) {
				t.Fatalf("game %d: %q is gone from\n%s\nit was\n%s", i+1, w.Text, now[i], g)
			}
		}
	}
}

// TestWhatStays analyses games twice. Only what is certainly an engine's goes, also what the analysis before has written.
func TestWhatStays(t *testing.T) {
	for _, test := range []struct{ name, game, stays, goes string }{
		{"a person's mark and line", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) 2... Nc6 *", "Nf3 $2|( 2. Bc4 Nc6 )", ""},
		{"a person who is called Vertigo",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; -\"]\n\n1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6) *",
			"[Annotator \"Club Vertigo 2024; Vertigo Smith; Vertigo test\"]|$2|( 2. Bc4 Nc6 )", "-;"},
		{"another version",
			"[Annotator \"Anna; Vertigo 1.2.0-7-gabc; Bob\"]\n\n" +
				"1. e4 $4 { [%eval 3.00] } ( 1. d4 { better than ?? (Vertigo 1.2.0-7-gabc) } ) *",
			"[Annotator \"Anna; Bob; Vertigo test\"]", "1. d4|$4|3.00"},
		{"lines in lines", "1. e4 e5 2. Nf3 $2 (2. Bc4 Nc6 (2... Nf6 3. d3) 3. Qh5 Qe7) *",
			"$2|( 2. Bc4 Nc6 ( 2... Nf6 3. d3 ) 3. Qh5 Qe7 )", ""},
		{"comments that begin like Vertigo's",
			"1. e4 {Threatens 2. Qh5 and I was afraid} e5 {Difficulty here is high, said the coach} *", "and I was|here is high", ""},
		{"remarks",
			"1. e4 { Threatens 2. Qh5\nNc6 3. Qxf7# (Vertigo 1.2.0) } " +
				"e5 { Difficulty 1500 or more: missed by 7 of 10 players of 1400 (Vertigo 1.2.0) } *", "", "Threatens|Difficulty"},
		{"remarks that a person continues",
			"1. e4 { Threatens 2. Qh5 Nc6 (Vertigo 1.2.0), but no } e5 { Threatens 2. Nf3, I think (Vertigo 1.2.0) } *",
			"but no|I think", ""},
		{"lines that a person continues",
			"1. e4 $6 (1. d4 { better than ?! (Vertigo 1.2.0) } d5) e5 $4 (1... c5 2. Nf3 (2. c3) { better than ?? (Vertigo 1.2.0) }) " +
				"2. Nf3 $2 (2. d4 {or so} exd4 { better than ? (Vertigo 1.2.0) }) *", "$6|$4|$2|1. d4|d5|( 2. c3 )|or so", ""},
		{"the mark of a person beside Vertigo's", "1. g4 $2 $4 (1. h3 { better than ?? (Vertigo 1.2.0) }) *", "$2", "$4|1. h3"},
		{"a mark that a person gave before Vertigo", "1. e4 $4 (1. d4 { better (Vertigo 1.2.0) }) *", "e4 $4", "1. d4"},
		{"a mark in the spelling of another program", "1. e4?? (1. d4 {better than ?? (Vertigo 1.2.0)}) *", "", "??|1. d4"},
		{"a mark without a line", "1. e4 $4 $14 {?? (Vertigo 1.2.0)} *", "$14", "$4|??"},
		{"a single position", "[FEN \"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\"]\n\n{ [%eval #9] } { f4 (Vertigo 1.2.0) } { Mate! } *",
			"Mate!|{ Rd8# (Vertigo test) }", "f4|#9"},
		{"Lichess' line, not that in another",
			"1. e4 e5 2. Nc3 Nc6 3. Qh5?! { (0.50 → -0.60) Inaccuracy. Nf3 was best. } (3. d3 Bc5 (3... Nf6 4. Nf3) 4. Nf3) " +
				"(3. f4 (3. Nf3 Nf6) 3... d6) (3. Nf3 d6 4. Bb5) *",
			"( 3. f4 ( 3. Nf3 Nf6 ) 3... d6 )|( 3... Nf6 4. Nf3 )", "Inaccuracy|?! {|Bb5"},
		{"Lichess' verdicts of former years", "1. e4 e5 2. Ke2?! { (0.05 → 1.03) Inaccuracy. The best move was Nf3. } (2. Nf3 Nc6) 2... Nc6 " +
			"3. Ke3?? { (0.24 → Mate in 2) Checkmate is now unavoidable. Best move was Nf3+. } { [%eval #-2] } (3. Nf3 Nf6) 3... Nf6 *", "",
			"best move|→|?!|Ke3??|( 2. Nf3 Nc6 )|( 3. Nf3 Nf6 )"},
		{"a verdict in other words", "1. e4 e5 2. Ke2?! { (0.05 → 1.03) Inaccuracy. Prefer Nf3. } (2. Nf3 Nc6) 2... Nc6 *",
			"Ke2?!|(0.05 → 1.03) Inaccuracy. Prefer Nf3.|( 2. Nf3 Nc6 )", ""},
		{"two lines, one a person's", "1. e4?! { (0.50 → -0.60) Inaccuracy. d4 was best. } (1. d4 d5) (1. d4 f5) *",
			"( 1. d4 d5 )|( 1. d4 f5 )", "Inaccuracy|?!"},
		{"a mark that the verdict does not name",
			"1. e4?! $2 { (0.50 → -0.60) Mistake. d4 was best. } { (0.1 → 0.2) He slept. } (1. d4 { so Bob }) *",
			"e4?!|so Bob|He slept", "$2|Mistake"},
		{"Lichess' mates", "1. f3 e5 2. g4?? { (-0.90 → Mate in 1) Checkmate is now unavoidable. Nc3 was best. } (2. Nc3 d5) " +
			"2... d6? { (Mate in 1 → 0.40) Lost forced checkmate sequence. Qh4# was best. } { [%eval 0.4] } (2... Qh4#) 3. a3 *",
			"", "unavoidable|g4?|2. Nc3 d5|Lost|d6?"},
		{"verdicts without scores",
			"1. e4? {Mistake. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { [%eval -2.1] [%clk 0:01:00] } { Blunder. Nf3 was best. } " +
				"( 2. Nf3 Nc6 ) 2... Nc6 $6 { [%eval 9.1] Inaccuracy. Nf6 was best. } (2... Nf6 {[%eval 0.3]} 3. d3) *",
			"[%clk 0:01:00]", "e4?|Mistake|1. d4 d5|Blunder|2. Nf3 Nc6|$4 { [%eval -2.1|Inaccuracy|9.1|3. d3"},
		{"verdicts that disagree with the mark, the line or the text",
			"1. e4? {Blunder. d4 was best.} (1. d4 d5) 1... e5 2. Ke2 $4 { Blunder. Nf3 was best. } ( 2. d3 d6 ) 2... Nc6 " +
				"$6 { Inaccuracy. Nf6 was best. I think } (2... Nf6) 3. d3 { Mistake. c3 was best. } (3. c3) *",
			"e4?|Blunder. d4|( 1. d4 d5 )|$4|Blunder. Nf3|( 2. d3 d6 )|$6|Inaccuracy. Nf6 was best. I think|( 2... Nf6 )|Mistake. c3|( 3. c3 )", ""},
		{"evaluations before the moves and in lines",
			"{ [%eval 9.11] } { [%eval 9.12] [%csl Ge4] } 1. e4 (1. d4 { [%eval 9.13] } d5 { [%eval 9.14] so Bob }) *",
			"{ [%csl Ge4] }|( 1. d4 d5 { so Bob } )", "9.1"},
	} {
		got := annotated(t, annotated(t, test.game, "--depth", "3", "--threats"), "--depth", "1")
		must.Equal(t, got, annotated(t, test.game, "--depth", "1"), test.name)
		flat := strings.Join(strings.Fields(got), " ")
		for part := range strings.SplitSeq(test.stays, "|") {
			if !strings.Contains(flat, part) {
				t.Errorf("%s: %q is gone:\n%s", test.name, part, got)
			}
		}
		for part := range strings.SplitSeq(test.goes, "|") {
			if part != "" && strings.Contains(flat, part) {
				t.Errorf("%s: %q is still there:\n%s", test.name, part, got)
			}
		}
	}
}

// TestUnsigned analyses a game that an earlier version has annotated, which did not sign its lines: they stay, and are not
// repeated.
func TestUnsigned(t *testing.T) {
	first := annotated(t, "1. f3 e5 2. g4 Qh4# 0-1\n\n", "--nodes", "200")
	unsigned := regexp.MustCompile(`\{ better[^}]*\} `).ReplaceAllString(strings.Join(strings.Fields(first), " "), "")
	again := annotated(t, unsigned, "--nodes", "200")
	if got := strings.Join(strings.Fields(again), " "); unsigned == first || got != unsigned {
		t.Errorf("the game is\n%s\nwant\n%s", got, unsigned)
	}
}
