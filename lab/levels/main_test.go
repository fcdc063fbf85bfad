package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/engine/limited"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/stats"
	"vertigo/movegen"
	"vertigo/search"
)

// TestMain lets the test binary be the reference when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, serve) }

// serve is an engine that plays the first legal move and thinks that it stands well, unless it is to break at isready.
func serve(how string) {
	var p board.Position
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "uci":
			fmt.Println("id name reference\nuciok")
		case "isready":
			if how == "break" {
				return
			}
			fmt.Println("readyok")
		case "position":
			p, _ = board.ParseFEN(strings.Join(words[2:8], " "))
			for _, word := range words[min(9, len(words)):] {
				m, _ := movegen.ParseMove(&p, word)
				p = p.After(m)
			}
		case "go":
			fmt.Println("info depth 1 multipv 1 score cp 50 nodes 1\nbestmove", movegen.FormatMove(&p, movegen.LegalMoves(&p)[0], false))
		}
	}
}

// becomeReference returns the path of an engine for the test.
func becomeReference(t *testing.T, how string) string {
	t.Helper()
	self := testfiles.Self(t)
	t.Setenv(testfiles.As, how)
	return self
}

const twoPositions = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n" +
	"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2; id \"open\"\n\n"

// TestRun moves two levels that play an engine which they beat, and writes them; then it measures one and writes the row of
// the documentation.
func TestRun(t *testing.T) {
	root := t.TempDir()
	book := testfiles.Put(t, filepath.Join(root, "book.epd"), twoPositions)
	args := []string{"--reference", becomeReference(t, "play"), "--book", book, "--root", root, "--games", "4", "--round", "1", "--write"}
	source := testfiles.Put(t, filepath.Join(root, "internal", "engine", "limited", "levels.go"), "")
	page := testfiles.Put(t, filepath.Join(root, "docs", "limited-strength.md"), "before\n| 1350 | old |\n| 1500 | old |\nafter\n")
	var out bytes.Buffer
	must.Do(t, run(append(args, "--rows", "1350,1500", "--adjust"), &out))
	must.Equal(t, strings.Count(out.String(), " games: 1350 ("), 2, out.String())
	text := testfiles.Text(t, source)
	network := must.Get(eval.Default())(t)
	if !strings.Contains(text, fmt.Sprintf("\nconst levelsNetwork = %q\n", network)) {
		t.Errorf("the levels do not name network %v:\n%s", network, text)
	}
	for _, v := range limited.Levels() {
		same := strings.Contains(text, fmt.Sprintf("{Elo: %d, Nodes: %d, Error: %d, Blind: %d},\n", v.Elo, v.Nodes, v.Error,
			v.Blind))
		if free := v.Elo == 1350 || v.Elo == 1500; same == free {
			t.Errorf("level %d is unchanged: %v\n%s", v.Elo, same, text)
		}
	}

	if text := testfiles.Text(t, page); strings.Contains(text, "| 1350 +- ") { // four wins are no proof of 1350
		t.Errorf("the row has the rating that was aimed at:\n%s", text)
	}

	testfiles.Put(t, page, "before\n| 1350 | old |\n| 1500 | old |\nafter\n")
	must.Do(t, run(append(args, "--rows", "1500"), &out))
	text = testfiles.Text(t, page)
	lines := strings.Split(text, "\n")
	if len(lines) != 5 || lines[1] != "| 1350 | old |" || !strings.Contains(lines[2], "4/0/0 against Stockfish 1500") {
		t.Errorf("the page became\n%s", text)
	}
	testfiles.Put(t, page, "| 1350 | old |\n| 1350 against 1200 | old |\n")
	if err := run(append(args, "--rows", "1350", "--neighbours", "--reference", filepath.Join(root, "none")), &out); err != nil {
		t.Fatal(err)
	}
	if text := testfiles.Text(t, page); !regexp.MustCompile(
		`^\| 1350 \| old \|\n\| 1350 against 1200 \| \d/\d/\d \| \d+ % \| 70 % \|\n$`).MatchString(text) {
		t.Errorf("the page became\n%s", text)
	}
	testfiles.Put(t, page, "no table\n")
	must.Fail(t, run(append(args, "--rows", "1500"), &out), "no row of 1500")
}

