package analyse

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
)

// Positions in which something is to be found: a mate in one without which all is lost, and a mate in two by a quiet move that
// gives up the queen.
const (
	mateInOne = "3r2k1/5ppp/8/8/8/8/1q3PPP/3R2K1 w - - 0 1"
	quietMate = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1"
)

// rated is what a test reads of a line of JSON.
type rated struct {
	FEN        string
	Difficulty *game.RatingJSON
}

// ratedIn returns the positions of JSON.
func ratedIn(t *testing.T, text string) (list []rated) {
	t.Helper()
	for l := range strings.Lines(text) {
		var r rated
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			t.Fatal(err)
		}
		if r.FEN != "" {
			list = append(list, r)
		}
	}
	return list
}

// TestDifficulty checks that a missed mate in one is easy, that a move which only a deep search distinguishes from the others
// is hard, and that a position without a better move has no difficulty.
func TestDifficulty(t *testing.T) {
	dir := t.TempDir()
	games := write(t, filepath.Join(dir, "games.pgn"), "[FEN \""+mateInOne+"\"]\n\n1. Rf1 Qb6 *\n")
	suite := write(t, filepath.Join(dir, "suite.epd"), strings.TrimSuffix(quietMate, "0 1")+"bm Qg6;\n"+stale+"\n")
	args := []string{"--nodes", "2000", "--hash", "1", "--difficulty", "2", "--as", "json", "--no-times"}
	out, errOut, code := command(t, "", append(args, games, suite)...)
	if code != commandline.ExitOK || strings.Count(out, "\n") != 6 {
		t.Fatalf("exit code %d, messages %q, output\n%s", code, errOut, out)
	}
	if want := `"difficulty":{"rating":800,"rating_bound":"upper","levels":[{"elo":800,"found":2,"of":2},{"elo":1000,"found":2,"of":2}]}`; !strings.Contains(out, want) {
		t.Errorf("a mate in one: no %s in\n%s", want, out)
	}
	list := ratedIn(t, out)
	if hard := list[3].Difficulty; hard == nil || hard.Rating < 1500 || hard.Levels[0].Found > 0 {
		t.Errorf("a deep move: %+v", hard)
	}
	for _, i := range []int{1, 2, 4} { // good moves, the end of a game, no move at all
		if list[i].Difficulty != nil {
			t.Errorf("%s: %+v", list[i].FEN, list[i].Difficulty)
		}
	}
	if left, _, _ := command(t, "", append(args, games, "--color", "black")...); strings.Contains(left, `"difficulty":{`) {
		t.Errorf("the filters leave the move out:\n%s", left)
	}
	if restricted, _, _ := command(t, "", append(args, mateInOne, "--searchmoves", "Rf1 Re1")...); !strings.Contains(restricted, `"rating":800`) {
		t.Errorf("players may play only what the analysis may:\n%s", restricted)
	}
}

// TestDifficultyAside checks that the difficulty changes no other answer, and depends only on the settings.
func TestDifficultyAside(t *testing.T) {
	ci.NoRace(t)
	checkAside(t, "difficulty", 2, "--difficulty was 1, now it is 0", "--difficulty", "1")
}

// TestDifficultyInReport checks that the report has the difficulty beside mistakes, and of single positions.
func TestDifficultyInReport(t *testing.T) {
	page := writeReport(t, "[FEN \""+mateInOne+"\"]\n\n1. Rf1 *\n", "--difficulty", "2")
	pagetest.Check(t, page)
	page += pagetest.Data(t, page)
	for _, want := range []string{
		`"difficulty":"800 or less: found by 2 of 2 players of 800"`, "Difficulty is the UCI_Elo",
		"depth 5 for each position, 1 thread, table of 1 MiB, games from the end in chunks of 10 positions, doubtful moves", ", difficulty by 2 players of each level",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if list := writeReport(t, mateInOne+"\n", "--difficulty", "1"); !strings.Contains(pagetest.Data(t, list), `"difficulty":"800 or less: found by 1 of 1 player of 800"`) {
		t.Error("the list of positions lacks the difficulty")
	}
	if without := writeReport(t, "[FEN \""+mateInOne+"\"]\n\n1. Rf1 *\n"); strings.Contains(pagetest.Data(t, without), "difficulty") {
		t.Error("nobody asked for it")
	}
}
