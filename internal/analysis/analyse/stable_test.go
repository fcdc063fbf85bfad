package analyse

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
)

// TestUntilStable checks that searches end early, that the limit is recorded, and that the answers are the same however they come
// about.
func TestUntilStable(t *testing.T) {
	dir := t.TempDir()
	args := []string{
		write(t, filepath.Join(dir, "a.epd"), somePositions(3)), write(t, filepath.Join(dir, "games.pgn"), asideGames),
		"--nodes", "4000", "--hash", "1", "--no-times", "--as", "json", "--chunk", "3",
	}
	with := append(args[:len(args):len(args)], "--until-stable", "3")
	whole, _, _ := command(t, "", args...)
	want, errOut, code := command(t, "", with...)
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	if all, early := nodesIn(t, whole), nodesIn(t, want); early == 0 || early > all*3/4 {
		t.Errorf("%d nodes, %d where searches end early", all, early)
	}
	if strings.Count(want, `"until_stable":3`) != strings.Count(want, "\n") || strings.Contains(whole, "until_stable") {
		t.Errorf("the limit is not recorded: %s", want)
	}
	checkAllWays(t, dir, args, whole, with, want, "--until-stable was 3, now it is 0")
}

// nodesIn returns the sum of the nodes in lines of JSON.
func nodesIn(t *testing.T, text string) (sum int) {
	t.Helper()
	for l := range strings.Lines(text) {
		var one struct{ Nodes int }
		if err := json.Unmarshal([]byte(l), &one); err != nil {
			t.Fatal(err)
		}
		sum += one.Nodes
	}
	return sum
}

// TestUntilStableAlone checks that the flag does not replace the other limits, and that it refuses what makes no sense.
func TestUntilStableAlone(t *testing.T) {
	for _, test := range []struct {
		args  string
		depth int
		nodes uint64
	}{
		{"--until-stable 8", 0, defaultNodes}, {"--until-stable 8 --depth 20", 20, 0}, {"--nodes 500 --until-stable 8", 0, 500},
	} {
		o, err := parseOptions(append(strings.Fields(test.args), "startpos"))
		if err != nil {
			t.Fatalf("%s: %v", test.args, err)
		}
		if l := o.answerLimits(); l.UntilStable != 8 || l.Depth != test.depth || l.Nodes != test.nodes {
			t.Errorf("%s: the limits are %+v", test.args, l)
		}
	}
	for _, bad := range []string{"0", "1", "-3", "many", "1000"} {
		if _, err := parseOptions([]string{"startpos", "--until-stable", bad}); err == nil || !strings.Contains(err.Error(), "until-stable") {
			t.Errorf("--until-stable %s: %v", bad, err)
		}
	}
}
