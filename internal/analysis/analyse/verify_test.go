package analyse

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/source"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/progress"
)

// blunders is a game with some.
const blunders = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n1. f4 e5 2. g3 exf4 3. gxf4 Qh4# 0-1\n"

// TestVerify checks that doubtful moves are searched again, and others are not, and that what comes of it
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
	lines, twice := strings.Count(results, `"lines"`), strings.Count(results, `"played":{`)
	if twice < 4 || twice >= lines/2 {
		t.Errorf("of %d positions, %d were searched twice", lines, twice)
	}
	if once := analyse("--as", "results", "--verify", "1"); strings.Contains(once, `"played"`) || strings.Contains(once, `"verify"`) {
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

// TestVerifyProgress checks that what is searched again counts in the progress: at the end, nothing is left and nothing too much.
func TestVerifyProgress(t *testing.T) {
	for verify, want := range map[string]func(positions, twice int) int{
		"1": func(positions, _ int) int { return positions },
		"5": func(positions, twice int) int { return positions + 5*twice },
	} {
		games := write(t, filepath.Join(t.TempDir(), "games.pgn"), blunders)
		o, err := parseOptions([]string{games, "--nodes", "400", "--chunk", "3", "--as", "results", "--verify", verify})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		a := &analysis{writer: writer{config: Config{Program: commandline.Program{Version: "test", Context: context.Background()}}, options: o}}
		a.progress = progress.New("analyse", io.Discard, source.Size(o.inputs))
		if a.Resources, err = worker.Open("", ""); err == nil {
			err = a.runToStream(&out)
		}
		if err != nil {
			t.Fatal(err)
		}
		count := func(member string) int { return strings.Count(out.String(), `"`+member+`":{`) }
		twice := count("played")
		positions := strings.Count(out.String(), `"score"`) - twice - count("first") + 2 // with the two mates on the board, which have no score
		if done, all := a.progress.Work(); done != all || int(done) != want(positions, twice) {
			t.Errorf("--verify %s: %v of %v are done, with %d positions and %d of them searched twice", verify, done, all, positions, twice)
		}
	}
}
