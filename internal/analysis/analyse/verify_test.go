package analyse

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
)

// blunders is a game with some.
const blunders = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n\n1. f4 e5 2. g3 exf4 3. gxf4 Qh4# 0-1\n"

// TestVerifyProgress checks that what is searched again counts in the progress: at the end, nothing is left and nothing too much.
func TestVerifyProgress(t *testing.T) {
	for verify, want := range map[string]func(positions, twice int) int{
		"1": func(positions, _ int) int { return positions },
		"5": func(positions, twice int) int { return positions + 5*twice },
	} {
		games := write(t, filepath.Join(t.TempDir(), "games.pgn"), blunders)
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