// TestRepeats checks that levels that play each other give the same games again with the same seed, on any number of workers.
func TestRepeats(t *testing.T) {
	book := testfiles.Put(t, filepath.Join(t.TempDir(), "book.epd"), twoPositions)
	path := becomeReference(t, "play")
	var texts []string
	for _, more := range [][]string{{"--workers", "1"}, {"--workers", "2"}, {"--seed", "2"}} {
		var out bytes.Buffer
		must.Do(t, run(append(more, "--reference", path, "--book", book, "--rows", "800", "--games", "4"), &out))
		texts = append(texts, out.String())
	}
	if texts[0] != texts[1] || texts[0] == texts[2] {
		t.Errorf("%s", texts)
	}
}

// TestRunErrors checks what is said of arguments, books and engines that cannot be used.
func TestRunErrors(t *testing.T) {
	dir := t.TempDir()
	book := testfiles.Put(t, filepath.Join(dir, "book.epd"), twoPositions)
	empty := testfiles.Put(t, filepath.Join(dir, "empty.epd"), "\n")
	wrong := testfiles.Put(t, filepath.Join(dir, "wrong.epd"), twoPositions+"8/8 w - -\n")
	broken := becomeReference(t, "break")
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, `required flag(s) "book" not set`},
		{[]string{"--book", book, "more"}, `unknown command "more"`},
		{[]string{"--book", book, "--games", "3"}, "even"},
		{[]string{"--book", book, "--highest", "3000"}, "from 1350 to 2850"},
		{[]string{"--book", book, "--rows", "800,801"}, "801 is not a rating"},
		{[]string{"--book", filepath.Join(dir, "none")}, "none"},
		{[]string{"--book", empty}, "no position"},
		{[]string{"--book", wrong}, "wrong.epd:4"},
		{[]string{"--book", book, "--reference", filepath.Join(dir, "none")}, "none"},
		{[]string{"--book", book, "--reference", broken, "--rows", "1350"}, `waiting for "readyok"`},
	} {
		must.Fail(t, run(test.args, &bytes.Buffer{}), test.want)
	}
	if err := run([]string{"--bok", book}, &bytes.Buffer{}); err == nil || !strings.HasPrefix(err.Error(), "exit code 2: ") {
		t.Errorf("an unknown flag: %v", err)
	}
}

