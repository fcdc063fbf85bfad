package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// resultsFile writes a results file that gives the starting position these scores, under names of their own.
func resultsFile(t *testing.T, name string, scores []int) string {
	t.Helper()
	start := board.StartPosition()
	m := must.Get(movegen.ParseMove(&start, "e2e4"))(t)
	r := results.Renderer{Header: &results.Header{
		Format: results.FormatVersion, Engine: "1", Network: "n", Limits: game.Limits{Nodes: 9, MultiPV: 1}, Reading: "epd", Shard: "1/1", Inputs: []source.Fingerprint{{Name: "x.epd"}},
	}, Footer: results.Footer{Jobs: len(scores)}}
	text := r.Begin(nil)
	for i, score := range scores {
		j := game.NewJob(game.Origin{Number: i, At: 1, Kind: "epd", Text: game.RawText(fmt.Sprintf("startpos id %q;", fmt.Sprint(i)))}, "x.epd", 0).Read()
		must.Do(t, j.Err)
		a := j.Ask(game.SelectAll(1, game.Whole))
		a.List[0] = game.Answer{Best: m, Nodes: 9, Lines: []game.Line{{Root: &start, Score: score, Depth: 3, Moves: []board.Move{m}}}}
		text = r.Item(text, a.Judge())
	}
	return testfiles.Write(t, name, string(r.End(text)))
}

// TestMost checks that the largest changes are kept while many are read.
func TestMost(t *testing.T) {
	before, after := make([]int, 3000), make([]int, 3000)
	for i := range after {
		if after[i] = -1 - (i*7)%200; i%500 == 7 {
			after[i] = -900
		}
	}
	var out, errOut strings.Builder
	code := runCommand(cli.Program{Out: &out, Err: &errOut}, []string{resultsFile(t, "a", before), resultsFile(t, "b", after), "--most", "6"})
	if code != cli.ExitOK || strings.Count(out.String(), "\n-0.500 ") != 6 || !strings.Contains(out.String(), "Largest changes: 6 of 3000") {
		t.Errorf("exit code %d, messages %q, listed are\n%s", code, &errOut, &out)
	}
}

// runCommand executes the command with the given arguments and returns the exit code.
func runCommand(p cli.Program, args []string) int {
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(p))
	return p.Run(root, append([]string{"diff"}, args...))
}
