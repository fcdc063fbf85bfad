package analyse

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/pgn"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// command runs the command and returns what it writes and its exit code.
func command(t *testing.T, stdin string, args ...string) (out, errOut string, code int) {
	t.Helper()
	var o, e bytes.Buffer
	code = Run(Config{Program: commandline.Program{Version: "test", In: strings.NewReader(stdin), Out: &o, Err: &e}}, args)
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

const suiteText = `# a comment
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "mate.1"; c0 "a; semicolon";

6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id "mate.2";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1 bm Qd8; id "no queen";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 3 20; CCC post 9.9.1999 by somebody
`

func TestSuite(t *testing.T) {
	out, errOut, code := command(t, suiteText, "--epd", "--depth", "4", "--hash=1", "-")
	if code != commandline.ExitIncomplete {
		t.Errorf("exit code %d", code)
	}
	if want := "standard input:5: bm: Qd8 is not legal in 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\n"; !strings.HasPrefix(errOut, want) {
		t.Errorf("messages:\n%s\nwant first\n%s", errOut, want)
	}
	if _, _, code := command(t, suiteText, "--epd", "--depth", "4", "--hash=1", "--tolerant", "-"); code != commandline.ExitOK {
		t.Errorf("--tolerant: exit code %d", code)
	}
	for _, args := range [][]string{{"--epd", "--as", "json"}, {"--as", "json", "--epd"}} {
		if out, _, _ := command(t, suiteText, append(args, "--depth", "4", "--hash=1", "-")...); !strings.HasPrefix(out, "{") {
			t.Errorf("%v writes %.40q", args, out)
		}
	}
	if _, errOut, code := command(t, suiteText, "--epd", "--format", "pgn", "-"); code == commandline.ExitOK || !strings.Contains(errOut, "cannot be combined") {
		t.Errorf("--epd --format pgn: exit code %d, messages %q", code, errOut)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for i, want := range []string{
		1: "+ Rd8#", 2: "am Rd8#", 3: "standard input:6", 6: " 1      2   50.0%"} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d lacks %q in\n%s", i, want, out)
		}
	}
	if !strings.Contains(lines[2], "- Rd8#") || !strings.Contains(lines[6], "and 1 without bm or am") {
		t.Errorf("wrong verdicts in\n%s", out)
	}
}

// TestThemeTotals checks the summary: a line for each suite, and one for each of its themes.
func TestThemeTotals(t *testing.T) {
	dir := t.TempDir()
	const mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - "
	first := write(t, filepath.Join(dir, "first.epd"), mate+"bm Rd8; id \"rook 1\";\n"+mate+"am Rd8; id \"rook 2\";\n"+
		mate+"bm Rd8; id \"mate 1\";\n"+mate+"bm Rd8+ Kf1; id \"mate 2\";\n")
	second := write(t, filepath.Join(dir, "second.epd"), mate+"bm Kf1; id \"king\";\n")
	out := expect(t, commandline.ExitOK, "", "--epd", "--depth", "4", "--hash", "1", first, second)
	var got []string
	for l := range strings.Lines(out[strings.Index(out, "\nsolved"):]) {
		if words := strings.Fields(l); len(words) == 6 {
			got = append(got, strings.Join(append(words[:3], filepath.Base(words[5])), " "))
		}
	}
	want := "3 4 75.0% first.epd, 1 2 50.0% rook, 2 2 100.0% mate, 0 1 0.0% second.epd, 3 5 60.0% all"
	if strings.Join(got, ", ") != want {
		t.Errorf("the totals are\n%s\nwant\n%s\nin\n%s", strings.Join(got, ", "), want, out)
	}
}

// TestMate checks that a search ends when it has found the mate, and with nothing to find at the default limit.
func TestMate(t *testing.T) {
	const fen = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
	out, _, code := command(t, "", fen, "--mate", "1", "--as", "json", "--hash", "1")
	var r jsonResult
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != commandline.ExitOK {
		t.Fatalf("%v, exit code %d, results %s", err, code, out)
	}
	if l := r.Lines[0]; l.Mate == nil || *l.Mate != 1 || l.Depth > 3 || r.Limits.Mate != 1 || r.Limits.Nodes != defaultNodes {
		t.Errorf("the result is %s", out)
	}
}

