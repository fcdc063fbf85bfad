package puzzles

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/analysis/source"
	"vertigo/internal/pgn"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

const (
	mateGame = `[White "Anna"]
[Black "Bert"]
[Site "https://example.org/game"]
[Opening "Queen's Gambit: Old, Line"]
[FEN "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21"]

21... Nxg3 22. Rfe1 1-0

`
	badGame  = "[White \"Nobody\"]\n\n1. e4 e5 2. Ke3 *\n\n"
	pawnGame = "[FEN \"1K2k3/8/8/8/3P4/8/8/8 b - - 0 1\"]\n\n1... Ke7 2. Kc7 *\n\n"
)

// few are flags for quick tests.
func few(t *testing.T) []string {
	return []string{"--nodes", "50000", "--replays", "2", "--quiet", "--syzygy", testfiles.Path(t, "syzygy")}
}

// execute runs the command and returns what it wrote.
func execute(t *testing.T, c commandline.Program, args ...string) (code int, out, messages string) {
	t.Helper()
	var o, e bytes.Buffer
	c.Version, c.Err = "test", &e
	if c.Out == nil {
		c.Out = &o
	}
	code = Run(c, args)
	return code, o.String(), e.String()
}

// TestForms finds the puzzles of some games, of which one can be read only in part and two are the same, with one worker and with
// three, and looks at every form.
func TestForms(t *testing.T) {
	ci.NoRace(t)
	name := testfiles.Write(t, "games.pgn", mateGame+badGame+pawnGame+mateGame)
	var before []string
	for _, workers := range []string{"1", "3"} {
		dir := t.TempDir()
		args := append(few(t), "--workers", workers, name)
		for _, form := range commandline.FormNames(forms) {
			args = append(args, "--out", filepath.Join(dir, "puzzles."+form))
		}
		code, out, messages := execute(t, commandline.Program{}, args...)
		want := name + ":11: game 2: move 2.: Ke3 is not legal"
		if code != commandline.ExitIncomplete || out != "" || !strings.Contains(messages, want) || !strings.Contains(messages, "1 of 4 could not be read, or only in part") {
			t.Fatalf("exit code %d, wrote %q, messages %q", code, out, messages)
		}
		var texts []string
		for _, form := range commandline.FormNames(forms) {
			texts = append(texts, testfiles.Text(t, filepath.Join(dir, "puzzles."+form)))
		}
		if before != nil && !slices.Equal(texts, before) {
			t.Error("three workers wrote something else than one")
		}
		before = texts
	}
	for i, check := range []func(*testing.T, string, string){checkEPD, checkPGN, checkCSV, checkJSON, checkHTML} {
		t.Run(forms[i].Name, func(t *testing.T) { check(t, before[i], name) })
	}
}

func checkEPD(t *testing.T, text, name string) {
	in := source.NewReader([]string{"-"}, strings.NewReader(text), "epd")
	n := 0
	j, err := in.Next()
	for ; err == nil; j, err = in.Next() {
		if j.Parse(); j.Err != nil || len(j.Plies[0].Position.Best) != 1 {
			t.Errorf("%v in %s", j.Err, j.Text)
		}
		n++
	}
	want := `r3k1r1/ppp4p/2p1p1q1/2B1b3/4N2P/5Qn1/P7/1K1R1R2 w q - bm Qf8+; dm 2; pv Qf8+ Rxf8 Rxf8#; hmvc 0; fmvn 22; id "`
	if err != io.EOF || n != 2 || !strings.HasPrefix(text, want) || !strings.Contains(text, `c0 "mate mateIn2 sacrifice middlegame short"; c1 "`+name+`: game 1"; c2 "rating `) {
		t.Errorf("%v, %d lines:\n%s", err, n, text)
	}
}

func checkPGN(t *testing.T, text, _ string) {
	games := pgn.NewReader(strings.NewReader(text))
	for n := range 2 {
		g, err := games.Next()
		if err != nil {
			t.Fatal(err)
		}
		_, moves, err := g.Replay()
		if err != nil || len(moves)%2 != 1 {
			t.Errorf("game %d: %v, %d moves", n, err, len(moves))
		}
		if tags := g.Tags(); n == 0 && (tags["White"] != "Anna" || tags["Site"] != "https://example.org/game" || tags["PuzzleThemes"] != "mate mateIn2 sacrifice middlegame short" ||
			!strings.HasSuffix(tags["Event"], ": White mates in 2") || tags["Date"] != "?") {
			t.Errorf("tags %v", tags)
		}
	}
	if _, err := games.Next(); err != io.EOF {
		t.Errorf("behind the games: %v", err)
	}
}

