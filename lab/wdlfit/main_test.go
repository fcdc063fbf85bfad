package main

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/eval"
	"vertigo/eval/winrate"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// truth is the model that the games of the tests follow.
var truth = winrate.Model{A: winrate.Polynomial{170, -50, 30}, B: winrate.Polynomial{80, 25, -10}}

// TestArguments checks the errors of wrong arguments.
func TestArguments(t *testing.T) {
	for _, args := range []string{"", "--bound 3 games.pgn", "--shown-by 1,2 games.pgn"} {
		if err := execute(strings.Fields(args), io.Discard); err == nil || !strings.HasPrefix(err.Error(), "exit code 2: ") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// execute runs the tool.
func execute(args []string, out io.Writer) error {
	var messages strings.Builder
	if code := (cli.Program{Out: out, Err: &messages}).Run(command(), args); code != cli.ExitOK {
		return fmt.Errorf("exit code %d: %s", code, &messages)
	}
	return nil
}

func TestFitTooLittle(t *testing.T) {
	s := newSample()
	s.add(cell{10, 50}, win)
	_, err := s.table().fit()
	must.Fail(t, err, "", "one position is enough for a fit")
}

// roots are positions of several materials in which both kings may step aside.
var roots = []string{
	"rnbq1rk1/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQ1RK1 w - - 0 9",
	"r2q1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R2Q1RK1 w - - 0 9",
	"r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R4RK1 w - - 0 9",
	"5rk1/5ppp/8/8/8/8/5PPP/5RK1 w - - 0 9",
}

// writeGames writes games of one move each whose outcomes follow truth, with scores as an engine shows them that has the
// model shown.
func writeGames(t *testing.T, shown winrate.Model, n int) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	for i := range n {
		fen := roots[i%len(roots)]
		p := playout.Parse(t, fen)
		at := cell{rng.IntN(1001) - 500, winrate.Material(&p)}
		chance, result := chances(truth, at), "1-0"
		switch u := rng.Float64(); {
		case u < chance[loss]:
			result = "0-1"
		case u < chance[loss]+chance[draw]:
			result = "1/2-1/2"
		}
		pawns := float64(shown.Centipawns(at.score, at.material)) / 100
		fmt.Fprintf(&b, "[Event \"test\"]\n[Result \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n[Termination \"normal\"]\n\n"+
			"9. Kh1 {%+.2f/12 0.051s} Kh8 {%+.2f/11 0.049s, adjudicated}\n%s\n\n", result, fen, pawns, -pawns, result)
	}
	path := filepath.Join(t.TempDir(), "games.pgn")
	testfiles.Put(t, path, b.String())
	return path
}

// TestFitGames fits games in which chance plays its part, whose scores were shown by some model that is undone.
func TestFitGames(t *testing.T) {
	shown := winrate.Model{A: winrate.Polynomial{140, 30, -20}, B: winrate.Polynomial{1}}
	s := must.Get(readGames(t.Context(), []string{writeGames(t, shown, 6000)}, nil, shown))(t)
	if s.games != 6000 || s.positions != 12000 || s.unreadable+s.unfinished+s.certain+s.far != 0 {
		t.Fatalf("%d games, %d positions", s.games, s.positions)
	}
	rows := s.table()
	got := must.Get(rows.fit())(t)
	if half, _ := rows.half(got); math.Abs(half-0.5) > 0.05 {
		t.Errorf("%.3f of the positions with 1.00 are won", half)
	}
	bad := winrate.Model{A: winrate.Polynomial{300}, B: winrate.Polynomial{30}}
	if half, _ := rows.half(bad); math.Abs(half-0.5) < 0.1 || rows.logLoss(bad) <= rows.logLoss(got) {
		t.Errorf("a bad fit has %.3f wins and a loss of %.4f, the fit one of %.4f", half, rows.logLoss(bad), rows.logLoss(got))
	}
	for material := 16; material <= 72; material += 8 {
		if a, want := got.A.At(material), truth.A.At(material); math.Abs(a-want) > 0.05*want {
			t.Errorf("material %d: a is %.1f, in truth %.1f", material, a, want)
		}
		if b, want := got.B.At(material), truth.B.At(material); math.Abs(b-want) > 0.08*want {
			t.Errorf("material %d: b is %.1f, in truth %.1f", material, b, want)
		}
	}
}

// TestRead checks which positions are counted and which are left out.
func TestRead(t *testing.T) {
	const tags = "[Event \"x\"]\n[Result \"%s\"]\n[Termination \"%s\"]\n\n"
	games := fmt.Sprintf(tags, "0-1", "normal") +
		"1. f3 {-0.50/9 0.1s} e5 {+0.75/9 0.1s} 2. g4 {-M2/20 0.1s} Qh4# {+M1/20 0.1s, Black mates}\n0-1\n\n" +
		fmt.Sprintf(tags, "1/2-1/2", "adjudication") + "1. e4 {book} e5 {0.00/1 0.000s} 2. Nf3 Nc6\n{+20.00/3 0.1s} 1/2-1/2\n\n" +
		fmt.Sprintf(tags, "1-0", "time forfeit") + "1. e4 {+0.10/9 0.1s} e5 {+0.10/9 0.1s} 1-0\n\n" +
		fmt.Sprintf(tags, "*", "unterminated") + "1. e4 {+0.10/9 0.1s} *\n\n" +
		fmt.Sprintf(tags, "1-0", "normal") + "1. e4 {+0.10/9 0.1s} Ke4 {+0.10/9 0.1s} 1-0\n\n" +
		fmt.Sprintf(tags, "1-0", "normal") + "1. e4 {+0.10/9 0.1s} 1-0\n"
	double := winrate.Model{A: winrate.Polynomial{200}}
	s := must.Get(readGames(t.Context(), []string{"-"}, strings.NewReader(games), double))(t)
	if s.games != 3 || s.unfinished != 2 || s.unreadable != 1 || s.certain != 2 || s.far != 1 || s.positions != 4 {
		t.Errorf("the sample is %+v", s)
	}
	for at, want := range map[cell]counts{
		{-100, 78}: {loss: 1}, {150, 78}: {win: 1}, {0, 78}: {draw: 1}, {20, 78}: {win: 1},
	} {
		if got := s.cells[at]; got == nil || *got != want {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := readGames(ctx, []string{writeGames(t, double, 3)}, nil, double); err != context.Canceled {
		t.Errorf("after a signal: %v", err)
	}
	if _, err := readGames(t.Context(), []string{"-"}, io.MultiReader(strings.NewReader(games), broken{}), double); !errors.Is(err, errBroken) {
		t.Errorf("a broken file gives %v", err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

// TestWrite renews a source tree and checks that everything in it can be read, and that the tool says what it writes.
func TestWrite(t *testing.T) {
	games, root := writeGames(t, winrate.Current(), 2000), t.TempDir()
	var out strings.Builder
	must.Fail(t, execute([]string{"--write", "--root", root, games}, &out), "written already")
	a := winrate.Current().A
	arguments := []string{"--write", "--shown-by", fmt.Sprintf("%v,%v,%v", a[0], a[1], a[2]), "--root", root, games}
	must.Fail(t, execute(arguments, &out), "", "something that is not a source tree was rewritten")
	page := filepath.Join(root, "docs", "winrate.md")
	model := filepath.Join(root, "eval", "winrate", "model.go")
	for path, text := range map[string]string{page: "head\n" + numbersBegin + "old\n" + numbersEnd + "tail\n", model: "old"} {
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testfiles.Put(t, path, text)
	}
	for range 2 { // the second time it finds what the first has written
		out.Reset()
		must.Do(t, execute(arguments, &out))
	}
	text, source, svg := testfiles.Text(t, page), testfiles.Text(t, model), testfiles.Text(t,
		filepath.Join(root, "docs", "winrate.svg"))
	if !strings.HasPrefix(text, "head\n"+numbersBegin) || !strings.HasSuffix(text, numbersEnd+"tail\n") ||
		strings.Contains(text, "old") || !strings.Contains(text, "2000 games; 4000 positions") {
		t.Errorf("the page is\n%s", text)
	}
	network := must.Get(eval.Default())(t)
	if !strings.Contains(source, fmt.Sprintf("\nconst Network = %q\n", network)) {
		t.Errorf("the model does not name network %v:\n%s", network, source)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), model, source, 0); err != nil || !strings.Contains(out.String(), source) {
		t.Errorf("the model is %v\n%s", err, source)
	}
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the picture is not XML: %v", err)
		}
	}
	if strings.Count(svg, "<circle") < 4*outcomes || strings.Contains(svg, "NaN") {
		t.Errorf("the picture is\n%s", svg)
	}
}

func TestShownBy(t *testing.T) {
	for _, test := range []struct {
		a    []float64
		want winrate.Polynomial
	}{{nil, winrate.Current().A}, {[]float64{100, 0, 0}, winrate.Polynomial{100}}, {[]float64{180, 20, -5.5}, winrate.Polynomial{180, 20, -5.5}}} {
		if m, err := shownModel(test.a); err != nil || m.A != test.want || m.B != winrate.Current().B {
			t.Errorf("%v: %v, %v", test.a, m, err)
		}
	}
	for _, bad := range []string{"old", "1,2", "100,2,x", "-100,0,0", "1,2,3,4"} {
		must.Fail(t, execute([]string{"--shown-by", bad, "games.pgn"}, io.Discard), "exit code 2", bad)
	}
	must.Fail(t, execute(nil, io.Discard), "", "no games are enough")
}
