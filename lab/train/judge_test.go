package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/pgn"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/lab/client"
	"vertigo/movegen"
)

// set is a file with one position for each of the expected scores.
func set(expected ...float64) string {
	text := "source,quiet,expected,cp,best,fen\n"
	for i, e := range expected {
		text += fmt.Sprintf("%s,%d,%.6f,0,e2e4,%s\n", []string{"match", "selfplay"}[i%2], i%2, e, board.StartFEN)
	}
	return text
}

func read(t *testing.T, text string) []judged {
	t.Helper()
	return must.Get(readSet(strings.NewReader(text)))(t)
}

// TestGroupError finds the scale that scores are in, and the error that is left.
func TestGroupError(t *testing.T) {
	scores := []int{-500, -120, -30, 0, 15, 80, 300, 700}
	var expected []float64
	want := 0.0
	for _, s := range scores {
		e := 1 / (1 + math.Exp(-float64(s)/110))
		expected = append(expected, e)
		want += (e - 0.5) * (e - 0.5) / float64(len(scores))
	}
	positions := read(t, set(expected...))
	all := groups(positions)[0]
	for factor, scale := range []float64{1: 110, 2: 220} {
		other := slices.Clone(scores)
		for i := range other {
			other[i] *= factor
		}
		e, k := all.error(positions, other)
		if factor == 0 && math.Abs(e-math.Sqrt(want)) > 1e-6 || factor > 0 && (e > 0.003 || math.Abs(k-scale) > 0.02*scale) {
			t.Errorf("%d times the scores: error %.4f, scale %.1f, want a scale of %.0f", factor, e, k, scale)
		}
	}
}

func TestGroups(t *testing.T) {
	positions := read(t, set(0.1, 0.96, 0.5, 0.9))
	positions[1].Position = playout.Parse(t, "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1")
	got, all := "", groups(positions)
	for _, g := range all {
		got += fmt.Sprintf("%s %v; ", g.name, g.members)
	}
	want := "all [0 1 2 3]; quiet [1 3]; quiet, contested [3]; match [0 2]; selfplay [1 3]; " +
		"quiet, 2-8 pieces [1]; quiet, 25-32 pieces [3]; "
	must.Equal(t, got, want, "groups")
	// A score of 100 and one of 145 fit at the scale at which they expect 0.9 and 0.96; one alone would fit at any score.
	if e, scale := all[2].error(positions, []int{0, 145, 0, 100}); e > 0.01 || math.Abs(scale-45.5) > 1 {
		t.Errorf("error of the contested position: %.4f, scale %.1f", e, scale)
	}
	if e, _ := all[2].error(positions, []int{0, 40, 0, 100}); e < 0.02 {
		t.Errorf("the contested position is measured with a scale of its own: %.4f", e)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "names of the columns"},
		{"fen,cp\n", `no column "expected"`},
		{"expected,fen\n", "no positions"},
		{"expected,fen\n0.5," + board.StartFEN + "\n1.5," + board.StartFEN + "\n", `line 3: expected score "1.5"`},
		{"expected,fen\n0.5,rubbish\n", "line 2: "},
		{"expected,quiet,fen\n0.5,maybe," + board.StartFEN + "\n", `line 2: quiet is "maybe"`},
		{"expected,fen\n0.5\n", "wrong number of fields"},
	} {
		_, err := readSet(strings.NewReader(c.text))
		must.Fail(t, err, c.want)
	}
}

// TestTake checks what becomes of an engine's answer.
func TestTake(t *testing.T) {
	position := judged{Position: playout.Parse(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")}
	answer := func(move string, odds ...int) client.Answer {
		a := client.Answer{Move: move, Scored: true}
		if len(odds) > 0 {
			a.Odds, a.HasOdds = [3]int(odds), true
		}
		return a
	}
	for _, test := range []struct {
		answer   client.Answer
		expected string
		quiet    bool
		err      string
	}{
		{answer("e1d2", 300, 500, 200), "0.5500", true, ""},
		{answer("e4d5", 0, 1, 999), "0.0005", false, ""},
		{answer("e4d5"), "", false, "UCI_ShowWDL"},
		{answer("e4e6", 0, 0, 1000), "", false, "e4e6"},
		{client.Answer{Move: "e4e5"}, "", false, "without an exact score"},
	} {
		p := position
		err := p.take(test.answer)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%+v: error %v, want %q", test.answer, err, test.err)
			}
			continue
		}
		if err != nil || fmt.Sprintf("%.4f", p.expected) != test.expected || p.quiet != test.quiet {
			t.Errorf("%+v: %+v, %v", test.answer, p, err)
		}
	}
}

