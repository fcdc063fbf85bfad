package analyse

import (
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/internal/system/commandline"
)

const formsGame = "[White \"A, \"]\n\n1. f3 e5 2. g4 { a \"quote\" } Qh4# 0-1\n"

// TestCSV reads the table of a game and of positions as a spreadsheet does.
func TestCSV(t *testing.T) {
	in := write(t, filepath.Join(t.TempDir(), "a, \"b\".pgn"), formsGame)
	out, errOut, code := command(t, "", in, "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
		"--as", "csv", "--nodes", "2000", "--hash", "1", "--chunk", "1", "--no-times")
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 1+5+2 {
		t.Fatalf("%v, %d rows:\n%s", err, len(rows), out)
	}
	cell := func(row int, column string) string {
		for i, name := range rows[0] {
			if name == column {
				return rows[row][i]
			}
		}
		t.Fatalf("there is no column %s", column)
		return ""
	}
	for _, want := range []struct {
		row           int
		column, value string
	}{
		{1, "source", in + ": game 1"}, {1, "played", "f2f3"}, {1, "played_san", "f3"}, {1, "time_ms", ""}, {3, "played_san", "g4"}, {3, "mark", "??"}, {4, "best", "d8h4"}, {4, "best_san", "Qh4#"}, {4, "mate", "-1"}, {4, "eval", ""},
		{4, "lost_cp", "0"}, {4, "changes", "0"}, {4, "win", "0"}, {4, "loss", "1000"}, {5, "mate", "0"}, {5, "best", ""}, {5, "pv", ""}, {5, "depth", ""},
		{5, "over", "checkmate"}, {5, "loss", "1000"},
		{1, "white", "A,"}, {1, "black", ""}, {1, "ply", "0"}, {4, "over", ""}, {6, "win", "1000"}, {6, "ply", ""}, {7, "over", "stalemate"}, {7, "draw", "1000"},
		{6, "source", "argument"}, {7, "eval", "0"}, {7, "found_depth", ""},
	} {
		if got := cell(want.row, want.column); got != want.value {
			t.Errorf("row %d, %s: %q, want %q", want.row, want.column, got, want.value)
		}
	}
	for row := 1; row <= 4; row++ {
		if cell(row, "found_depth") == "" || cell(row, "stable_nodes") == "" || cell(row, "nodes") == "" {
			t.Errorf("row %d does not say how the move was found: %q", row, rows[row])
		}
	}
}

// TestCSVColumns checks the columns of what was asked for.
func TestCSVColumns(t *testing.T) {
	for _, test := range []struct{ args, names, cells string }{
		{"", ",changes,engine,", ""},
		{"--multipv 2", ",changes,margin,engine,", `,-?0\.\d{3},Vertigo`},
		{"--multipv 2 --threats", ",margin,threat,threat_gain,engine,", `\d,Rd1#,0\.`},
		{"--threats", ",changes,threat,threat_gain,engine,", `,Rd1#,0\.`},
	} {
		out, errOut, code := command(t, "", append(strings.Fields(test.args), backRank, inCheck, "--as", "csv", "--nodes", "3000", "--hash", "1")...)
		if code != commandline.ExitOK || !strings.Contains(out, test.names) || !regexp.MustCompile(test.cells).MatchString(out) {
			t.Errorf("%s: exit code %d, messages %q, table\n%s", test.args, code, errOut, out)
		}
		if rows, err := csv.NewReader(strings.NewReader(out)).ReadAll(); err != nil || len(rows) != 3 {
			t.Errorf("%s: %v, %d rows", test.args, err, len(rows))
		}
	}
}

// TestLichess checks the form of Lichess' database of evaluations: scores for White, castling as king takes rook.
func TestLichess(t *testing.T) {
	out, errOut, code := command(t, "", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
		"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "--as", "lichess", "--nodes", "1700", "--hash", "1", "--multipv", "2")
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	type position struct {
		FEN   string
		Evals []struct {
			PVs []struct {
				CP, Mate *int
				Line     string
			}
			KNodes, Depth int
		}
	}
	var list []position
	for line := range strings.Lines(out) {
		var p position
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, p)
	}
	if len(list) != 3 { // the stalemate has no evaluation
		t.Fatalf("%d positions:\n%s", len(list), out)
	}
	if e := list[0].Evals; list[0].FEN != "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -" || len(e) != 1 || e[0].KNodes != 2 || e[0].Depth < 1 || len(e[0].PVs) != 2 || e[0].PVs[0].CP == nil {
		t.Errorf("the first position is %+v", list[0])
	}
	if white, black := list[1].Evals[0].PVs[0], list[2].Evals[0].PVs[0]; *white.Mate != 1 || *black.Mate != -1 || white.Line != "d1d8" || black.Line != "d8d1" {
		t.Errorf("the mates are %+v and %+v", white, black)
	}
	castling, _, _ := command(t, "", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 searchmoves O-O;", "--as", "lichess", "--depth", "2", "--hash", "1")
	if !strings.Contains(castling, `"line":"e1h1`) {
		t.Errorf("castling is %s", castling)
	}
}

// TestStability finds in JSON when the best move was found, the same when the answer comes from a store or a results file.
func TestStability(t *testing.T) {
	dir := t.TempDir()
	games := write(t, filepath.Join(dir, "games.pgn"), formsGame)
	args := []string{games, "--nodes", "3000", "--multipv", "2", "--hash", "1", "--verify", "1", "--no-times", "--as", "json"}
	want, _, _ := command(t, "", args...)
	var first struct {
		Found, Stable struct{ Depth, Nodes int }
		Changes       *int
		Nodes         int
		Margin        *float64
	}
	line := strings.Split(want, "\n")[1] // after that of the game
	if err := json.Unmarshal([]byte(line), &first); err != nil || first.Changes == nil || first.Margin == nil || *first.Margin < 0 || first.Found.Depth < 1 || first.Stable.Depth < first.Found.Depth ||
		first.Stable.Nodes > first.Nodes || first.Found.Nodes > first.Stable.Nodes {
		t.Errorf("%v: the answer is %s", err, line)
	}
	for range 2 {
		if got, _, _ := command(t, "", append(args, "--store", filepath.Join(dir, "store"))...); got != want {
			t.Errorf("with a store:\n%s\nwant\n%s", got, want)
		}
	}
	results := filepath.Join(dir, "results")
	expect(t, commandline.ExitOK, "", append(args[:len(args)-2], "--as", "results", "--out", results)...)
	if got, errOut, _ := merge("--as", "json", "--no-times", results); got != want {
		t.Errorf("merged (%s):\n%s\nwant\n%s", errOut, got, want)
	}
}
