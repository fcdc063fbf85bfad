package puzzles

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/analyse"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
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
		must.Do(t, err, fen)
		if i%2 == 1 {
			turn := Turn{Accepted: []board.Move{m}, Best: 1, Forced: len(movegen.LegalMoves(&before)) == 1}
			if mates := matingMoves(&before); slices.Contains(mates, m) {
				turn.Accepted = mates
			}
			p.Turns = append(p.Turns, turn)
		}
		p.Line, before = append(p.Line, m), before.After(m)
	}
	return p
}

func newTestSearcher(t *testing.T, s Settings, tables bool) *searcher {
	t.Helper()
	r := must.Get(analyse.OpenResources("", testfiles.Path(t, "syzygy")))(t)
	t.Cleanup(func() {
		if err := r.Tables.Close(); err != nil {
			t.Error(err)
		}
	})
	settings := s.ofWorker()
	if tables {
		settings.Tables = r.Tables
	}
	w, err := analyse.NewWorker(settings)
	must.Do(t, err)
	searcher := &searcher{settings: s, worker: w, tables: settings.Tables}
	if searcher.players, err = newPlayers(s.Replays, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(searcher.close)
	return searcher
}

// TestSolve checks which mistakes make puzzles, and which lines.
func TestSolve(t *testing.T) {
	testfiles.NoRace(t)
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
		{"a queen that can be taken", "6k1/5ppp/8/q7/8/3Q3P/P4PP1/6K1 w - - 0 1", "d3d5", "a5d5", Win},
		{"two ways to take back", "4k3/2p1p3/3r4/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6", "", Win},
		{"two ways to win", "6k1/5ppp/8/8/1q6/8/3Q1PPP/1R1R2K1 b - - 0 1", "b4a5", "", Win},
		{"no choice", "7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "f7g6", "", Save},
	} {
		p := playout.Parse(t, test.fen)
		m := must.Get(movegen.ParseMove(&p, test.mistake))(t)
		got, why := s.solve(t.Context(), &p, m, board.NoMove)
		line := ""
		if (got != nil) != (why == isPuzzle) {
			t.Errorf("%s: %v, because it %q", test.why, got, reasonTexts[why])
		}
		if got != nil {
			start := got.Start()
			line = strings.Join(uciLine(&start, got.Solution()), " ")
		}
		if (got != nil) != (test.line != "") || !strings.HasPrefix(line, test.line) || got != nil && got.Goal != test.goal {
			t.Errorf("%s: %q, want %q: it %s, %+v", test.why, line, test.line, reasonTexts[why], got)
		}
	}
}

// TestCancelled checks that a search that was interrupted finds nothing, rather than something that is not so.
func TestCancelled(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 50_000, Margin: 0.35}, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := playout.Parse(t, "r3k1r1/ppp4p/2p1p1q1/2B1bn2/4N2P/5QP1/P7/1K1R1R2 b q - 0 21")
	m := must.Get(movegen.ParseMove(&p, "f5g3"))(t)
	if got, why := s.solve(ctx, &p, m, board.NoMove); got != nil || why == isPuzzle {
		t.Errorf("found %+v", got)
	}
}

