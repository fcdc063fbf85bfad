package analyse

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/pgn"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
)

// TestStrangeGames annotates the files that break the rules of PGN: each game has one result and all its moves, and the
// annotated games are read again without a fault.
func TestStrangeGames(t *testing.T) {
	ci.NoRace(t)
	files, _ := filepath.Glob("../../pgn/testdata/strange/*")
	if len(files) == 0 {
		t.Fatal("no games")
	}
	good := map[string]bool{"chessbase.pgn": true, "chesscom.pgn": true, "dos.pgn": true, "lichess-study.pgn": true, "web.pgn": true}
	for _, file := range files {
		out, errOut, code := command(t, "", file, "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet")
		want := commandline.ExitIncomplete
		if good[filepath.Base(file)] {
			want = commandline.ExitOK
		}
		if code != want || (code == commandline.ExitOK) != (errOut == "") {
			t.Errorf("%s: exit code %d, want %d, messages %q", file, code, want, errOut)
		}
		for i, g := range allGames(t, out) {
			results := 0
			for _, w := range g.Words {
				if w.Kind == pgn.Result {
					results++
				}
			}
			if results != 1 && len(g.Plies()) > 0 {
				t.Errorf("%s, game %d has %d results:\n%s", file, i+1, results, g)
			}
		}
		for line := range strings.Lines(errOut) {
			if !strings.HasPrefix(line, file+":") && !strings.HasPrefix(line, "vertigo analyse: ") {
				t.Errorf("%s: a message without its place: %s", file, line)
			}
		}
		again, errOut, _ := command(t, out, "-", "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet")
		if strings.Join(strings.Fields(again), " ") != strings.Join(strings.Fields(out), " ") && !strings.Contains(errOut, "belongs to no game") {
			t.Errorf("%s: annotated again, with messages %q:\n%s\nwant\n%s", file, errOut, again, out)
		}
	}
}

// TestVariants leaves games of other variants exactly as they are, names each variant once, and counts its games.
func TestVariants(t *testing.T) {
	const crazyhouse = "[Event \"drops\"]\r\n[Variant \"Crazyhouse\"]\r\n\r\n1. e4 d5 2. exd5  Qxd5 3. P@d6 {a drop} Nf6 ( 3... P@h3?! ) 4. a8=K 1-0"
	const atomic = "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Ne5 *"
	in := crazyhouse + "\r\n\r\n" + atomic + "\n\n"
	for _, name := range []string{"Classical", "Regular", "From Position", "Normal", "Standard", "chess960", "Fischer Random", "Freestyle Chess", "?"} {
		in += "[Variant \"" + name + "\"]\n\n1. e4 e5 *\n\n"
	}
	in += crazyhouse + "\r\n"
	out, errOut, code := command(t, in, "-", "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet")
	const messages = `standard input:1: game 1: the variant "Crazyhouse" is not chess
standard input:6: game 2: the variant "Atomic" is not chess
vertigo analyse: 3 of 12 games skipped: 1 Atomic, 2 Crazyhouse
`
	if code != commandline.ExitOK || errOut != messages {
		t.Errorf("exit code %d, messages\n%s\nwant\n%s", code, errOut, messages)
	}
	if strings.Count(out, crazyhouse+"\n\n") != 2 || !strings.Contains(out, atomic+"\n\n") || strings.Count(out, "[%eval") != 18 {
		t.Errorf("the games are\n%s", out)
	}
	const api = `{"variant":"atomic","players":{"white":{"user":{"name":"Anna"}},"black":{}},"moves":"Nf3 f6  Ne5"}`
	const lines = "[White \"Anna\"]\n[Result \"*\"]\n[Variant \"atomic\"]\n\n1. Nf3 f6 Ne5 *\n\n"
	if out, _, _ := command(t, api, "-", "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet"); out != lines {
		t.Errorf("the game of Lichess' API is\n%s\nwant\n%s", out, lines)
	}
	if out, _, _ := command(t, crazyhouse, "-", "--as", "json", "--nodes", "50", "--hash", "1", "--quiet"); strings.Contains(out, "fen") {
		t.Errorf("something was searched: %s", out)
	}
}