func TestEPDOutput(t *testing.T) {
	out, errOut, code := command(t, suiteText, "--as", "epd", "--depth", "4", "--hash", "1", "--no-times", "-")
	if code != commandline.ExitIncomplete {
		t.Fatalf("exit code %d: %s", code, errOut)
	}
	lines := strings.Split(out, "\n")
	want := `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "mate.1"; c0 "a; semicolon"; acd `
	if !strings.HasPrefix(lines[0], want) || !strings.HasSuffix(lines[0], " ce 32766; dm 1; pv Rd8#; pm Rd8#;") {
		t.Errorf("got  %s\nwant %s…", lines[0], want)
	}
	if want := "hmvc 3; fmvn 20;"; !strings.Contains(lines[2], want) || !strings.HasSuffix(lines[2], "bm Rd8#;") {
		t.Errorf("got %s\nwant it with %s and bm", lines[2], want)
	}
	again, _, _ := command(t, out, "--as", "epd", "--depth", "4", "--hash", "1", "--no-times", "-")
	if !strings.HasPrefix(again, lines[0]) {
		t.Errorf("the output, analysed again, begins\n%s\nwant\n%s", again, lines[0])
	}
}

// TestEPDCounters checks that the counters of a line are those of the position that was searched, also if the line says others twice.
func TestEPDCounters(t *testing.T) {
	const pieces = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - "
	for in, want := range map[string]string{
		`hmvc 5; fmvn 30; eco "A60";`:     `hmvc 5; fmvn 30; eco "A60"; acd`,
		`7 40 hmvc 5; eco "A60"; fmvn 3;`: `hmvc 7; eco "A60"; fmvn 40; acd`,
	} {
		out, _, _ := command(t, pieces+in, "--as", "epd", "--depth", "1", "--hash", "1", "-")
		if !strings.HasPrefix(out, pieces+want) {
			t.Errorf("%s: %s\nwant it to begin with %s", in, out, want)
		}
	}
}

// TestEPDKeepsBytes checks that a name in another character set than UTF-8 is written as it was read.
func TestEPDKeepsBytes(t *testing.T) {
	in := "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"\xc4nd\xe9rung\"; c0 \"Änderung\";"
	out, errOut, code := command(t, in, "--as", "epd", "--depth", "2", "--hash", "1", "-")
	if code != commandline.ExitOK || !strings.HasPrefix(out, in) {
		t.Errorf("exit code %d, messages %q, output\n%q\nwant it to begin\n%q", code, errOut, out, in)
	}
}

// jsonResult is what the tests look at in a line of JSON.
type jsonResult struct {
	ID, FEN, Best, Over, Engine, Network string

	PointOfView string   `json:"point_of_view"`
	Time        *float64 `json:"time_ms"`
	Limits      game.Limits
	Lines       []struct {
		Centipawns *int `json:"eval"`
		Mate       *int
		WDL        [3]int
		Depth      int
		SAN        string `json:"pv_san"`
	}
}