// TestCancelledSoon interrupts a game with many candidates: none of them is looked at any more, for which the table would be
// cleared.
func TestCancelledSoon(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 1000, Margin: 0.35}, false)
	var moves strings.Builder
	for n := 1; n < 60; n++ {
		fmt.Fprintf(&moves, "%d. N%s { [%%eval -9] } N%s { [%%eval 9] } ", n, [...]string{"g1", "f3"}[n%2], [...]string{"g8", "f6"}[n%2])
	}
	j := parsed(t, moves.String()+"*")
	if n := len(candidates(known(j))); n < 50 {
		t.Fatalf("%d candidates", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, counts := s.puzzles(ctx, j, anySolver, false)
	for why, n := range counts {
		if reason(why) != noMistake && n > 0 {
			t.Errorf("%d candidates were looked at: %s", n, reasonTexts[why])
		}
	}
}

// TestCheck checks the bounds of the goals.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		why     string
		finding finding
		want    reason
	}{
		{"won alone", finding{Turn: Turn{Best: 0.97, Second: 0.61}}, isPuzzle},
		{"the second is too good", finding{Turn: Turn{Best: 0.97, Second: 0.63}}, severalMoves},
		{"saved alone", finding{Turn: Turn{Best: 0.5, Second: 0.10}}, isPuzzle},
		{"the second may hold", finding{Turn: Turn{Best: 0.5, Second: 0.11}}, severalMoves},
		{"not won, and the second does not lose", finding{Turn: Turn{Best: 0.89, Second: 0.2}}, severalMoves},
		{"not won, but all others lose", finding{Turn: Turn{Best: 0.89, Second: 0.1}}, isPuzzle},
		{"lost", finding{Turn: Turn{Best: 0.39, Second: 0}}, notEnough},
		{"the margin is too small", finding{Turn: Turn{Best: 0.41, Second: 0.07}}, severalMoves},
		{"one mates, another is only better", finding{Turn: Turn{Best: 1, Second: 0.94}, mates: true}, isPuzzle},
		{"one mates, another wins", finding{Turn: Turn{Best: 1, Second: 0.96}, mates: true}, severalMoves},
		{"two mate", finding{Turn: Turn{Best: 1, Second: 1}, mates: true}, severalMoves},
		{"no choice", finding{Turn: Turn{Best: 1, Forced: true}}, isPuzzle},
		{"unclear", finding{Turn: Turn{Best: 1}, unclear: true}, unclear},
	} {
		got := test.finding.check(test.finding.goal(), 0.35, 0)
		must.Equal(t, reasonTexts[got], reasonTexts[test.want], test.why)
	}
}

// TestRecapture checks which solutions only take back.
func TestRecapture(t *testing.T) {
	for _, test := range []struct {
		why, fen, line string
		want           bool
	}{
		{"an exchange", "3rk3/8/8/8/8/8/3R4/4K3 w - - 0 1", "d2d8 e8d8", true},
		{"a knight for a rook", "4k3/2p5/3r4/8/4N3/8/8/4K3 w - - 0 1", "e4d6 c7d6", true},
		{"and then something else", "3rk3/8/8/8/8/8/r2R4/4K3 w - - 0 1", "d2d8 e8d8 e1f1 a2a1", true},
		{"a queen for a rook", "4k3/2p1p3/3r4/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6 e7d6", false},
		{"taking elsewhere", "4k3/2p5/3r4/8/8/3Q4/r3PP2/4K3 w - - 0 1", "d3d6 a2e2", false},
		{"taking what hangs", "4k3/2p1p3/8/8/8/3Q4/3PPP2/4K3 w - - 0 1", "d3d6 e7d6", false},
		{"a sacrifice", "3qk3/8/5n2/8/3B4/8/8/4KR2 w - - 0 1", "d4f6 d8f6", false},
		{"mate", "3rQ1k1/5ppp/8/8/8/8/8/4R1K1 b - - 0 1", "d8e8 e1e8", false},
	} {
		must.Equal(t, newPuzzle(t, test.fen, test.line, Win).isRecapture(), test.want, test.why)
	}
}

// TestReturns checks lines that lead back to where they began, and others.
func TestReturns(t *testing.T) {
	for line, want := range map[string]bool{
		"g1f3 g8f6 f3g1 f6g8": true, "g1f3 g8f6 f3g1 f6g8 e2e4": true, "g1f3 g8f6 f3g1": false, "e2e4 e7e5": false, "": false,
	} {
		start := board.StartPosition()
		moves, _ := playout.Line(t, start, line)
		must.Equal(t, isDetour(&game.Line{Root: &start, Moves: moves}), want, line)
	}
}

// TestDetour checks that a move is not the only one to win where another one only goes a longer way round: in the position,
// 17... Rf8 18. Qg7 Rg8 19. Qf7 comes back to it.
func TestDetour(t *testing.T) {
	s := newTestSearcher(t, Settings{Nodes: 50_000, Margin: 0.35}, false)
	p := playout.Parse(t, "2k3rr/p1pqbQ2/1pn1p3/3p3p/2PPpB2/4P1N1/PP3PPP/2R2RK1 b - - 2 17")
	l := s.confirm(t.Context(), board.NewGame(p))
	if l.check(l.goal(), 0.35, 0) == isPuzzle {
		t.Errorf("%+v", l)
	}
}

