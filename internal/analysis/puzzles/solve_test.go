package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// newPuzzle returns the puzzle with a line, the mistake first, from a position before the mistake. At its last turn every
// mate is right.
func newPuzzle(t *testing.T, fen, line string, goal Goal) *Puzzle {
	t.Helper()
	before := playout.Parse(t, fen)
	p := &Puzzle{Before: before, Goal: goal}
	for i, word := range strings.Fields(line) {
		m, err := movegen.ParseMove(&before, word)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		if i%2 == 1 {
			turn := Turn{Accepted: []board.Move{m}, Best: 1, Forced: len(legalMoves(&before)) == 1}
			if mates := matingMoves(&before); slices.Contains(mates, m) {
				turn.Accepted = mates
			}
			p.Turns = append(p.Turns, turn)
		}
		p.Line, before = append(p.Line, m), after(&before, m)
	}
	return p
}

func newTestSearcher(t *testing.T, s Settings, tables bool) *searcher {
	t.Helper()
	found, _, err := worker.OpenTablebases(testfiles.Path(t, "syzygy"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := found.Close(); err != nil {
			t.Error(err)
		}
	})
	if !tables {
		found = nil
	}
	searcher, err := newSearcher(s, nil, found)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(searcher.close)
	return searcher
}

// TestSolve checks which mistakes make puzzles, and which lines.
func TestSolve(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 100_000, Margin: 0.35}, true)
	for _, test := range []struct {
		why, fen, mistake string
		line              string // its beginning; "" for no puzzle
		goal              Goal
	}{
		{"mate in two", "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21", "f5g3", "f3f8 g8f8 f1f8", Win},
		{"no mistake, as Black was lost", "2K3k1/8/8/8/8/4P3/8/8 b - - 0 1", "g8f7", "", Win},
		{"won, by the tables", "1K2k3/8/8/8/3P4/8/8/8 b - - 0 1", "e8e7", "b8c7", Win},
		{"behind the pawns; the draw is to go to and fro", "r5k1/5ppp/1q6/8/8/7P/3Q1PP1/3R2K1 b - - 0 21", "b6b3", "d2d8 a8d8 d1d8", Win},
		{"saved, by the tables", "6k1/8/8/8/8/4P3/4K3/8 w - - 0 1", "e2f3", "g8f7", Save},
		{"nothing but taking back", "4k3/2p1p3/3r4/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6", "", Win},
		{"two ways to win", "6k1/5ppp/8/8/1q6/8/3Q1PPP/1R1R2K1 b - - 0 1", "b4a5", "", Win},
		{"no choice", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "f7g6", "", Save},
	} {
		p := playout.Parse(t, test.fen)
		m, err := movegen.ParseMove(&p, test.mistake)
		if err != nil {
			t.Fatal(err)
		}
		got, line := s.solve(t.Context(), &p, m), ""
		if got != nil {
			start := got.Start()
			line = strings.Join(uciLine(&start, got.Solution()), " ")
		}
		if (got != nil) != (test.line != "") || !strings.HasPrefix(line, test.line) || got != nil && got.Goal != test.goal {
			t.Errorf("%s: %q, want %q: %+v", test.why, line, test.line, got)
		}
	}
}

// TestCancelled checks that a search that was interrupted finds nothing, rather than something that is not so.
func TestCancelled(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 50_000, Margin: 0.35}, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := playout.Parse(t, "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21")
	m, err := movegen.ParseMove(&p, "f5g3")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.solve(ctx, &p, m); got != nil {
		t.Errorf("found %+v", got)
	}
}