func TestJSON(t *testing.T) {
	in := `{"fen":"startpos","moves":["f2f3","e7e5","g2g4"],"id":"fool"}
{"fen":"startpos","moves":["e2e5"]}
{"fen":"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"}
{"fen":"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"}
`
	out, errOut, code := command(t, in, "--as=json", "-depth=3", "-multipv", "2", "--hash", "1", "-")
	if code != commandline.ExitIncomplete || !strings.Contains(errOut, "standard input:2: e2e5 is not legal") {
		t.Errorf("exit code %d, messages %q", code, errOut)
	}
	if lines := strings.SplitAfter(out, "\n"); !strings.HasPrefix(lines[1], `{"kind":"error","schema":2,"source":"standard input:2","error":"e2e5 is not legal`) {
		t.Errorf("what cannot be read is answered by %s", lines[1])
	} else {
		out = lines[0] + strings.Join(lines[2:], "")
	}
	decoder := json.NewDecoder(strings.NewReader(out))
	var got []jsonResult
	for {
		var r jsonResult
		if err := decoder.Decode(&r); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
		got = append(got, r)
	}
	if len(got) != 3 {
		t.Fatalf("%d results, want 3:\n%s", len(got), out)
	}
	fool := got[0]
	if fool.ID != "fool" || fool.Best != "d8h4" || len(fool.Lines) != 2 || fool.Lines[0].Mate == nil ||
		*fool.Lines[0].Mate != -1 || fool.Lines[0].SAN != "Qh4#" || fool.PointOfView != "white" ||
		fool.Engine != "Vertigo test" || !strings.HasPrefix(fool.Network, "5632x") || fool.Limits.Depth != 3 || fool.Time == nil {
		t.Errorf("the fool's mate is %+v", fool)
	}
	if wdl := fool.Lines[0].WDL; wdl != [3]int{0, 0, 1000} {
		t.Errorf("a mate has the chances %v", wdl)
	}
	if wdl := got[2].Lines[0].WDL; wdl[0]+wdl[1]+wdl[2] != 1000 || wdl[1] == 1000 || wdl[1] == 0 {
		t.Errorf("an opening has the chances %v", wdl)
	}
	if got[1].Over != "stalemate" || len(got[1].Lines) != 0 || got[1].Best != "" {
		t.Errorf("the stalemate is %+v", got[1])
	}
	if len(got[2].Lines) != 2 || got[2].Lines[0].Centipawns == nil || !strings.HasPrefix(got[2].FEN, "bqnb1rkr") {
		t.Errorf("the Chess960 position is %+v", got[2])
	}
}

// TestWorkers compares the results of one worker with those of three, and with other work done before.
func TestWorkers(t *testing.T) {
	var in strings.Builder
	for i := range 20 {
		p := board.StartPosition()
		for range i % 7 {
			var list movegen.List
			movegen.Generate(&p, &list, movegen.All)
			var next board.Position
			p.Make(list.Moves[i%list.N], &next)
			p = next
		}
		in.WriteString(p.FEN() + "\n")
	}
	one, _, code := command(t, in.String(), "-", "--nodes", "1000", "--hash", "1", "--as", "epd", "--no-times")
	if code != commandline.ExitOK || strings.Count(one, "\n") != 20 {
		t.Fatalf("exit code %d, results\n%s", code, one)
	}
	three, _, _ := command(t, in.String(), "-", "--nodes", "1000", "--hash", "1", "--as", "epd", "--no-times", "--workers", "3")
	if one != three {
		t.Errorf("one worker:\n%s\nthree workers:\n%s", one, three)
	}
	lines := strings.SplitAfter(one, "\n")
	last, _, _ := command(t, strings.Split(in.String(), "\n")[19], "-", "--nodes", "1000", "--hash", "1", "--as", "epd", "--no-times")
	if last != lines[19] {
		t.Errorf("alone:\n%s\nafter others:\n%s", last, lines[19])
	}
}

func TestSearchMoves(t *testing.T) {
	in := board.StartFEN + " searchmoves a3;\n" + board.StartFEN + "\n" + board.StartFEN[:len(board.StartFEN)-12] + "b KQkq - 0 1\n"
	list, errOut, _ := command(t, in, "-", "--searchmoves", "h3, g2g3", "--depth", "2", "--hash", "1", "--as", "json")
	lines := strings.Split(list, "\n")
	if !strings.Contains(lines[0], `"best":"a2a3"`) || !strings.Contains(lines[1], `"best":"h2h3"`) && !strings.Contains(lines[1], `"best":"g2g3"`) {
		t.Errorf("results %s", list)
	}
	if !strings.Contains(errOut, "standard input:3: --searchmoves: h3 is not legal") {
		t.Errorf("messages %s", errOut)
	}
	out, _, code := command(t, "", board.StartFEN+" searchmoves a3 h3;", "--depth", "5", "--hash", "1", "--as", "json")
	if code != commandline.ExitOK || !strings.Contains(out, `"best":"a2a3"`) && !strings.Contains(out, `"best":"h2h3"`) {
		t.Errorf("exit code %d, results %s", code, out)
	}
}

