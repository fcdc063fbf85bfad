package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/cmd/vertigo/witness"
	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
	"vertigo/internal/testing/testfiles"
)

// verified runs the checks and returns what they write and the exit code.
func verified(ctx context.Context, run func(cli.Program) int) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = run(cli.Program{Out: &o, Err: &e, Context: ctx})
	return o.String(), e.String(), code
}

// TestVerifyProgram checks the program, in .ci/run as users do and otherwise with few lines of perft. The number of nodes of the bench
// must be that of this version.
func TestVerifyProgram(t *testing.T) {
	testfiles.NoRace(t)
	out, errOut, code := verified(t.Context(), func(p cli.Program) int {
		if testfiles.InCI() {
			return p.Run(newRoot(p), []string{"verify"})
		}
		e := expectations()
		e.counts = []count{{board.StartFEN, 4, 197281}}
		return runChecks(p, e.checks())
	})
	if code != cli.ExitOK || errOut != "" || strings.Count(out, "\n") != 4 || strings.Count(out, " ok ") != 4 {
		t.Errorf("exit code %d, messages %q:\n%s", code, errOut, out)
	}
	if strings.Contains(out, "not compared") {
		t.Errorf("search.BenchNetwork is not the network in the binary:\n%s", out)
	}
}

// other returns what the witness says with one move, and how it is written, in place of those of the starting position.
func other(uci, san string) func(p *witness.Position) opinion {
	return func(p *witness.Position) opinion {
		o := askWitness(p)
		delete(o.moves, "g1f3")
		o.moves[uci] = san
		return o
	}
}

// TestVerifyEachCheckFails expects something wrong, which the check alone that looks at it must find.
func TestVerifyEachCheckFails(t *testing.T) {
	testfiles.NoRace(t)
	for _, test := range []struct {
		name  string
		spoil func(e *expected)
		want  string // a regular expression, of the line of the check
	}{
		{"kernels", func(e *expected) {
			e.evaluator = func(_ *nnue.Network, plies int) *nnue.Evaluator {
				return nnue.NewReference(nnue.RandomNetwork(1, 32, 1), plies)
			}
		}, `gives -?\d+, plain Go -?\d+, at rnbqkbnr/`},
		{"bench", func(e *expected) { e.depth-- }, `\d+ nodes, want \d+$`},
		{"perft", func(e *expected) {
			e.counts = []count{{board.StartFEN, 3, 8901}}
		}, `8902 lines of 3 plies, want 8901, from rnbqkbnr/`},
		{"rules", func(e *expected) {
			e.ask = func(p *witness.Position) opinion { return opinion{board.StartFEN + "2", askWitness(p).moves} }
		}, `FEN .* 1, the library has .* 12$`},
		{"rules", func(e *expected) {
			e.ask = func(p *witness.Position) opinion { return opinion{p.FEN(), nil} }
		}, `legal moves: 20, the library has 0, at rnbqkbnr/`},
		{"rules", func(e *expected) { e.ask = other("g1e2", "Ne2") }, `g1f3 is written "Nf3", by the library "", at `},
		{"rules", func(e *expected) { e.ask = other("g1f3", "Nf3+") }, `g1f3 is written "Nf3", by the library "Nf3\+", at `},
	} {
		e := expectations()
		test.spoil(e)
		for _, c := range e.checks() {
			if c.name != test.name {
				continue
			}
			out, errOut, code := verified(t.Context(), func(p cli.Program) int { return runChecks(p, []check{c}) })
			want := regexp.MustCompile(`^` + test.name + ` +FAILED +.*` + test.want)
			if line := strings.TrimSpace(out); !want.MatchString(line) {
				t.Errorf("%s: %s, want %s", test.name, line, want)
			}
			if code != cli.ExitFailed || errOut != "vertigo verify: 1 of 1 check failed\n" {
				t.Errorf("%s: exit code %d, messages %q", test.name, code, errOut)
			}
		}
	}
}

// TestVerifyAnotherNetwork checks that the nodes of another network are not compared with those of this version.
func TestVerifyAnotherNetwork(t *testing.T) {
	e := expectations()
	e.network = "another"
	if result, err := e.checkBench(t.Context()); err != nil || !strings.HasPrefix(result, "not compared: ") {
		t.Errorf("%q, %v", result, err)
	}
}

func TestVerifyTablebases(t *testing.T) {
	dir := t.TempDir()
	table := testfiles.Read(t, "syzygy", "KRvKN.rtbw")
	table[len(table)/2] ^= 1
	damaged := filepath.Dir(testfiles.Write(t, "KRvKN.rtbw", string(table)))
	strange := filepath.Join(dir, "a;b") // which separates folders elsewhere
	testfiles.Put(t, filepath.Join(strange, "KRvKN.rtbw"), testfiles.Read(t, "syzygy", "KRvKN.rtbw"))
	matches := func(pattern, text string) bool { return regexp.MustCompile(pattern).MatchString(text) }
	for _, test := range []struct {
		args          []string
		code          int
		out, reported string
	}{
		{[]string{testfiles.Path(t, "syzygy")}, cli.ExitOK, "^tablebases  ok      files read: 35 WDL and 25 DTZ", "^$"},
		{[]string{dir, damaged}, cli.ExitFailed, "FAILED  .*KRvKN.rtbw: damaged: wrong checksum", "check failed"},
		{[]string{testfiles.Path(t, "syzygy"), damaged}, cli.ExitFailed, "FAILED  .*KRvKN.rtbw: damaged: wrong checksum", "check failed"},
		{[]string{strange}, cli.ExitOK, "^tablebases  ok      files read: 1 WDL and 0 DTZ", "^$"},
		{[]string{dir}, cli.ExitFailed, "FAILED  there are none in " + regexp.QuoteMeta(dir), "check failed"},
		{[]string{filepath.Join(dir, "none")}, cli.ExitFailed, "FAILED  .*none", "check failed"},
		{[]string{filepath.Join(dir, "\x1b[31mred")}, cli.ExitFailed, `^[^\x1b]*FAILED  [^\x1b]*red[^\x1b]*$`, "check failed"},
		{[]string{"--fast"}, cli.ExitUsage, "^$", "--fast"},
		{[]string{"-h"}, cli.ExitOK, "^Without arguments, checks", "^$"},
	} {
		out, errOut, code := verified(t.Context(), func(p cli.Program) int { return p.Run(newRoot(p), append([]string{"verify"}, test.args...)) })
		if code != test.code || !matches(test.out, out) || !matches(test.reported, errOut) {
			t.Errorf("%q: exit code %d, output %q, messages %q", test.args, code, out, errOut)
		}
	}
}

// TestVerifyInterrupt ends each check before it is done.
func TestVerifyInterrupt(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range expectations().checks() {
		out, errOut, code := verified(ctx, func(p cli.Program) int { return runChecks(p, []check{c}) })
		if code != cli.ExitInterrupted || out != "" || errOut != "vertigo verify: interrupted\n" {
			t.Errorf("%s: exit code %d, output %q, messages %q", c.name, code, out, errOut)
		}
	}
}
