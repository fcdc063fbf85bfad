package analyse

import (
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/pgn"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// TestStrangeGames annotates the files that break the rules of PGN: each game has one result and all its moves, and the
// annotated games are read again without a fault.
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