// TestEvalFile searches with the network of a file, and with files that hold none.
func TestEvalFile(t *testing.T) {
	file := filepath.Join("..", "..", "..", "eval", "default.nnue")
	args := []string{"startpos", "--depth", "3", "--hash", "1", "--as", "json", "--no-times"}
	want, _, _ := command(t, "", args...)
	if got, errOut, code := command(t, "", append(args, "--evalfile", file)...); code != commandline.ExitOK || got != want {
		t.Errorf("exit code %d, messages %q, results %s; want %s", code, errOut, got, want)
	}
	expect(t, commandline.ExitFailed, "analyse.go", append(args, "--evalfile", "analyse.go")...)
}

func TestTable(t *testing.T) {
	out, _, code := command(t, "", "startpos", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "--depth", "2", "--hash", "1", "--multipv", "3")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != commandline.ExitOK || len(lines) != 5 || !strings.Contains(lines[1], " 1. ") || !strings.Contains(lines[4], "no legal move") {
		t.Errorf("exit code %d, results\n%s", code, out)
	}
}

func TestOutFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.epd")
	out, errOut, code := command(t, "", "startpos", "--depth", "2", "--hash", "1", "--as", "epd", "--out", file)
	if code != commandline.ExitOK || out != "" {
		t.Fatalf("exit code %d, output %q, messages %q", code, out, errOut)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), " acd 2;") {
		t.Errorf("the file is %q, %v", text, err)
	}
	before := text
	missing := filepath.Join(dir, "missing")
	if _, errOut, code = command(t, "", missing, "--depth", "2", "--out", file); code != commandline.ExitFailed || errOut == "" {
		t.Errorf("a missing input: exit code %d, messages %q", code, errOut)
	}
	if text, _ = os.ReadFile(file); !bytes.Equal(text, before) {
		t.Errorf("a failed analysis changed the file to %q", text)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// fullWriter is a disk that gets full.
type fullWriter struct{ left int }

func (w *fullWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestFullDisk(t *testing.T) {
	var e bytes.Buffer
	in := strings.NewReader(strings.Repeat(board.StartFEN+"\n", 1000))
	code := Run(Config{Program: commandline.Program{In: in, Out: &fullWriter{1000}, Err: &e}}, []string{"-", "--depth", "3", "--hash", "1", "--workers", "2"})
	if code != commandline.ExitFailed || !strings.Contains(e.String(), "no space left") {
		t.Errorf("exit code %d, messages %q", code, &e)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "nothing to analyse"},
		{"--depth", "the value is missing"},
		{"--depth x startpos", `--depth: "x" is not a whole number from 1 to 240`},
		{"--nodes=0 startpos", "--nodes: "},
		{"--as xml startpos", `"xml" is not one of summary, table, epd, json, pgn`},
		{"--epd=yes startpos", "--epd takes no value"},
		{"--deep 3 startpos", "there is no flag --deep"},
	} {
		expect(t, commandline.ExitUsage, c.want, strings.Fields(c.args)...)
	}
}

func TestAutoHash(t *testing.T) {
	for args, want := range map[string]int{
		"--depth 5": 16, "--nodes 1": 1, "--nodes 32768": 1, "--nodes 32769": 2, "--nodes 100000": 4, "--nodes 9000000000000000000": 16,
		"--nodes 1 --hash 8": 8, "--hash auto": 16, "--hash 1024 --nodes 100": 1024,
	} {
		if o, err := parseOptions(append(strings.Fields(args), "startpos")); err != nil || o.hash != want {
			t.Errorf("%s: %+v, %v; want a table of %d MiB", args, o, err, want)
		}
	}
}

func TestPGN(t *testing.T) {
	out, errOut, code := command(t, testfiles.Games, "-", "--depth", "1", "--hash", "1", "--as", "epd")
	if code != commandline.ExitIncomplete {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"standard input:14: game 3: move 2.: Ke3 is not legal", `standard input:22: game 5: the variant "Atomic"`, "1 of 6 could not be read, or only in part"} {
		if !strings.Contains(errOut, want) {
			t.Errorf("the messages lack %q:\n%s", want, errOut)
		}
	}
	if n := strings.Count(out, "\n"); n != 9+3+3+4+5 {
		t.Errorf("%d positions, want 24:\n%s", n, out)
	}
	for _, want := range []string{
		"r1bqkb1r/1ppp1ppp/p1n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq -", "Q7/5k2/8/8/8/8/8/6K1 w - -", "2kr3r/8/8/8/8/8/8/1R3RK1 b - -",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -",
	} {
		if !strings.Contains(out, "\n"+want) {
			t.Errorf("the results lack %s:\n%s", want, out)
		}
	}
}

// lichessExport imitates a game that Lichess has analysed: 2. Qh5 with a mark, a verdict and a line, 3... Nf6 with these and a
// person's comments and variation.
const lichessExport = `[Event "Rated game"]
[annotator "lichess.org"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.20] [%clk 0:03:00] } 2. Qh5?! { (0.20 → -0.50) Inaccuracy. Nf3 was best. }
{ [%eval -0.5] [%clk 0:02:58] } (2. Nf3 Nc6 3. Bb5) 2... Nc6 { [%eval -0.4] } 3. Bc4 { good try } { [%eval -0.5] }
3... Nf6?? { what a pity! (-0.50 → Mate in 1) Checkmate is now
unavoidable. g6 was best. } { [%eval #1] } (3... Qe7 { also good }) (3... g6 4. Qf3 Nf6) 4. Qxf7# $1 { [%clk 0:02:50] } 1-0
`

// TestMarksOfOthers replaces what an engine wrote about moves, keeps what people wrote, and keeps all with --keep-marks.
func TestMarksOfOthers(t *testing.T) {
	args := []string{"-", "--as", "pgn", "--depth", "6", "--hash", "1"}
	flat := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	out, errOut, _ := command(t, lichessExport, args...)
	got := flat(out)
	for _, gone := range []string{"→", "was best", "Qh5?!", "Nf6??", "0.18", "annotator", "lichess.org", "Bb5 )", "4. Qf3 Nf6 )"} {
		if strings.Contains(got, gone) {
			t.Errorf("%q is still there", gone)
		}
	}
	for _, want := range []string{"[Annotator \"Vertigo test\"]", "{ good try }", "what a pity!", "( 3... Qe7 { also good } )", "3... Nf6 $4 ", "4. Qxf7# $1 {", "[%clk 0:02:58]"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Count(got, "[%eval ") != 6 || strings.Count(got, "[%clk ") != 4 || errOut != "" || t.Failed() {
		t.Errorf("messages %q; the game is\n%s", errOut, out)
	}
	deeper := append(args[:len(args):len(args)], "--depth", "7")
	again, _, _ := command(t, out, deeper...)
	if fresh, _, _ := command(t, lichessExport, deeper...); again != fresh {
		t.Errorf("after an earlier analysis the game is\n%s\nwithout it\n%s", again, fresh)
	}
	kept, _, _ := command(t, lichessExport, append(args, "--keep-marks")...)
	for _, want := range []string{"[Annotator \"lichess.org; Vertigo test\"]", "2. Qh5?!", "Inaccuracy. Nf3 was best.", "( 2. Nf3 Nc6 3. Bb5 )", "3... Nf6?? {", "( 3... g6 4. Qf3 Nf6 )"} {
		if !strings.Contains(flat(kept), want) {
			t.Errorf("--keep-marks: %q is missing:\n%s", want, kept)
		}
	}
}

// TestMarksOfPeople keeps the marks that people gave, and does not give them a second time.
func TestMarksOfPeople(t *testing.T) {
	for in, want := range map[string]string{
		"[Annotator \"Anna\"]\n\n1. f3 e5 2. g4?? {Blunder. He did not see it.} Qh4# 0-1": "2. g4?? { [%eval #-1] } {Blunder. He did not see it.} (",
		"1. f3 e5 2. g4! $4 Qh4# 0-1": "2. g4! $4 { [%eval #-1] } (",
		"1. f3 e5 2. g4!? Qh4# 0-1":   "2. g4!? $4 { [%eval #-1] } (",
	} {
		out, _, _ := command(t, in, "-", "--as", "pgn", "--depth", "5", "--hash", "1")
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) || strings.Contains(in, "Anna") && !strings.Contains(out, "[Annotator \"Anna; Vertigo test\"]") {
			t.Errorf("%s: %q is not in\n%s", in, want, out)
		}
	}
}

func TestAnnotate(t *testing.T) {
	in := "[Event \"a \\\"b\\\"\"]\n[Result \"0-1\"]\n\n1. f3 {old} e5 2. g4 Qh4# 0-1\n\n[FEN \"r1k4r/8/8/8/8/8/8/R1K4R w HAha - 0 9\"]\n\n9. O-O Kb7"
	out, errOut, code := command(t, in, "-", "--as", "pgn", "--depth", "5", "--hash", "1")
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	for _, want := range []string{
		"[Event \"a \\\"b\\\"\"]\n[Result \"0-1\"]\n", "\n[BlackAverageCentipawnLoss \"", "\n[BlackAccuracy \"",
		"[Annotator \"Vertigo test\"]\n[WhiteAverageCentipawnLoss \"", "[WhiteAccuracy \"", "\"]\n\n1. f3 ", " {old} ", "2. g4 $4 { [%eval #-1] } ( 2. ", "2... Qh4# 0-1\n", "9. O-O ",
	} {
		if !strings.Contains(strings.ReplaceAll(out, "\n", " "), strings.ReplaceAll(want, "\n", " ")) {
			t.Errorf("the games lack %q:\n%s", want, out)
		}
	}
	games := pgn.NewReader(bufio.NewReader(strings.NewReader(out)))
	for _, want := range []string{"f3 e5 g4 Qh4#", "O-O Kb7"} {
		g, err := games.Next()
		var moves []string
		for _, place := range g.Plies() {
			moves = append(moves, g.Words[place].Text)
		}
		if err != nil || strings.Join(moves, " ") != want {
			t.Errorf("the moves are read again as %v, %v, want %s", g, err, want)
		}
	}
	for l := range strings.Lines(out) {
		if len(l) > 81 {
			t.Errorf("too long a line: %s", l)
		}
	}
	if again, _, _ := command(t, out, "-", "--as", "pgn", "--depth", "5", "--hash", "1"); again != out {
		t.Errorf("annotated again:\n%s\nwant\n%s", again, out)
	}
	single, _, code := command(t, "", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "--as", "pgn", "--depth", "3", "--hash", "1")
	want := "{ [%eval #1] } { Rd8# (Vertigo test) } *"
	if code != commandline.ExitOK || !strings.HasSuffix(strings.TrimSpace(single), want) {
		t.Errorf("exit code %d; the single position is\n%s\nwant it to end with %s", code, single, want)
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
		theyAreThere(t, theirs, ours)
		again, _, _ := command(t, out, "-", "--as", "pgn", "--nodes", "500", "--hash", "1", "--quiet", "--keep-marks")
		if again != out {
			t.Errorf("%s: annotated again:\n%s\nwant\n%s", file, again, out)
		}
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
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
}

// BenchmarkOverhead is everything but the search: positions that are searched to one node.
func BenchmarkOverhead(b *testing.B) {
	in := strings.Repeat("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - - bm Qxh7+; id \"WAC.004\";\n", b.N)
	b.ResetTimer()
	if code := Run(Config{Program: commandline.Program{In: strings.NewReader(in), Out: io.Discard, Err: io.Discard}}, []string{"-", "--nodes", "1", "--as", "json"}); code != commandline.ExitOK {
		b.Fatalf("exit code %d", code)
	}
}