func checkCSV(t *testing.T, text, _ string) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %d rows", err, len(rows))
	}
	if got := strings.Join(rows[0], ","); got != "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags" {
		t.Errorf("columns %s", got)
	}
	rows[1][3] = "" // the rating may change with the players
	want := []string{rows[1][0], "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21", "f5g3 f3f8 g8f8 f1f8", "", "", "", "",
		"mate mateIn2 sacrifice middlegame short", "https://example.org/game#1", "Queens_Gambit Queens_Gambit_Old"}
	if !slices.Equal(rows[1], want) || len(rows[1][0]) != 12 {
		t.Errorf("%q, want %q", rows[1], want)
	}
}

func checkJSON(t *testing.T, text, name string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	var p jsonPuzzle
	if err := json.Unmarshal([]byte(lines[0]), &p); err != nil {
		t.Fatal(err)
	}
	if p.Source != name+": game 1" || p.Goal != "mate" || p.SAN != "22. Qf8+ Rxf8 23. Rxf8#" || p.Mistake != "f5g3" || len(p.Turns) != 2 ||
		p.Turns[0].Best != 1 || p.Turns[0].Second == nil || *p.Turns[0].Second > 0.55 || len(p.Levels) == 0 || p.Rating == 0 || p.Tablebases == "" {
		t.Errorf("%+v", p)
	}
}

func checkHTML(t *testing.T, text, _ string) {
	pagetest.Check(t, text)
	if n := strings.Count(text, `{"id":`); n != 2 || !strings.Contains(text, "Puzzles: 2.") || !strings.Contains(text, "1 led to a position of an earlier puzzle.") {
		t.Errorf("%d puzzles", n)
	}
}

// TestCounts checks that the command and the page say how many moves were looked at, and why they left no puzzle.
func TestCounts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "puzzles.html")
	code, _, messages := execute(t, commandline.Program{In: strings.NewReader("1. e4 e5 *\n\n1. e4 e5 2. Nf3 *\n")}, "--scan-nodes", "500", "--replays", "0", "--out", name, "-")
	want := "Moves examined: 5. Puzzles: 0. Other moves: 5 lost too little."
	if code != commandline.ExitOK || !strings.Contains(messages, "vertigo puzzles: Games: 2. "+want) || !strings.Contains(testfiles.Text(t, name), want) {
		t.Errorf("exit code %d, messages %q", code, messages)
	}
}

// TestResults checks that results of an analysis give the same puzzles as the games, without another first pass.
func TestResults(t *testing.T) {
	ci.NoRace(t)
	name := testfiles.Write(t, "games.pgn", mateGame+badGame+pawnGame)
	found := filepath.Join(t.TempDir(), "games.results")
	if code := analyse.Run(analyse.Config{Program: commandline.Program{Out: io.Discard, Err: io.Discard}}, []string{"--nodes", "5000", "--as", "results", "--out", found, name}); code != 3 {
		t.Fatalf("analyse: exit code %d", code)
	}
	_, want, _ := execute(t, commandline.Program{}, append(few(t), "--as", "json", name)...)
	code, got, messages := execute(t, commandline.Program{}, append(few(t), "--as", "json", found)...)
	if code != commandline.ExitIncomplete || got != want || got == "" || !strings.Contains(messages, name+":11: game 2: ") {
		t.Errorf("exit code %d, messages %q, wrote\n%s\nwant\n%s", code, messages, got, want)
	}
	lines := strings.SplitAfter(testfiles.Text(t, found), "\n")
	for want, text := range map[string]string{
		"f3h8 is not legal":            testfiles.Sums(strings.Replace(strings.Join(lines, ""), `"pv":"f3f8`, `"pv":"f3h8`, 1)),
		":3: wrong checksum":           lines[0] + lines[1] + lines[1] + lines[2],
		"the results are not complete": lines[0] + lines[1],
	} {
		file := testfiles.Write(t, "damaged.results", text)
		code, _, messages := execute(t, commandline.Program{}, "--nodes", "500", "--scan-nodes", "50", "--replays", "0", "--quiet", file)
		if code != commandline.ExitFailed || !strings.Contains(messages, file+":") || !strings.Contains(messages, want) {
			t.Errorf("exit code %d, messages %q, want %q", code, messages, want)
		}
	}
}