// TestSecond checks that a second good move is seen that a search of few nodes overlooks: besides 21... Kxd6, 21... Kf6 wins.
func TestSecond(t *testing.T) {
	testfiles.NoRace(t)
	s := newTestSearcher(t, Settings{Nodes: 100_000, Margin: 0.35}, false)
	l := s.confirm(t.Context(), board.NewGame(playout.Parse(t, "4Qb1r/p3kppp/3Np3/1P6/8/8/PPnPKPP1/6q1 b - - 2 21")))
	if got := l.check(l.goal(), 0.35, 0); got != severalMoves {
		t.Errorf("it %s: %+v", reasonTexts[got], l)
	}
}

func anySolver(*game.Ply) bool { return true }

// TestID checks that a puzzle keeps its name where another game comes to its position at another move, and not with another line.
func TestID(t *testing.T) {
	puzzle := func(counters string, line ...board.Move) string {
		p := Puzzle{Before: playout.Parse(t, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - "+counters)}
		p.Line = line
		return p.ID()
	}
	first := puzzle("0 1", 1, 2)
	must.Equal(t, puzzle("7 30", 1, 2), first, "at another move")
	if puzzle("0 1", 1, 3) == first {
		t.Error("another line has the same name")
	}
}

// TestImprove makes puzzles of a player's own mistakes: White could mate instead of taking a pawn, after Black
// could have attacked the queen, which is lost in the end. Both answers to Black's move are puzzles; the command keeps the first
// one of a position.
func TestImprove(t *testing.T) {
	testfiles.NoRace(t)
	s := newTestSearcher(t, Settings{Nodes: 60_000, ScanNodes: 2000, Margin: 0.35}, false)
	j := parsed(t, "1. e4 e5 2. Bc4 Nc6 3. d3 a6 4. Qh5 Nf6 5. Qxe5+ Nxe5 *")
	for _, test := range []struct {
		solver board.Color
		want   []string
	}{
		{board.White, []string{"g8f6 h5f7 not -: White mates in 1", "g8f6 h5f7 not h5e5: White mates in 1"}},
		{board.Black, []string{"d1h5 g7g6 not g8f6: Black to move", "h5e5 c6e5 not -: Black wins"}},
	} {
		list, _ := s.puzzles(t.Context(), j, func(p *game.Ply) bool { return p.Root().Turn() == test.solver }, true)
		var got []string
		for _, p := range list {
			played := "-"
			if p.Goal == Improve {
				played = p.Played.String()
			}
			got = append(got, fmt.Sprintf("%s not %s: %s", strings.Join(uciLine(&p.Before, p.Line[:2]), " "), played, p.Task()))
		}
		must.Equal(t, got, test.want)
	}
	s.settings.MinMoves = 2
	if list, _ := s.puzzles(t.Context(), j, func(p *game.Ply) bool { return p.Root().Turn() == board.White }, true); len(list) > 0 {
		t.Errorf("%d puzzles of one move where two are asked for", len(list))
	}
}

// TestWellKnown finds the mates of well-known short games, which come after a mistake.
func TestWellKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("searches with the default nodes")
	}
	s := newTestSearcher(t, Settings{Nodes: 100_000, ScanNodes: 2000, Margin: 0.35}, false)
	for _, test := range []struct{ name, game, line string }{
		{"Fool's mate", "1. f3 e5 2. g4 Qh4# 0-1", "d8h4"},
		{"Caro-Kann", "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0", "e4d6"},
		{"Légal's mate", "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0", "c4f7"},
		{"Réti-Tartakower", "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 11. Bd8# 1-0",
			"d3d8 e8d8 d2g5"},
	} {
		list, counts := s.puzzles(t.Context(), parsed(t, test.game), anySolver, false)
		var lines []string
		for _, p := range list {
			start := p.Start()
			lines = append(lines, strings.Join(uciLine(&start, p.Solution()), " "))
		}
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, test.line) }) {
			t.Errorf("%s: lines %q; %s", test.name, lines, &counts)
		}
	}
}