// run runs the tool.
func run(args []string, out *bytes.Buffer) error {
	var messages strings.Builder
	if code := (cli.Program{Out: out, Err: &messages}).Run(command(), args); code != cli.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

// TestPairings checks who plays whom.
func TestPairings(t *testing.T) {
	rows := []limited.Level{{Elo: 800}, {Elo: 1200}, {Elo: 1350}, {Elo: 1500}, {Elo: 2300}, {Elo: 2500}, {Elo: 3000}}
	all := []bool{true, true, true, true, true, true, true}
	want := []pairing{{0, 1, 1200}, {1, 2, 1350}, {1, known, 1350}, {2, known, 1350}, {3, known, 1350}, {3, known, 1500},
		{4, known, 2300}, {5, 4, 2300}, {6, 5, 2500}}
	must.Equal(t, newLadder(rows, all, 2300, nil, 1).pairings, want)
	some := []bool{false, true, false, false, false, false, false}
	must.Equal(t, newLadder(rows, some, 2300, nil, 1).pairings, want[1:3])
}

// TestMoved checks that steps up make a player better and steps down make it worse.
func TestMoved(t *testing.T) {
	for _, test := range []struct {
		v     limited.Level
		steps float64
		want  limited.Level
	}{
		{limited.Level{Elo: 1800, Nodes: 300, Error: 100}, 1, limited.Level{Elo: 1800, Nodes: 600, Error: 50}},
		{limited.Level{Elo: 1800, Nodes: 300, Error: 100}, -0.5, limited.Level{Elo: 1800, Nodes: 212, Error: 141}},
		{limited.Level{Elo: 3000, Nodes: 1000, Error: 1}, 1.5, limited.Level{Elo: 3000, Nodes: 2828, Error: 1}},
		{limited.Level{Elo: 900, Nodes: 10, Error: 500, Blind: 40}, 1, limited.Level{Elo: 900, Nodes: 20, Error: 500, Blind: 15}},
		{limited.Level{Elo: 900, Nodes: 10, Error: 500, Blind: 40}, 2, limited.Level{Elo: 900, Nodes: 40, Error: 500}},
		{limited.Level{Elo: 900, Nodes: 10, Error: 500, Blind: 40}, -3, limited.Level{Elo: 900, Nodes: 1, Error: 500, Blind: 100}},
	} {
		must.Equal(t, moved(test.v, test.steps), test.want, test.v, test.steps)
	}
}

func TestReferenceDepth(t *testing.T) {
	for elo, want := range map[int]int{1350: 1, 1500: 2, 1800: 5, 2000: 7, 2100: 8, 2300: 11, 2500: 14, 2850: 19} {
		must.Equal(t, referenceDepth(elo), want, elo)
	}
}

// line returns a player who plays the moves of a game that is given, and always sees the same score for White.
func line(moves []string, score int) player {
	return func(_ string, g *board.Game) (board.Move, int, error) {
		m, err := movegen.ParseMove(&g.Position, moves[0])
		moves = moves[1:]
		if g.Position.Turn() == board.Black {
			return m, -score, err
		}
		return m, score, err
	}
}

// TestPlay checks when games end, and who gets the points.
func TestPlay(t *testing.T) {
	const (
		spanish = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 b7b5 a4b3 f8c5"
		knights = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"
	)
	for _, test := range []struct {
		moves  string
		score  int
		played int // moves, with the one that is not played any more
		points float64
	}{
		{"f2f3 e7e5 g2g4 d8h4", 0, 4, 0},
		{"e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", 0, 7, 1},
		{knights, 0, 8, 0.5},
		{knights, 899, 8, 0.5},
		{spanish, 900, 10, 1},
		{spanish, -1500, 10, 0},
		{spanish, scores.Mate - 5, 10, 1},
		{spanish, -scores.Mate + 6, 10, 0},
	} {
		l, watched := line(strings.Fields(test.moves), test.score), 0
		points, err := play(t.Context(), board.StartPosition(), [2]player{l, l}, func(*board.Game, board.Move) { watched++ })
		if err != nil || points != test.points || watched != test.played {
			t.Errorf("%s with a score of %d: %v points, %v, %d moves seen", test.moves, test.score, points, err, watched)
		}
	}
	_, err := play(t.Context(), board.StartPosition(), [2]player{line([]string{"e2e5"}, 0)}, func(*board.Game, board.Move) {})
	must.Fail(t, err, "", "an illegal move was played")
}

// TestInterrupted checks that a signal ends the games, and that nothing is written then.
func TestInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	l := newLadder(limited.Levels(), make([]bool, len(limited.Levels())), 2300, []board.Position{board.StartPosition()}, 1)
	l.pairings = []pairing{{1, 0, 800}}
	workers := must.Get(startWorkers(ctx, 1, ""))(t)
	defer closeWorkers(workers)
	white, errWhite := workers[0].player(ctx, l, 0, 1, 0, 1)
	black, errBlack := workers[0].player(ctx, l, 1, 0, 0, 1)
	must.Do(t, errors.Join(errWhite, errBlack))
	_, err := play(ctx, board.StartPosition(), [2]player{white, black}, func(*board.Game, board.Move) { stop() })
	if err != context.Canceled {
		t.Errorf("a game: %v", err)
	}
	if err := l.round(ctx, workers, 1000); err != context.Canceled || l.results[0].games() != 0 {
		t.Errorf("a round: %v, %+v", err, l.results)
	}
}