// TestRepeatedGames reports once that games occur more than once.
func TestRepeatedGames(t *testing.T) {
	const games = "[White \"Anna\"]\n\n1. e4 e5 *\n\n[White \"Bob\"]\n\n1. e4 e5 *\n\n"
	const want = "vertigo analyse: 2 of 4 occurred before: standard input: game 3 is standard input: game 1 again\n"
	if _, errOut, code := command(t, games+games, "-", "--nodes", "20", "--hash", "1", "--quiet"); code != commandline.ExitOK || errOut != want {
		t.Errorf("exit code %d, messages %q, want %q", code, errOut, want)
	}
}

// TestCutGames says, in the summary, the table and the report, where a game stops being readable, and why.
func TestCutGames(t *testing.T) {
	for moves, want := range map[string]string{
		"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxd6 Qxd6 5. O-O Nf6 1/2-1/2": "Incomplete: read only up to 3... a6; line 5, move 4.: Bxd6 is not legal in ",
		"1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 4. Bxd6 1/2-1/2":                "Incomplete: read only up to 3... a6; line 6, move 4.: Bxd6 is not legal in ",
		"1. e4 e5 2. Nf3 and so on 5. Nxe5 d6 1/2-1/2":                  "Incomplete: read only up to 2. Nf3; line 5, what follows does not fit",
		"1. e4 e5 (1... c5 2. Nf3 Nc6 1/2-1/2":                          "Incomplete: read only up to 1... e5; line 5, a variation is not closed",
		"1. e4 e5 2. Ke3 Nc6 2. Nf3 Nc6 3. Bb5 1/2-1/2":                 "",
		"1. e4 e5 (1... Ke5) 2. Nf3 text Nc6 1/2-1/2 the end":           "",
	} {
		for _, form := range []string{"summary", "table", "html"} {
			out, _, _ := command(t, "\n\n[Event \"x\"]\n\n"+moves+"\n", "-", "--as", form, "--nodes", "50", "--hash", "1", "--quiet")
			if form == "html" {
				out = pagetest.Data(t, out)
			}
			if !strings.Contains(out, want) || want == "" && strings.Contains(out, "Incomplete") {
				t.Errorf("%s, %s: %q is not in\n%.1000s", moves, form, want, out)
			}
		}
	}
}

// TestNoMoves checks that the summary says of a game without moves that it has none. It has a table only of a position that the game
// starts from.
func TestNoMoves(t *testing.T) {
	const board = "[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n"
	for text, row := range map[string]bool{"[White \"Anna\"]\n\n*\n": false, "[White \"Anna\"]\n\n1-0\n": false, "[White \"Anna\"]\n" + board + "\n*\n": true} {
		out, errOut, code := command(t, text, "-", "--as", "summary", "--nodes", "50", "--hash", "1", "--quiet")
		if code != commandline.ExitOK || errOut != "" || !strings.Contains(out, "This game has no moves.\n") || strings.Contains(out, "best line") != row {
			t.Errorf("%s: exit code %d, messages %q:\n%s", text, code, errOut, out)
		}
	}
}

// TestUnnamedPlayers checks that the report does not compare players that the games do not name.
func TestUnnamedPlayers(t *testing.T) {
	const game = "1. e4 e5 2. Nf3 Nc6 *\n\n"
	for text, players := range map[string]bool{game + game + game: false, "[White \"?\"]\n[Black \"?\"]\n\n" + game + game: false, "[White \"Anna\"]\n\n" + game + "[Black \"Anna\"]\n\n" + game: true} {
		out, _, _ := command(t, text, "-", "--as", "html", "--nodes", "50", "--hash", "1", "--quiet")
		out = pagetest.Data(t, out)
		if strings.Contains(out, `"title":"Players"`) != players || !strings.Contains(out, `"title":"Colours"`) {
			t.Errorf("%s: the table of players is there: %v", text, !players)
		}
	}
}