// TestCandidates checks where the score jumps, by the expected scores of the sides to move.
func TestCandidates(t *testing.T) {
	none := math.NaN()
	for _, test := range []struct {
		why      string
		expected []float64
		want     []int
	}{
		{"a mistake that loses", []float64{0.5, 0.5, 0.5, 0.95}, []int{3}},
		{"no jump", []float64{0.1, 0.9, 0.1, 0.9}, nil},
		{"a mistake that lets a draw slip in", []float64{0.95, 0.45, 0.5}, []int{1}},
		{"from equal to a little better", []float64{0.5, 0.54}, nil}, {"from lost to less lost", []float64{0.99, 0.3}, nil},
		{"unknown before", []float64{none, 1}, nil},
		{"unknown behind", []float64{0.5, none, 1}, nil},
		{"the first position has no mistake before it", []float64{1}, nil},
	} {
		must.Equal(t, candidates(test.expected), test.want, test.why)
	}
}

// parsed returns a game of which nothing was searched.
func parsed(t *testing.T, pgn string) *game.Judgement {
	t.Helper()
	g := game.NewJob(game.Origin{At: 1, Kind: "pgn", Text: game.RawText(pgn)}, "test.pgn", 0).Read()
	must.Do(t, g.Err)
	return g.Unasked().Judge()
}

// TestKnown checks the evaluations that are read from comments: those of Lichess are for White and after the move, those of
// cutechess and fastchess for the side that moved and before the move.
func TestKnown(t *testing.T) {
	got := known(parsed(t, `1. e4 { [%eval 0.0] } e5 { [%eval -2.5] } 2. Nf3 { [%eval 9.9] } Nc6 { [%eval #-3] } 3. d4 { +0.00/12 0.1s } d5 { -3.00/9 } 4. c4 { +M5/20 1s } a6 { -M4/3 } *`))
	want := []string{"?", "=", "-", "-", "-", "-", "+", "-", "?"} // the comment of 3. d4 comes too late: its position is known
	for i, e := range got {
		sign := "="
		switch {
		case math.IsNaN(e):
			sign = "?"
		case e > 0.8:
			sign = "+"
		case e < 0.2:
			sign = "-"
		}
		must.Equal(t, sign, want[i], i, e)
	}
}

// TestKnownRemarks checks that remarks with numbers in them are no scores.
func TestKnownRemarks(t *testing.T) {
	for _, remark := range []string{"0/10 for the defence", "0/10", "8.5/10 for this move", "1/2", "+3/4 of the board", "M5/2 or so"} {
		if got := known(parsed(t, "1. e4 {"+remark+"} *")); !math.IsNaN(got[0]) {
			t.Errorf("%s: %.3f", remark, got[0])
		}
	}
	for _, score := range []string{"0.00/12 0.1s", "+0.31/14 0.120s, White mates", "-M4/3", "+1.20/9, Black resigns"} {
		if got := known(parsed(t, "1. e4 {"+score+"} *")); math.IsNaN(got[0]) {
			t.Errorf("%s is not read", score)
		}
	}
}

// TestKnownCentipawns checks that the evaluations of ChessBase, with the depth, are in centipawns.
func TestKnownCentipawns(t *testing.T) {
	chessBase := known(parsed(t, `1. e4 {[%eval 34,20]} e5 {[%eval -250,18]} 2. Nf3 {[%eval 32765,0]} Nc6 {[%eval 0.34,20]} *`))
	lichess := known(parsed(t, `1. e4 {[%eval 0.34]} e5 {[%eval -2.50]} 2. Nf3 {[%eval #2]} Nc6 {[%eval 0.34]} *`))
	must.Equal(t, chessBase[1:], lichess[1:], chessBase, lichess)
}

// TestKnownAnswers checks that the answers of an analysis come first, and that those that the filters left out are unknown.
func TestKnownAnswers(t *testing.T) {
	j := parsed(t, `1. e4 { [%eval 0.0] } e5 { [%eval 0.0] } *`)
	for i, score := range map[int]int{0: 5000, 2: -5000} {
		j.Selection[i], j.List[i].Lines = game.Whole, []game.Line{{Root: j.Plies[i].Root(), Score: score}}
	}
	if got := known(j.Judge()); got[0] < 0.99 || math.Abs(got[1]-0.5) > 0.01 || got[2] > 0.01 {
		t.Errorf("expected scores %.3f", got)
	}
}