// TestGivesQueen checks which moves give the queen away.
func TestGivesQueen(t *testing.T) {
	judge := must.Get(search.NewEngine(1, 1))(t)
	defer judge.Close()
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"left hanging", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "g8f6", true},
		{"moved away", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "d5a5", false},
		{"moved where a pawn takes her", board.StartFEN, "e2e4", false},
		{"exchanged", "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "d4e5", false},
		{"cannot be saved", "7k/8/8/8/8/5n2/q5PP/1q2Q1K1 w - - 0 1", "g2f3", false},
		{"given for mate", "6k1/5ppp/8/8/8/8/1r3PPP/3QR1K1 w - - 0 1", "d1d8", false},
	} {
		p := playout.Parse(t, test.fen)
		m := must.Get(movegen.ParseMove(&p, test.move))(t)
		must.Equal(t, givesQueen(judge, board.NewGame(p), m), test.want, test.name)
	}
}

// expected returns the result that sides with the given ratings have on average.
func expected(a, b side, eloA, eloB float64, games int) result {
	wins := int(math.Round(float64(games) / (1 + math.Pow(10, (eloB-eloA)/400))))
	return result{a, b, wins, 0, games - wins}
}

func mustFit(t *testing.T, wanted []float64, results []result) *ratings {
	t.Helper()
	return must.Get(findRatings(wanted, results))(t)
}

// TestFit lets the fit find the ratings of a ladder of two rows from what is to be expected of them.
func TestFit(t *testing.T) {
	results := func(games int) []result {
		anchor := side{known, 1350}
		return []result{
			expected(side{1, 0}, anchor, 1450, 1350, games),
			expected(side{1, -stepElo}, anchor, 1200, 1350, games),
			expected(side{0, 0}, side{1, -stepElo}, 900, 1200, games),
			expected(side{0, 2 * stepElo}, side{1, 0}, 1400, 1450, games),
		}
	}
	wanted := []float64{1000, 1350}
	r := mustFit(t, wanted, results(2000))
	for _, test := range []struct {
		row        int
		steps, elo float64
	}{{1, 0, 1450}, {1, -1, 1200}, {0, 0, 900}, {0, 1, 1150}} {
		if elo, _ := r.at(test.row, test.steps); math.Abs(elo-test.elo) > 3 {
			t.Errorf("row %d, %v steps: %.1f, want %v", test.row, test.steps, elo, test.elo)
		}
	}
	if steps := r.steps(0, 1000); math.Abs(steps-0.4) > 0.02 {
		t.Errorf("%.3f steps to 1000, want 0.4", steps)
	}
	_, near := r.at(1, 0)
	_, far := r.at(0, 0)
	_, few := mustFit(t, wanted, results(500)).at(1, 0)
	if far <= near {
		t.Errorf("the error is %.1f near the anchor and %.1f away from it", near, far)
	}
	if few < 1.9*near || few > 2.1*near {
		t.Errorf("the error is %.1f, and %.1f with a quarter of the games", near, few)
	}
	// 100 games between equals: 1.96 * 400/ln 10 / sqrt(100/4) is 68.
	r = mustFit(t, []float64{1500}, []result{{side{}, side{known, 1500}, 0, 100, 0}})
	if elo, error95 := r.at(0, 0); math.Abs(elo-1500) > 0.1 || math.Abs(error95-68) > 1 {
		t.Errorf("100 games between equals: %.1f +- %.1f", elo, error95)
	}
}

// TestFitIsBounded checks that a player who wins all games, or has none, gets a rating.
func TestFitIsBounded(t *testing.T) {
	for _, games := range []int{0, 10, 1000} {
		r := mustFit(t, []float64{1500}, []result{{side{}, side{known, 1500}, games, 0, 0}})
		if elo, error95 := r.at(0, 0); math.IsNaN(elo) || elo < 1499 || elo > 4000 || error95 > 1000 {
			t.Errorf("%d games won: %.0f +- %.0f", games, elo, error95)
		}
	}
}

var update = flag.Bool("update", false, "write docs/limited-strength.svg")

// measuredRow finds the rows of the table of games in the documentation: the rating that is set, and the one that was measured
// with its error.
var measuredRow = regexp.MustCompile(`(?m)^\| (\d+) \|.*\| (\d+) \+- (\d+) \|$`)

// match is how strong a level has proved to be.
type match struct{ elo, measured, error float64 }