// TestWrite reads what is written.
func TestWrite(t *testing.T) {
	var positions []judged
	for _, source := range []string{"a", `b, "c"`} {
		positions = append(positions, judged{Position: board.StartPosition(), source: source, expected: 0.55, quiet: true})
	}
	var text strings.Builder
	must.Do(t, writeSet(&text, positions))
	const line = ",1,0.5500," + board.StartFEN + "\n"
	must.Equal(t, text.String(), "source,quiet,expected,fen\na"+line+`"b, ""c"""`+line, "wrote")
	must.Equal(t, read(t, text.String()), positions)
}

// TestMain lets the test binary be an engine when a test starts it as such.
func TestMain(m *testing.M) { testfiles.Main(m.Run, serve) }

// serve is an engine that plays the first legal move, and expects what the position's key says. If how is a number, it dies
// when it is asked once more than so many times.
func serve(how string) {
	answers, mortal := strconv.Atoi(how)
	var p board.Position
	wdl := false
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch words := strings.Fields(in.Text()); words[0] {
		case "uci":
			fmt.Println("uciok")
		case "setoption":
			wdl = wdl || strings.Join(words, " ") == "setoption name UCI_ShowWDL value true"
		case "isready":
			fmt.Println("readyok")
		case "position":
			p, _ = board.ParseFEN(strings.Join(words[2:], " "))
		case "go":
			if answers--; mortal == nil && answers < 0 {
				os.Exit(3)
			}
			odds := ""
			if win := p.Key() % 1001; wdl {
				odds = fmt.Sprintf("wdl %d %d 0 ", win, 1000-win)
			}
			fmt.Printf("info depth 1 score cp %s %spv x\nbestmove %s\n", words[2], odds, movegen.FormatMove(&p, movegen.LegalMoves(&p)[0], false))
		}
	}
}

// rule runs train ruler on a game that is in testdata, with the test binary as the engine.
func rule(t *testing.T, how, set string, flags ...string) (out, errOut string, code int) {
	t.Helper()
	t.Setenv(testfiles.As, how)
	self := testfiles.Self(t)
	args := append([]string{"ruler", "--set", set, "--engine", self, "--per-game", "12", "--nodes", "50"}, flags...)
	return command(context.Background(), append(args, testfiles.Path(t, "pgn", "nepomniachtchi-liren-game1.pgn"))...)
}

// TestRuler makes a set and measures a network with it. An engine that dies leaves no set.
func TestRuler(t *testing.T) {
	set := filepath.Join(t.TempDir(), "set.csv")
	_, errOut, code := rule(t, "5", set, "--engines", "1")
	if code != 1 || !strings.Contains(errOut, `waiting for "bestmove"`) || !strings.Contains(errOut, "exit status 3") {
		t.Errorf("an engine that dies: exit code %d, %s", code, errOut)
	}
	_, err := os.Stat(set)
	must.Fail(t, err, "", "an engine that dies leaves a set")
	out, errOut, code := rule(t, "live", set)
	if code != 0 || !strings.Contains(out, "12/12 positions") {
		t.Fatalf("exit code %d\n%s%s", code, out, errOut)
	}
	want := testfiles.Text(t, set)
	must.Equal(t, strings.Count(want, "\nnepomniachtchi-liren-game1,"), 12, want)
	if _, errOut, code = rule(t, "live", set); code != 1 || !strings.Contains(errOut, "exists") || testfiles.Text(t, set) != want {
		t.Errorf("a set that exists: exit code %d, %s", code, errOut)
	}
	if out := succeed(t, "judge", "--set", set, "../../eval/default.nnue"); !strings.Contains(out,
		"\nall                       12  0.") {
		t.Errorf("train judge prints\n%s", out)
	}
}

// randomGames returns random games in PGN.
func randomGames(t *testing.T, count, plies int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for number := range count {
		fmt.Fprintf(&text, "[Event \"%d\"]\n\n", number)
		start := board.StartPosition()
		n := pgn.NewSAN(&start)
		for range plies {
			var list movegen.List
			if movegen.Generate(&n.Position, &list, movegen.All); list.N == 0 {
				break
			}
			m := playout.Pick(rng, list.Slice())
			fmt.Fprintf(&text, "%s ", n.Format(m))
			n.Play(m)
		}
		text.WriteString("*\n\n")
	}
	return text.String()
}

// pick draws, and fails the test if a game is left out.
func pick(t *testing.T, d draw, files ...string) []judged {
	t.Helper()
	return must.Get(d.from(files, func(err error) { t.Error(err) }))(t)
}