// TestCancelledSoon interrupts a game with many candidates: the large table is not cleared for each of them any more.
func TestCancelledSoon(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 1_000_000, Margin: 0.35}, false)
	var game strings.Builder
	for n := 1; n < 60; n++ {
		fmt.Fprintf(&game, "%d. N%s { [%%eval -9] } N%s { [%%eval 9] } ", n, [...]string{"g1", "f3"}[n%2], [...]string{"g8", "f6"}[n%2])
	}
	j := answer.NewJob(answer.Origin{Kind: "pgn", Text: answer.RawText(game.String() + "*")}, "game", 0)
	if j.Parse(); j.Err != nil || len(candidates(known(j))) < 50 {
		t.Fatalf("%v, %d candidates", j.Err, len(candidates(known(j))))
	}
	s.worker.Forget()
	begin := time.Now()
	s.worker.Forget()
	once := time.Since(begin)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	begin = time.Now()
	s.puzzles(ctx, j)
	if took := time.Since(begin); took > 10*once+100*time.Millisecond {
		t.Errorf("it ends after %v; to clear the table takes %v", took, once)
	}
}

// TestAchieves checks the bounds of the goals.
func TestAchieves(t *testing.T) {
	for _, test := range []struct {
		why     string
		finding finding
		goal    Goal
		ok      bool
	}{
		{"won alone", finding{Turn: Turn{Best: 0.97, Second: 0.55}}, Win, true},
		{"the second is too good", finding{Turn: Turn{Best: 0.97, Second: 0.56}}, Win, false},
		{"not won", finding{Turn: Turn{Best: 0.94, Second: 0.2}}, Win, false},
		{"saved alone", finding{Turn: Turn{Best: 0.5, Second: 0.05}}, Save, true},
		{"the second may hold", finding{Turn: Turn{Best: 0.5, Second: 0.06}}, Save, false},
		{"neither saved nor won", finding{Turn: Turn{Best: 0.85, Second: 0}}, Win, false},
		{"lost", finding{Turn: Turn{Best: 0.39, Second: 0}}, Save, false},
		{"the margin is too small", finding{Turn: Turn{Best: 0.40, Second: 0.051}}, Save, false},
		{"no choice", finding{Turn: Turn{Best: 1, Forced: true}}, Win, false},
		{"only a bound", finding{Turn: Turn{Best: 1}, vague: true}, Win, false},
	} {
		if got, ok := test.finding.goal(0.35, 0); ok != test.ok || ok && got != test.goal {
			t.Errorf("%s: goal %v, %v", test.why, got, ok)
		}
	}
}

// TestCarriesOn checks where a line goes on whose goal is to win.
func TestCarriesOn(t *testing.T) {
	for _, test := range []struct {
		why     string
		finding finding
		ok      bool
	}{
		{"won alone", finding{Turn: Turn{Best: 1, Second: 0.5}}, true},
		{"two moves win", finding{Turn: Turn{Best: 1, Second: 1}}, false},
		{"one mates, another wins", finding{Turn: Turn{Best: 1, Second: 1}, mates: true}, true},
		{"two mate", finding{Turn: Turn{Best: 1, Second: 1}, mates: true, secondMates: true}, false},
		{"one mates at once, another later", finding{Turn: Turn{Best: 1, Second: 1}, mates: true, matesNow: true, secondMates: true}, true},
	} {
		if got := test.finding.carriesOn(Win, 0.35); got != test.ok {
			t.Errorf("%s: %v", test.why, got)
		}
	}
}

// TestTrim checks what is left of lines.
func TestTrim(t *testing.T) {
	free, forced := Turn{}, Turn{Forced: true}
	for _, test := range []struct {
		why    string
		turns  []Turn
		strict int
		mates  bool
		want   int
	}{
		{"all", []Turn{free, free}, 2, false, 2},
		{"forced at the end", []Turn{free, forced, forced}, 3, false, 1},
		{"forced on the way", []Turn{free, forced, free}, 3, false, 3},
		{"several ways to win, and no mate", []Turn{free, free, free}, 1, false, 1},
		{"several ways to win, and mate", []Turn{free, free, forced}, 1, true, 3},
		{"nothing", []Turn{forced}, 1, false, 0},
	} {
		l := line{moves: make([]board.Move, 2*len(test.turns)-1), turns: test.turns, strict: test.strict}
		if l.trim(test.mates); len(l.turns) != test.want || len(l.moves) != max(2*test.want-1, 0) {
			t.Errorf("%s: %d turns and %d moves", test.why, len(l.turns), len(l.moves))
		}
	}
}