// readMatches returns the matches of the documentation.
func readMatches(t *testing.T) (matches []match) {
	t.Helper()
	text := testfiles.Text(t, "../../docs/limited-strength.md")
	number := func(s string) float64 {
		x, _ := strconv.ParseFloat(s, 64) // digits, by the pattern
		return x
	}
	for _, row := range measuredRow.FindAllStringSubmatch(text, -1) {
		matches = append(matches, match{number(row[1]), number(row[2]), number(row[3])})
	}
	return matches
}

// TestPicture checks that docs/limited-strength.svg shows the present levels and the matches of the page.
func TestPicture(t *testing.T) {
	matches := readMatches(t)
	for _, v := range limited.Levels() {
		measured := slices.ContainsFunc(matches, func(m match) bool { return m.elo == float64(v.Elo) })
		if !measured && v.Elo <= 2300 { // better ones are too slow
			t.Errorf("%d was not measured", v.Elo)
		}
	}
	const path = "../../docs/limited-strength.svg"
	want := drawLevels(matches)
	if *update {
		testfiles.Put(t, path, want)
	}
	got := []byte(testfiles.Text(t, path))
	if !bytes.Equal(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n")), want) {
		t.Errorf("%s is out of date: make docs draws it", path)
	}
}

// drawLevels draws an SVG of two panels: what each rating was measured to be, with the errors, and the nodes of each.
func drawLevels(matches []match) []byte {
	const left, top, width, height, panelWidth = 56, 40, 360, 240, 434
	ratings := stats.Axis{From: limited.MinElo, To: limited.MaxElo, Step: 400}
	picture := stats.NewPicture(2*panelWidth, height+80, "Measured strength and nodes by UCI_Elo")
	panel := picture.Panel(left, top, width, height, "Measured, with 95 % intervals", ratings, stats.Axis{From: 400, To: 3200, Step: 500})
	panel.Line("green", 2, func(i int) (float64, float64) {
		elo := float64([]int{limited.MinElo, limited.MaxElo}[i])
		return elo, elo
	})
	for _, m := range matches {
		panel.Dot("red", m.elo, m.measured, m.error)
	}
	panel.End()
	panel = picture.Panel(panelWidth+left, top, width, height, "Nodes after which no iteration begins", ratings,
		stats.Axis{To: 7, Step: 1, Label: func(mark float64) string { return fmt.Sprintf("%.0f", math.Pow(10, mark)) }})
	panel.Line("green", (limited.MaxElo-limited.MinElo)/10+1, func(i int) (float64, float64) {
		elo := limited.MinElo + 10*i
		return float64(elo), math.Log10(float64(limited.LevelOf(elo).Nodes))
	})
	panel.End()
	return picture.End()
}

func TestReadBook(t *testing.T) {
	const start, pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "4k3/8/8/8/8/8/4P3/4K3 b - -"
	for _, test := range []struct {
		name, text string
		want       []string // the positions, or
		err        string   // what the error says
	}{
		{"FENs and EPDs", start + " 7 30\n\n  " + pawn + " id \"pawn\";\r\n", []string{start + " 7 30", pawn + " 0 1"}, ""},
		{"no line break", pawn, []string{pawn + " 0 1"}, ""},
		{"no position", start + "\n8/8 w - -\n", nil, "book:2: "},
		{"a line without end", start + "\n" + strings.Repeat("x", 1<<17), nil, "book:2: "},
		{"empty", " \n\n", nil, "book holds no position"},
	} {
		path := filepath.Join(t.TempDir(), "book")
		must.Do(t, os.WriteFile(path, []byte(test.text), 0o600))
		positions, err := readBook(path)
		if (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.err)
		}
		if len(positions) != len(test.want) {
			t.Errorf("%s: %d positions, want %d", test.name, len(positions), len(test.want))
			continue
		}
		for i, p := range positions {
			must.Equal(t, p.FEN(), test.want[i], test.name, i, test.want[i])
		}
	}
	_, err := readBook(filepath.Join(t.TempDir(), "none"))
	must.Fail(t, err, "none")
}