// TestPasses analyses a game with passes in every form: they are played, not judged, and written as "--".
func TestPasses(t *testing.T) {
	ci.NoRace(t)
	const game = "1. e4 -- 2. d4 Z0 3. Nf3 0000 4. Qd3 a6 *\n"
	for _, form := range commandline.FormNames(output.Forms()) {
		out, errOut, code := command(t, game, "-", "--as", form, "--nodes", "50", "--hash", "1", "--quiet", "--threats")
		if code != commandline.ExitOK || errOut != "" {
			t.Errorf("%s: exit code %d, messages %q", form, code, errOut)
		}
		if want := map[string]string{"pgn": "1... -- 2. d4", "csv": ",'--,", "table": " --  ", "html": `"step":"--","san":"--"`, "results": "--"}[form]; !strings.Contains(out+pagetest.Data(t, out), want) {
			t.Errorf("%s: %q is not in\n%s", form, want, out)
		}
		if form != "pgn" {
			continue
		}
		if strings.Count(out, "--") != 3 || !strings.Contains(out, "4... a6") {
			t.Errorf("moves are missing:\n%s", out)
		}
		if again, errOut, _ := command(t, out, "-", "--as", "pgn", "--nodes", "50", "--hash", "1", "--quiet", "--threats"); again != out || errOut != "" {
			t.Errorf("annotated again, with messages %q:\n%s\nwant\n%s", errOut, again, out)
		}
	}
	if _, errOut, _ := command(t, "1. e4 e5 2. Qh5 Ke7 3. Qxe5+ -- 4. Qe6+ *\n", "-", "--nodes", "50", "--hash", "1", "--quiet"); !strings.Contains(errOut, "move 3...: ") {
		t.Errorf("a pass in check: messages %q", errOut)
	}
}

// TestNothingToDo checks that an empty input and filters that nothing passes are reported, with an exit code of their own and no file,
// and that compressed input is read.
func TestNothingToDo(t *testing.T) {
	const (
		game       = "[White \"Anna\"]\n\n1. e4 e5 *\n"
		crazyhouse = "[White \"Anna\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 e5 *\n\n"
	)
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	if _, err := z.Write([]byte(game)); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		in, args, want string
		code           int
	}{
		{"", "", "the input is empty", commandline.ExitEmpty},
		{"# a remark\n\n", "", "the input is empty", commandline.ExitEmpty},
		{"", "--format pgn", "the input is empty", commandline.ExitEmpty},
		{game, "--player nobody", `no player is called "nobody"; nearest in the input: Anna`, commandline.ExitEmpty},
		{game + "\n1. e4 Ke4 *", "", "1 of 2 could not be read", commandline.ExitIncomplete},
		{game + "\n1. e4 Ke4 *", "--player nobody", `no player is called "nobody"; nearest in the input: Anna`, commandline.ExitEmpty},
		{crazyhouse + game, "--player nobody", `no player is called "nobody"; nearest in the input: Anna`, commandline.ExitEmpty},
		{crazyhouse + game, "--moves 9-", "the filters leave nothing of the input", commandline.ExitEmpty},
		{crazyhouse, "--player nobody", `no player is called "nobody"; nearest in the input: Anna`, commandline.ExitEmpty},
		{crazyhouse, "--player anna", "1 of 1 games skipped: 1 Crazyhouse", commandline.ExitIncomplete},
		{game, "--player anna", "", commandline.ExitOK},
		{game, "--shard 2/2 --player anna", "", commandline.ExitOK},
		{zipped.String(), "--player anna", "", commandline.ExitOK},
		{zipped.String()[:20], "", "gzip: the compressed data is cut short", commandline.ExitFailed},
		{"PK\x03\x04", "", "standard input: it is a zip archive", commandline.ExitFailed},
	} {
		args := append([]string{"-", "--nodes", "50", "--hash", "1", "--quiet"}, strings.Fields(test.args)...)
		_, errOut, code := command(t, test.in, args...)
		if code != test.code || !strings.Contains(errOut, test.want) || test.want == "" && errOut != "" {
			t.Errorf("%q %s: exit code %d, want %d, messages %q, want %q", test.in, test.args, code, test.code, errOut, test.want)
		}
		dir := t.TempDir()
		if _, _, code := command(t, test.in, append(args, "--out", filepath.Join(dir, "out.html"))...); code == commandline.ExitEmpty {
			if left := leftBehind(t, dir); left != nil {
				t.Errorf("%q %s: %v written", test.in, test.args, left)
			}
		}
	}
}

// TestOutDash writes to standard output where --out says so.
func TestOutDash(t *testing.T) {
	t.Chdir(t.TempDir())
	out, errOut, code := command(t, "startpos\n", "-", "--as", "csv", "--out", "-", "--nodes", "20", "--hash", "1")
	if files, err := os.ReadDir("."); code != commandline.ExitOK || !strings.HasPrefix(out, "source,") || len(files) > 0 || err != nil {
		t.Errorf("exit code %d, messages %q, output %q, files %v, %v", code, errOut, out, files, err)
	}
}
