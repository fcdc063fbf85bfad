package analyse

import (
	"encoding/csv"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/analysis/game"
	"vertigo/internal/analysis/page/pagetest"
	"vertigo/internal/pgn"
	"vertigo/internal/system/commandline"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/testfiles"
)

const filteredGames = `[White "Tal, Mikhail"]
[Black "Smyslov, Vassily"]
[WhiteElo "2700"]
[BlackElo "2690"]
[Result "*"]

1. e4 { best by test } c6 $1 2. d4 d5 ( 2... g6 ) 3. Nc3 dxe4 { [%clk 0:01:00] } 4. Nxe4 Nd7 5. Nf3 Ngf6 6. Nxf6+ Nxf6 7. Bc4 Bf5 *

[White "Botvinnik"]
[Black "Tal, M"]
[Result "*"]

1. d4 Nf6 { [%eval 0.10] } 2. c4 g6 3. Nc3 Bg7 *

[White "Somebody"]
[Black "Talbot"]
[BlackAccuracy "12.0"]
[Result "*"]

1. f3 e5 2. g4 Qh4# *

6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -
`

// TestFilterSearches counts the answers about filtered games: no position is searched that no chosen move touches.
func TestFilterSearches(t *testing.T) {
	dir := t.TempDir()
	games := write(t, filepath.Join(dir, "games.pgn"), filteredGames[:strings.Index(filteredGames, "6k1")])
	for i, test := range []struct {
		args string
		want int
	}{
		{"", 15 + 7 + 5},
		// The last position of the first game follows a move of Black's, and the first of the second comes before one of White's.
		{"--player tal", 15 - 1 + 7 - 1},
		{"--min-elo 2691", 0},
		{"--player nobody", 0},
		{"--skip-book " + testfiles.Path(t, "books", "mainlines.bin") + " --player Somebody", 4},
		{"--skip-decided 20000 --moves 2-2 --player Botvinnik", 2},
	} {
		file := filepath.Join(dir, "store"+string(rune('a'+i)))
		args := append([]string{games, "--nodes", "20", "--hash", "1", "--quiet", "--chunk", "1", "--verify", "1", "--as", "results", "--out", file}, strings.Fields(test.args)...)
		if _, errOut, code := command(t, "", args...); (code != commandline.ExitOK || test.want == 0) &&
			(code != commandline.ExitEmpty || test.want != 0 || !strings.Contains(errOut, "the filters leave nothing of the input") && !strings.Contains(errOut, "no player is called")) {
			t.Fatalf("%s: exit code %d, messages %q", test.args, code, errOut)
		}
		if test.want == 0 {
			continue
		}
		if got := answersIn(t, file); got != test.want {
			t.Errorf("%s: %d searches, want %d", test.args, got, test.want)
		}
	}
}

// TestUnrated reports that a filter leaves out games whose ratings are no numbers.
func TestUnrated(t *testing.T) {
	games := strings.Repeat("[WhiteElo \"2000?\"]\n[BlackElo \"2100\"]\n\n1. e4 *\n\n", 2) + "[WhiteElo \"?\"]\n\n1. d4 *\n"
	const want = `--min-elo leaves out 2 games with a rating that is not a number, such as "2000?"`
	if _, errOut, code := command(t, games, "-", "--min-elo", "1500", "--quiet"); code != commandline.ExitEmpty || strings.Count(errOut, want) != 1 {
		t.Errorf("exit code %d, messages %q", code, errOut)
	}
}