// stopper ends a context when something is written.
type stopper struct {
	bytes.Buffer
	stop func()
}

func (s *stopper) Write(b []byte) (int, error) {
	if len(b) > 0 {
		s.stop()
	}
	return s.Buffer.Write(b)
}

// TestInterrupted ends the command after its first puzzle, and goes on where the message says.
func TestInterrupted(t *testing.T) {
	var games strings.Builder
	games.WriteString(mateGame)
	for range 12 {
		games.WriteString("1. e4 e5 *\n\n")
	}
	games.WriteString(pawnGame)
	name := testfiles.Write(t, "games.pgn", games.String())
	_, want, _ := execute(t, commandline.Program{}, append(few(t), "--as", "json", name)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := &stopper{stop: cancel}
	code, _, messages := execute(t, commandline.Program{Context: ctx, Out: first}, append(few(t), "--as", "json", name)...)
	part := regexp.MustCompile(`interrupted after (\d+) games?; puzzles written: 1; with --skip (\d+), the same command continues from there`).FindStringSubmatch(messages)
	if code != commandline.ExitInterrupted || part == nil || part[1] != part[2] {
		t.Fatalf("exit code %d, messages %q", code, messages)
	}
	code, rest, messages := execute(t, commandline.Program{}, append(few(t), "--as", "json", "--skip", part[2], name)...)
	if got := first.String() + rest; code != commandline.ExitOK || got != want || strings.Count(want, "\n") != 2 {
		t.Errorf("exit code %d, messages %q; with %s games skipped\n%s\nwant\n%s", code, messages, part[2], got, want)
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, fmt.Errorf("disk full") }

// TestErrors checks what is wrong with arguments and files, and what is written nevertheless.
func TestErrors(t *testing.T) {
	name := testfiles.Write(t, "games.pgn", mateGame)
	dir := filepath.Dir(name)
	for _, test := range []struct {
		args    string
		code    int
		message string
	}{
		{"", commandline.ExitUsage, "no games: name files"},
		{"startpos", commandline.ExitUsage, `"startpos" is a position; puzzles are found in games`},
		{"--out x.txt " + name, commandline.ExitUsage, "--out x.txt: unknown file extension"},
		{"--out x.epd --out ./x.epd " + name, commandline.ExitUsage, "--out: x.epd and ./x.epd are the same file"},
		{"--out x.epd --out - " + name, commandline.ExitUsage, "standard output cannot be one of several outputs"},
		{"--as epd --out KPvK.rtbw " + name, commandline.ExitUsage, "--out: KPvK.rtbw has the name of a tablebase"},
		{"--as pgn --out x.epd " + name, commandline.ExitUsage, "--as pgn and --out x.epd cannot be combined"},
		{"--out " + name + " " + name, commandline.ExitUsage, "this command reads it"},
		{"--margin 10 " + name, commandline.ExitUsage, `--margin: "10" is not a whole number from 20 to 90`},
		{"--margin", commandline.ExitUsage, "--margin: the value is missing"},
		{"--nodes 0 " + name, commandline.ExitUsage, "--nodes"},
		{dir + "/none.pgn", commandline.ExitFailed, "none.pgn"},
		{name + " " + dir + "/none.pgn", commandline.ExitFailed, "none.pgn: "}, // before the first is searched
		{"--syzygy " + dir + " " + name, commandline.ExitFailed, "--syzygy: there are no tablebases in"},
		{"--evalfile " + name + " " + name, commandline.ExitFailed, "games.pgn"},
		{"--out " + dir + "/none/x.epd " + name, commandline.ExitFailed, "none"},
		{"--skip 1 " + name, commandline.ExitEmpty, "--skip leaves nothing of the input"},
	} {
		code, out, messages := execute(t, commandline.Program{}, strings.Fields(test.args)...)
		if code != test.code || out != "" || !strings.HasPrefix(messages, "vertigo puzzles: ") || !strings.Contains(messages, test.message) {
			t.Errorf("%s: exit code %d, wrote %q, messages %q", test.args, code, out, messages)
		}
	}
	if code, _, messages := execute(t, commandline.Program{Out: fullDisk{}}, append(few(t), name)...); code != commandline.ExitFailed || !strings.Contains(messages, "disk full") {
		t.Errorf("full disk: exit code %d, messages %q", code, messages)
	}
	if code, _, messages := execute(t, commandline.Program{In: strings.NewReader("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n")}, append(few(t), "-")...); code != commandline.ExitIncomplete ||
		!strings.Contains(messages, "standard input:1: a position; puzzles are found in games") {
		t.Errorf("a list of positions: exit code %d, messages %q", code, messages)
	}
	if code, _, _ := execute(t, commandline.Program{In: strings.NewReader(badGame)}, append(few(t), "--tolerant", "-")...); code != commandline.ExitOK {
		t.Errorf("tolerant: exit code %d", code)
	}
}

// TestGameURL checks the addresses of games. The solver is Black in the first position, and White in the second.
func TestGameURL(t *testing.T) {
	black := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1", "d1d7 b2b1", Win)
	white := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	for _, test := range []struct {
		p         *Puzzle
		tag, want string
	}{
		{black, "https://lichess.org/aaaaaaaa", "https://lichess.org/aaaaaaaa/black#48"},
		{white, "https://lichess.org/aaaaaaaa", "https://lichess.org/aaaaaaaa#48"},
		{black, "https://lichess.org/aaaaaaaa/black", "https://lichess.org/aaaaaaaa/black#48"},
		{black, "https://lichess.org/study/aaaaaaaa/bbbbbbbb", "https://lichess.org/study/aaaaaaaa/bbbbbbbb#48"},
		{black, "https://example.org/aaaaaaaa", "https://example.org/aaaaaaaa#48"},
		{black, "Paris", ""},
	} {
		test.p.Origin = Origin{Ply: 47, Tags: map[string]string{"Site": test.tag}}
		if got := test.p.gameURL(); got != test.want {
			t.Errorf("%s: %s, want %s", test.tag, got, test.want)
		}
	}
}

func TestOpeningTags(t *testing.T) {
	for opening, want := range map[string]string{
		"": "", "?": "", "Italian Game": "Italian_Game", "Grünfeld Defense": "Grunfeld_Defense", "Sicilian Defense: Najdorf Variation": "Sicilian_Defense Sicilian_Defense_Najdorf_Variation",
		"King's Gambit: Accepted, Bishop's Gambit": "Kings_Gambit Kings_Gambit_Accepted",
	} {
		if got := openingTags(opening); got != want {
			t.Errorf("%q: %q, want %q", opening, got, want)
		}
	}
}

// TestOpeningOfPuzzle checks that a puzzle has the opening of its game, which the source does not name.
func TestOpeningOfPuzzle(t *testing.T) {
	j := game.NewJob(game.Origin{Kind: "pgn", Text: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 *"}, "x", 0)
	if j.Parse(); j.Err != nil {
		t.Fatal(j.Err)
	}
	p := &Puzzle{Origin: newOrigin(j, 8), Before: j.Plies[8].Position.Game.Position, Line: []board.Move{j.Plies[8].Move, j.Plies[9].Move}}
	if row := string(csvForm{}.puzzle(nil, p)); !strings.HasSuffix(row, ",Italian_Game Italian_Game_Blackburne-Kostic_Gambit\n") {
		t.Errorf("the row is %s", row)
	}
}

// TestNothingToDo looks for puzzles where there are no games, or --skip leaves none: there is no file then.
func TestNothingToDo(t *testing.T) {
	for _, test := range []struct{ text, skip, want string }{
		{"# a remark\n", "0", "the input is empty: it has no games"}, {mateGame, "5", "--skip leaves nothing of the input"},
	} {
		out := filepath.Join(t.TempDir(), "puzzles.html")
		code, _, messages := execute(t, commandline.Program{}, append(few(t), "--skip", test.skip, "--out", out, testfiles.Write(t, "games.pgn", test.text))...)
		if _, missing := os.Stat(out); code != commandline.ExitEmpty || messages != "vertigo puzzles: "+test.want+"\n" || !errors.Is(missing, fs.ErrNotExist) {
			t.Errorf("%q, --skip %s: exit code %d, messages %q, %v", test.text, test.skip, code, messages, missing)
		}
	}
}