func TestIsRecapture(t *testing.T) {
	for _, test := range []struct {
		why, fen, line string
		want           bool
	}{
		{"taking back", "4k3/2p1p3/3r4/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6 e7d6", true},
		{"taking elsewhere", "4k3/2p5/3r4/8/8/3Q4/r3PP2/4K3 w - - 0 1", "d3d6 a2e2", false},
		{"taking what hangs", "4k3/2p1p3/8/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6 e7d6", true},
		{"taking back twice", "3rk3/2p5/3r4/8/3Q4/8/3R4/4K3 w - - 0 1", "d4d6 d8d6 d2d6 c7d6", true},
		{"and then something else", "3rk3/2p5/3r4/8/3Q4/8/3R4/4K3 w - - 0 1", "d4d6 d8d6 d2d6 e8e7", true},
		{"a sacrifice", "4k3/2p5/3q4/2n5/8/3Q4/4P3/4K3 w - - 0 1", "d3b5 c5d7", false},
		{"a sacrifice on the square", "4k3/8/5q2/8/8/3N4/5P2/4K1B1 w - - 0 1", "f2f4 f6f4 d3f4", false},
		{"mate", "3rk3/8/8/8/8/8/r7/3R3K w - - 0 1", "d1d8 e8d8", true},
		{"taking back mates", "4k3/8/4K3/8/8/8/r6P/R6r b - - 0 1", "h1a1 e6f6", false},
	} {
		if got := newPuzzle(t, test.fen, test.line, Win).isRecapture(); got != test.want {
			t.Errorf("%s: %v", test.why, got)
		}
	}
}

// TestIsShort checks how many moves a puzzle must have, and that mates in one have a bound of their own.
func TestIsShort(t *testing.T) {
	mate := newPuzzle(t, "6k1/5ppp/7r/8/8/8/5PPP/3R2K1 b - - 0 1", "h6a6 d1d8", Win)
	one := newPuzzle(t, "4k3/2p5/3q4/2n5/8/3Q4/4P3/4K3 w - - 0 1", "d3b5 c5d7", Win)
	for _, p := range []*Puzzle{mate, one} {
		p.Turns = make([]Turn, 1)
	}
	two := *one
	two.Turns = make([]Turn, 2)
	for _, test := range []struct {
		p        *Puzzle
		settings Settings
		want     bool
	}{
		{mate, Settings{MinMoves: 2, MatesIn1: true}, false}, {mate, Settings{MinMoves: 2}, true}, {one, Settings{MinMoves: 2, MatesIn1: true}, true},
		{one, Settings{MinMoves: 1}, false}, {&two, Settings{MinMoves: 2}, false}, {&two, Settings{MinMoves: 3, MatesIn1: true}, true},
	} {
		if got := test.p.isShort(test.settings); got != test.want {
			t.Errorf("%d moves, mate %v, %+v: %v", len(test.p.Turns), test.p.Mates(), test.settings, got)
		}
	}
}

// TestReturns checks lines that lead back to where they began, and others.
func TestReturns(t *testing.T) {
	for line, want := range map[string]bool{
		"g1f3 g8f6 f3g1 f6g8": true, "g1f3 g8f6 f3g1 f6g8 e2e4": true, "g1f3 g8f6 f3g1": false, "e2e4 e7e5": false, "": false,
	} {
		s := tell(t, board.StartFEN, line, Win)
		if got := returns(&s.positions[0], s.moves); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

// TestDetour checks that a move is not the only one to win where another one only goes a longer way round: in the position,
// 17... Rf8 18. Qg7 Rg8 19. Qf7 comes back to it.
func TestDetour(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 50_000, Margin: 0.35}, false)
	p := playout.Parse(t, "2k3rr/p1pqbQ2/1pn1p3/3p3p/2PPpB2/4P1N1/PP3PPP/2R2RK1 b - - 2 17")
	l := s.confirm(t.Context(), board.NewGame(p))
	if _, ok := l.goal(0.35, 0); ok {
		t.Errorf("%+v", l)
	}
}