// TestFilterChunks checks that chunks hold nothing that is left out, and begin with nothing that is.
func TestFilterChunks(t *testing.T) {
	o, err := parseOptions([]string{"-", "--chunk", "3", "--moves", "2-3"})
	if err != nil {
		t.Fatal(err)
	}
	a := &analysis{writer: writer{options: o}}
	j := &task{Job: game.NewJob(game.Origin{Kind: "pgn", Text: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"}, "test", 0)}
	if err := a.prepare(j); err != nil {
		t.Fatal(err)
	}
	list := j.Chunks(o.chunk)
	if len(list) != 2 || list[0].Next != 5 || list[1].Next != -1 || list[0].Positions[0] != 2 || len(list[1].Positions) != 2 {
		t.Errorf("the chunks are %+v", list)
	}
}

// TestFilterOutputs compares the outputs of filtered games whatever the workers, with a store, and of shards that are merged.
func TestFilterOutputs(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	games := write(t, filepath.Join(dir, "games.pgn"), filteredGames)
	for i, filter := range []string{"--player tal", "--skip-book 1 --skip-decided 300", "--player nobody"} {
		args := append([]string{games, "--nodes", "300", "--hash", "1", "--no-times", "--chunk", "3", "--quiet", "--tolerant"}, strings.Fields(filter)...)
		store := filepath.Join(dir, "store"+string(rune('a'+i)))
		var parts []string
		for _, shard := range []string{"1", "2"} {
			out := filepath.Join(dir, "part"+shard+string(rune('a'+i)))
			expect(t, commandline.ExitOK, "", append(args, "--shard", shard+"/2", "--as", "results", "--out", out)...)
			parts = append(parts, out)
		}
		for _, as := range []string{"json", "pgn", "html"} {
			want, _, _ := command(t, "", append(args, "--as", as)...)
			for _, more := range []string{"--workers 3", "--store " + store, "--store " + store + " --workers 2"} {
				if as != "json" { // which has every answer
					break
				}
				if got, _, _ := command(t, "", append(append(args, "--as", as), strings.Fields(more)...)...); got != want {
					t.Errorf("%s as %s, %s:\n%s\nwant\n%s", filter, as, more, got, want)
				}
			}
			if got, errOut, _ := merge(append(parts, "--as", as, "--no-times", "--tolerant")...); got != want {
				t.Errorf("%s as %s, merged (%s):\n%s\nwant\n%s", filter, as, errOut, got, want)
			}
		}
	}
}

// TestMergeFilters filters the games of a results file: the moves are those that an analysis with the filter chooses, and what is
// said of them is what is said without a filter.
func TestMergeFilters(t *testing.T) {
	dir := t.TempDir()
	games, all, part := write(t, filepath.Join(dir, "games.pgn"), filteredGames), filepath.Join(dir, "all"), filepath.Join(dir, "part")
	args := []string{games, "--nodes", "100", "--hash", "1", "--quiet", "--tolerant", "--as", "results"}
	expect(t, commandline.ExitOK, "", append(args, "--out", all)...)
	expect(t, commandline.ExitOK, "", append(args, "--out", part, "--color", "white")...)
	rows := func(text string) (judged []string) { // the moves that are chosen
		table, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table[1:] {
			if row[slices.Index(table[0], "lost_cp")] != "" {
				judged = append(judged, strings.Join(row, ","))
			}
		}
		return judged
	}
	text, _, _ := merge(all, "--as", "csv")
	whole := rows(text)
	for _, filter := range []string{
		"--player tal", "--color black", "--moves 2-2 --player Botvinnik", "--min-elo 2690", "--skip-decided 300 --skip-book 1",
		"--skip-book " + testfiles.Path(t, "books", "mainlines.bin"),
	} {
		merged, errOut, code := merge(append(strings.Fields(filter), all, "--tolerant", "--as", "csv")...)
		got := rows(merged)
		for _, row := range got {
			if !slices.Contains(whole, row) {
				t.Errorf("%s: %s is not said without the filter", filter, row)
			}
		}
		searched, _, _ := command(t, "", append(append(args, strings.Fields(filter)...), "--as", "csv")...)
		if want := rows(searched); code != commandline.ExitOK || len(got) != len(want) || len(got) == len(whole) {
			t.Errorf("%s: exit code %d, messages %q, %d moves, want %d", filter, code, errOut, len(got), len(want))
		}
		for _, as := range []string{"pgn", "html", "json", "summary"} {
			if out, errOut, code := merge(append(strings.Fields(filter), all, "--tolerant", "--as", as)...); code != commandline.ExitOK || out == "" {
				t.Errorf("%s as %s: exit code %d, messages %q", filter, as, code, errOut)
			}
		}
	}
	for args, want := range map[string]string{
		"--player nobody " + all:              "no player is called \"nobody\"; nearest in the input: ",
		"--player tal --as results " + all:    "--player does not apply to a results file, which keeps all moves",
		"--color black " + part + " --as csv": "the filters leave nothing of the input",
	} {
		if _, errOut, code := merge(strings.Fields(args)...); code == commandline.ExitOK || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit code %d, messages %q, want %q", args, code, errOut, want)
		}
	}
}

// TestFilterResume continues an analysis with its filters, and refuses to do so with others.
func TestFilterResume(t *testing.T) {
	ci.NoRace(t)
	dir := t.TempDir()
	games := write(t, filepath.Join(dir, "games.pgn"), filteredGames)
	out := filepath.Join(dir, "out")
	settings := []string{games, "--nodes", "100", "--hash", "1", "--quiet", "--tolerant", "--player", "tal"}
	args := append(slices.Clone(settings), "--no-times", "--as", "json", "--out", out)
	expect(t, commandline.ExitOK, "", args...)
	whole := testfiles.Text(t, out)
	whole2 := filepath.Join(dir, "results")
	results := append(slices.Clone(settings), "--as", "results", "--out", whole2)
	expect(t, commandline.ExitOK, "", results...)
	lines := strings.SplitAfter(testfiles.Text(t, whole2), "\n")
	for n := 1; n < len(lines)-1; n++ {
		write(t, out+".journal", strings.Join(lines[:n], ""))
		expect(t, commandline.ExitOK, "", args...)
		if got := testfiles.Text(t, out); got != whole {
			t.Errorf("continued after %d lines:\n%s\nwant\n%s", n, got, whole)
		}
	}
	write(t, out+".journal", strings.Join(lines[:2], ""))
	for _, other := range []string{"--player=smyslov", "--color=white", "--moves=1-2", "--skip-book=1", "--skip-decided=100", "--min-elo=100",
		"--skip-book=" + testfiles.Path(t, "books", "mainlines.bin")} {
		if _, errOut, code := command(t, "", append(args, other)...); code != commandline.ExitFailed || !strings.Contains(errOut, "the filters was") && !strings.Contains(errOut, "the filters were") {
			t.Errorf("%s: exit code %d, messages %q", other, code, errOut)
		}
	}
}

// TestFilterKeepsTheRest annotates some moves: every other one has what it had, and games without a chosen move stay as they
// are.
func TestFilterKeepsTheRest(t *testing.T) {
	text := filteredGames[:strings.Index(filteredGames, "6k1")]
	out, errOut, code := command(t, text, "-", "--as", "pgn", "--depth", "4", "--hash", "1", "--player", "smyslov", "--moves", "2-3")
	if code != commandline.ExitOK {
		t.Fatalf("exit code %d, messages %q", code, errOut)
	}
	theirs, ours := allGames(t, text), allGames(t, out)
	for i := 1; i < 3; i++ {
		if ours[i].String() != theirs[i].String() {
			t.Errorf("a game without a chosen move is\n%s\nit was\n%s", ours[i], theirs[i])
		}
	}
	for ply, list := range ours[0].Comments() {
		evaluated := strings.Contains(strings.Join(list, ""), "%eval")
		if want := ply == 3 || ply == 5; evaluated != want {
			t.Errorf("half-move %d: evaluated is %v, want %v:\n%s", ply+1, evaluated, want, out)
		}
	}
	if count(ours[0], pgn.Tag) != count(theirs[0], pgn.Tag)+6 { // the opening, its code, the annotator, two figures, and the definition of one
		t.Errorf("the tags of a player whose moves are left out are there:\n%s", out)
	}
	if !strings.Contains(out, "1. e4 { best by test } c6 $1 2. d4 d5 { [%eval") {
		t.Errorf("moves that were left out are not as they were:\n%s", out)
	}
}

func count(g *pgn.Game, kind pgn.Kind) (n int) {
	for _, w := range g.Words {
		if w.Kind == kind {
			n++
		}
	}
	return n
}

// TestFilterUsage names filters that make no sense.
func TestFilterUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--moves 4 -": `--moves: "4" is not a range of moves`, "--player= -": "the name is empty", "--color red -": `"red" is not one of white, black`,
		"--skip-book 0 -": "is not a whole number from 1", "--skip-decided 0 -": "is not a whole number", "--min-elo x -": "is not a whole number",
		"--epd --player tal -": "--player chooses moves of games, which --format epd does not have", "--skip-book= -": "give a number of moves or the name of a book",
	} {
		expect(t, commandline.ExitUsage, want, strings.Fields(args)...)
	}
	expect(t, commandline.ExitFailed, "--skip-book: filter_test.go: not an opening book", "startpos", "--skip-book", "filter_test.go")
}

// TestFilterReport draws a game of which a part was analysed, and none of which nothing was.
func TestFilterReport(t *testing.T) {
	page := writeReport(t, filteredGames[:strings.Index(filteredGames, "6k1")], "--player", "smyslov", "--moves", "2-3")
	page += pagetest.Data(t, page)
	for _, want := range []string{"moves chosen by --player &#34;smyslov&#34; --moves 2-3", `"moves":0,`, `{"step":"c7c6","san":"c6"},`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "Botvinnik") {
		t.Error("a game without a chosen move is there")
	}
}