func fens(positions []judged) (list []string) {
	for i := range positions {
		list = append(list, positions[i].FEN())
	}
	return list
}

func TestDraw(t *testing.T) {
	games := testfiles.Write(t, "chance.pgn", randomGames(t, 12, 300))
	d := draw{seed: 1, positions: 1000, perGame: 2, fromPly: 10}
	drawn := pick(t, d, games)
	must.Equal(t, len(drawn), 24)
	var byPhase [phases]int
	for i := range drawn {
		p := &drawn[i]
		byPhase[phase(&p.Position)]++
		if p.InCheck() || p.FullMove() < 6 || p.source != "chance" || !movegen.HasLegalMove(&p.Position) {
			t.Errorf("%s of %s is drawn", p.FEN(), p.source)
		}
	}
	if slices.Min(byPhase[:]) == 0 {
		t.Errorf("positions by phase: %v, want some of each", byPhase)
	}
	if again := pick(t, d, games); !slices.Equal(fens(again), fens(drawn)) {
		t.Error("a second draw differs")
	}
	d.positions = 7
	if few := pick(t, d, games); !slices.Equal(fens(few), fens(drawn[:7])) {
		t.Error("seven positions are not the first seven")
	}
	d.seed = 2
	if other := pick(t, d, games); slices.Equal(fens(other), fens(drawn[:7])) {
		t.Error("another seed draws the same")
	}
}

// TestDrawOnce checks that the same game in two files, or twice in one, gives its positions once, and that a game gives no
// more than it has.
func TestDrawOnce(t *testing.T) {
	game := "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. e4 e5 *\n\n"
	a, b := testfiles.Write(t, "a.pgn", game+game), testfiles.Write(t, "b.pgn", game)
	drawn := pick(t, draw{positions: 100, perGame: 100}, a, b)
	// The start position and the one after two knight moves are there twice in each game.
	must.Equal(t, len(drawn), 4+2, strings.Join(fens(drawn), "\n"))
	if drawn = pick(t, draw{positions: 100, perGame: 100, fromPly: 8}, a); len(drawn) != 1 || drawn[0].FullMove() != 5 {
		t.Errorf("after 8 plies: %v", fens(drawn))
	}
}

// TestDrawLeavesOut checks that positions in check, ended games and castling from unusual squares are not drawn.
func TestDrawLeavesOut(t *testing.T) {
	games := "1. f3 e5 2. g4 Qh4# 0-1\n\n" +
		"[FEN \"8/8/8/8/8/2k5/8/K6r w - - 0 1\"]\n\n1. Ka2 Rh2+ 2. Kb1 Rh1+ *\n\n" +
		"[FEN \"1rk5/8/8/8/8/8/8/1RK5 w Bb - 0 1\"]\n\n1. Rb2 *\n\n"
	drawn := pick(t, draw{positions: 100, perGame: 100, fromPly: 1}, testfiles.Write(t, "x.pgn", games))
	got := fens(drawn)
	slices.Sort(got)
	want := []string{
		"8/8/8/8/8/2k5/K7/7r b - - 1 1",
		"8/8/8/8/8/2k5/7r/1K6 b - - 3 2",
		"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2",
		"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq e6 0 2",
		"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
	}
	for i, fen := range want {
		p := playout.Parse(t, fen)
		want[i] = p.FEN() // as positions write it
	}
	slices.Sort(want)
	must.Equal(t, strings.Join(got, "\n"), strings.Join(want, "\n"))
}

func TestDrawErrors(t *testing.T) {
	good := testfiles.Write(t, "good.pgn", "1. e4 e5 *\n")
	d := draw{positions: 10, perGame: 1}
	if _, err := d.from([]string{good, filepath.Join(t.TempDir(), "none.pgn")}, nil); err == nil ||
		!strings.Contains(err.Error(), "none.pgn") {
		t.Errorf("a missing file: %v", err)
	}
	bad := testfiles.Write(t, "bad.pgn", "1. e4 e5 *\n\n1. e4 Ke4 *\n\n")
	var said []string
	drawn, err := d.from([]string{bad}, func(err error) { said = append(said, err.Error()) })
	if err != nil || len(drawn) != 2 || len(said) != 1 || !strings.Contains(said[0], "bad.pgn:3: game 2: ") {
		t.Errorf("an illegal move: %d positions, %q, %v", len(drawn), said, err)
	}
	d.fromPly = 10
	_, err = d.from([]string{good}, nil)
	must.Fail(t, err, "no position")
}
