package analyse

import (
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
)

// blunders is a game with some.
const blunders = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n1. f4 e5 2. g3 exf4 3. gxf4 Qh4# 0-1\n"

// TestVerify checks that positions around doubtful moves are searched again, and others are not, and that what comes of it
// depends neither on the number of workers, nor on the size of chunks that a store has seen, nor on shards.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	games := filepath.Join(dir, "games.pgn")
	write(t, games, blunders)
	analyse := func(flags ...string) string {
		t.Helper()
		out, errOut, code := command(t, "", append([]string{games, "--nodes", "400", "--no-times", "--chunk", "3"}, flags...)...)
		if code != commandline.ExitOK {
			t.Fatalf("%v: exit code %d, messages %q", flags, code, errOut)
		}
		return out
	}
	results := analyse("--as", "results")
	lines, twice := strings.Count(results, `"score"`), strings.Count(results, `"first":{`)
	if twice < 4 || twice >= lines/2 {
		t.Errorf("of %d positions, %d were searched twice", lines, twice)
	}
	if once := analyse("--as", "results", "--verify", "1"); strings.Contains(once, `"first"`) || strings.Contains(once, `"verify"`) {
		t.Error("without --verify positions were searched twice")
	}
	want := analyse("--as", "pgn")
	if !strings.Contains(want, "gxf4 $4") {
		t.Errorf("nothing is marked:\n%s", want)
	}
	kept := filepath.Join(dir, "answers")
	for _, flags := range []string{"--workers 4", "--store " + kept, "--workers 2 --store " + kept} {
		if got := analyse(append(strings.Fields(flags), "--as", "pgn")...); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", flags, got, want)
		}
	}
	var parts []string
	for _, shard := range []string{"1/2", "2/2"} {
		parts = append(parts, filepath.Join(dir, shard[:1]+".results"))
		analyse("--as", "results", "--shard", shard, "--out", parts[len(parts)-1])
	}
	got, errOut, code := merge(append(parts, "--as", "pgn")...)
	if got = strings.ReplaceAll(got, "Vertigo another", "Vertigo test"); code != commandline.ExitOK || got != want {
		t.Errorf("merged: exit code %d, messages %q\n%s\nwant\n%s", code, errOut, got, want)
	}
}
