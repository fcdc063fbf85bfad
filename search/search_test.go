package search

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
	"vertigo/tt"
)

// newEngine returns an engine that ends with the test.
func newEngine(tb testing.TB, hash, threads int) *Engine {
	tb.Helper()
	p := must.Get(NewEngine(hash, threads))(tb)
	tb.Cleanup(p.Close)
	return p
}

// setThreads sets the number of threads of the engine.
func setThreads(tb testing.TB, p *Engine, n int) {
	tb.Helper()
	must.Do(tb, p.SetThreads(n))
}

// game returns the game that starts at fen.
func game(tb testing.TB, fen string) *board.Game {
	tb.Helper()
	p := must.Get(board.ParseFEN(fen))(tb)
	return board.NewGame(p)
}

// play plays the moves, in long algebraic notation, in g.
func play(tb testing.TB, g *board.Game, moves ...string) *board.Game {
	tb.Helper()
	for _, s := range moves {
		g.Play(parseMove(tb, &g.Position, s))
	}
	return g
}

func parseMove(tb testing.TB, p *board.Position, s string) board.Move {
	tb.Helper()
	return must.Get(movegen.ParseMove(p, s))(tb)
}

// patience is how long a test waits for what should take milliseconds before it calls it a hang. It is generous: the
// machine may be busy, and the race detector slows everything.
const patience = 5 * time.Minute

// running is a search on a goroutine of its own.
type running struct {
	stop      context.CancelFunc
	ponderHit chan time.Time
	result    chan Result
}

// start starts a search, which ponders if asked to.
func start(tb testing.TB, p *Engine, g *board.Game, l Limits, ponder bool, r Reporter) *running {
	tb.Helper()
	ctx, stop := context.WithCancel(tb.Context())
	s := &running{stop: stop, ponderHit: make(chan time.Time, 1), result: make(chan Result, 1)}
	if ponder {
		l.PonderHit = s.ponderHit
	}
	go func() { s.result <- p.Search(ctx, g, l, r) }()
	return s
}

// wait returns the result of the search, and ends the test if there is none for too long.
func (s *running) wait() Result {
	select {
	case r := <-s.result:
		s.stop()
		return r
	case <-time.After(patience):
		panic("the search does not end") // Fatal would wait in Close
	}
}

// hit reports to the search that the move pondered on has been played.
func (s *running) hit() { s.ponderHit <- time.Now() }

// expectSilence checks that the search has no result for some time.
func (s *running) expectSilence(tb testing.TB, d time.Duration) {
	tb.Helper()
	select {
	case r := <-s.result:
		tb.Fatalf("a result before it was asked for: %+v", r)
	case <-time.After(d):
	}
}

// search runs a search to its end, holds every line that it reports to the rules, and returns the result with all
// lines.
func search(tb testing.TB, p *Engine, g *board.Game, l Limits) (Result, []Info) {
	tb.Helper()
	var lines []Info
	report := func(i Info) {
		i.PV = slices.Clone(i.PV)
		lines = append(lines, i)
	}
	r := start(tb, p, g, l, false, Reporter{Info: report, Bound: report}).wait()
	checkLines(tb, g, &l, r, lines)
	return r, lines
}

// ending says whether and how a game is over.
type ending uint8

const (
	goesOn ending = iota
	mated
	drawn
	stalemated
)

// endOf returns how the game g is over for a search that has the given number of positions before its root: a position that came
// up after the root counts as drawn when it comes up again, the root or one from before only at its third time. It is written
// from the rules, without looking at what the search does.
func endOf(g *board.Game, before int) ending {
	p := &g.Position
	if len(movegen.LegalMoves(p)) == 0 {
		if p.InCheck() {
			return mated
		}
		return stalemated
	}
	if p.Rule50() >= 100 || p.InsufficientMaterial() {
		return drawn
	}
	earlier := 0
	for i, k := range g.Keys {
		if k != p.Key() {
			continue
		}
		if earlier++; i > before || earlier == 2 {
			return drawn
		}
	}
	return goesOn
}

// checkLines holds all that a search has reported to the rules.
func checkLines(tb testing.TB, g *board.Game, l *Limits, r Result, lines []Info) {
	tb.Helper()
	if len(lines) == 0 {
		tb.Fatalf("%s: nothing was reported", g.Position.FEN())
	}
	last := lastLines(lines)
	for i := range lines {
		checkLine(tb, g, l, &lines[i])
		deepest := lines[max(i-1, 0)].Depth
		if i >= last {
			deepest-- // where the iteration was stopped before it came to the line
		}
		if i > 0 && (lines[i].Depth < deepest || lines[i].Nodes < lines[i-1].Nodes || lines[i].Time < lines[i-1].Time) {
			tb.Errorf("%s: a report goes back: %+v after %+v", g.Position.FEN(), lines[i], lines[i-1])
		}
	}
	best := lines[last]
	if len(best.PV) == 0 {
		must.Equal(tb, r.Best, board.NoMove, g.Position.FEN())
		return
	}
	if best.PV[0] != r.Best || best.Score != r.Score {
		tb.Errorf("%s: the result is %+v, but the last line %+v", g.Position.FEN(), r, best)
	}
	if len(best.PV) > 1 && best.PV[1] != r.Ponder {
		tb.Errorf("%s: the move to ponder on is %v, but the last line %v", g.Position.FEN(), r.Ponder, best.PV)
	}
	next := g.Clone()
	next.Play(r.Best)
	if r.Ponder != board.NoMove && (endOf(next, len(next.Keys)) != goesOn || !movegen.IsLegal(&next.Position, r.Ponder)) {
		tb.Errorf("%s: after %v, the move to ponder on is %v", g.Position.FEN(), r.Best, r.Ponder)
	}
	checkRanks(tb, g, lines)
}

// checkLine holds one line to the rules: legal, not played on after the end, and a mate or a draw at its end has just the right
// score, unless the tablebases know another. Stalemate alone may be overlooked: at the horizon, where nobody looks for it.
func checkLine(tb testing.TB, start *board.Game, l *Limits, i *Info) {
	tb.Helper()
	fail := func(what string) {
		tb.Helper()
		tb.Errorf("%s, %d earlier positions, depth %d: %s in %v, score %d, bound %d", start.Position.FEN(), len(start.Keys), i.Depth,
			what, i.PV, i.Score, i.Bound)
	}
	certain := scores.IsMate(i.Score) || scores.IsDecisive(i.Score) && i.TBHits > 0
	if i.Score >= scores.Mate || i.Score < -scores.Mate || max(i.Score, -i.Score) > eval.MaxScore && !certain {
		fail("an impossible score")
	}
	if len(i.PV) == 0 {
		if len(movegen.LegalMoves(&start.Position)) > 0 {
			fail("no move")
		}
		return
	}
	if len(l.SearchMoves) > 0 && !slices.Contains(l.SearchMoves, i.PV[0]) {
		fail("a move that was not to be searched")
	}
	g := start.Clone()
	g.Keys = slices.Clip(g.Keys)
	for n, m := range i.PV {
		if n > 0 && endOf(g, len(start.Keys)) != goesOn {
			fail("moves after the end")
			return
		}
		if !movegen.IsLegal(&g.Position, m) {
			fail("an illegal move")
			return
		}
		g.Keys = append(g.Keys, g.Position.Key()) // Game.Play would forget, and the numbering with it
		g.Position = g.Position.After(m)
	}
	if i.Bound != tt.Exact {
		return
	}
	score := i.Score
	if len(i.PV)%2 == 1 {
		score = -score // now for the side to move at the end of the line
	}
	switch end := endOf(g, len(start.Keys)); {
	case end == mated && score != -scores.Mate+len(i.PV):
		fail("a mate at the end but not in the score")
	case end != mated && scores.IsMate(i.Score):
		fail("a mate in the score but not at the end")
	case end == drawn && score != scores.Draw && !i.Known:
		fail("a draw at the end but not in the score")
	}
}

// lastLines returns the index of the first line of the last report.
func lastLines(lines []Info) int {
	i := len(lines) - 1
	for lines[i].MultiPV > 1 {
		i--
	}
	return i
}

// checkRanks checks that the lines of MultiPV come in order, the best first, and begin with different moves. Those that are
// repeated at a stop have to begin with different moves only, and none may be missing: their scores are of two iterations.
func checkRanks(tb testing.TB, g *board.Game, lines []Info) {
	tb.Helper()
	most, last := 0, lastLines(lines)
	for i := range lines {
		most = max(most, lines[i].MultiPV)
		if lines[i].MultiPV == 1 {
			continue
		}
		ordered := lines[i].Score <= lines[i-1].Score && lines[i].Depth == lines[i-1].Depth
		if lines[i].MultiPV != lines[i-1].MultiPV+1 || i < last && !ordered {
			tb.Errorf("%s: line %+v follows %+v", g.Position.FEN(), lines[i], lines[i-1])
		}
		for j := i - lines[i].MultiPV + 1; j < i; j++ {
			if lines[j].PV[0] == lines[i].PV[0] {
				tb.Errorf("%s: lines %d and %d of depth %d begin with the same move",
					g.Position.FEN(), lines[j].MultiPV, lines[i].MultiPV, lines[i].Depth)
			}
		}
	}
	must.Equal(tb, lines[len(lines)-1].MultiPV, most, g.Position.FEN())
}

// requireSelective skips a test that asks for what only the real search can do in time.
func requireSelective(tb testing.TB) {
	tb.Helper()
	if !selective {
		tb.Skip("the textbook build does not look as far as this")
	}
}

// TestAllocations checks that a search allocates nothing whatever its limits are.
func TestAllocations(t *testing.T) {
	moves := movegen.LegalMoves(&game(t, varied[1]).Position)[:5]
	for _, test := range []struct {
		name    string
		threads int
		fen     string
		l       Limits
	}{
		{"depth", 1, varied[1], Limits{Depth: 4}},
		{"nodes", 1, varied[2], Limits{Nodes: 3000}},
		{"lines", 1, varied[3], Limits{Depth: 3, MultiPV: 4}},
		{"moves", 1, varied[1], Limits{Depth: 3, SearchMoves: moves}},
		{"time", 1, varied[0], Limits{MoveTime: time.Millisecond}},
		{"clock", 1, varied[0], Limits{Clock: true, Time: 20 * time.Millisecond, Inc: time.Millisecond}},
		{"endgame", 1, varied[5], Limits{Depth: 5}},
		{"mated", 1, shortSearches[0].fen, Limits{}},
		{"threads", 3, varied[1], Limits{Depth: 4}},
	} {
		p := newEngine(t, 1, test.threads)
		g := game(t, test.fen)
		g.Keys = append(g.Keys, make([]uint64, 99)...)
		reports := 0
		report := func(i Info) { reports += len(i.PV) }
		r := Reporter{Info: report, Bound: report, CurrMove: func(CurrMove) { reports++ }}
		if n := testing.AllocsPerRun(20, func() {
			p.Search(t.Context(), g, test.l, r)
		}); n != 0 {
			t.Errorf("%s: %v allocations per search", test.name, n)
		}
	}
	p := newEngine(t, 1, 1)
	g := game(t, board.StartFEN)
	hit := make(chan time.Time, 1)
	ended, stop := context.WithCancel(t.Context())
	stop()
	if n := testing.AllocsPerRun(20, func() {
		hit <- time.Now()
		p.Search(t.Context(), g, Limits{PonderHit: hit, MoveTime: time.Millisecond}, Reporter{})
		p.Search(ended, g, Limits{Infinite: true}, Reporter{})
	}); n != 0 {
		t.Errorf("pondering and stopping: %v allocations", n)
	}
}

// TestCurrMoves checks that the moves of a search are reported only after a while, and then no faster than people can read.
func TestCurrMoves(t *testing.T) {
	start, reports := time.Now().Add(-reportDelay), 0
	l := Limits{Start: start, Nodes: 50_000, MultiPV: 256}
	newEngine(t, 1, 1).Search(t.Context(), game(t, varied[0]), l, Reporter{CurrMove: func(CurrMove) { reports++ }})
	if most := 1 + int((time.Since(start)-reportDelay)/currMoveInterval); reports == 0 || reports > most {
		t.Errorf("%d moves are reported, want 1 to %d", reports, most)
	}
}

// TestReportsOfSlowSearches checks that a search that takes long reports the same iterations as a fast one, since analysis keeps
// them, and beside them lines whose score fell outside the window.
func TestReportsOfSlowSearches(t *testing.T) {
	bounds := 0
	// reports returns what a search that began some time ago reports to Info.
	reports := func(fen string, ago time.Duration) (infos []Info) {
		report := func(i Info) {
			i.PV, i.Time = slices.Clone(i.PV), 0
			infos = append(infos, i)
		}
		r := Reporter{Info: report, Bound: func(Info) { bounds++ }}
		newEngine(t, 1, 1).Search(t.Context(), game(t, fen), Limits{Nodes: 100_000, Start: time.Now().Add(-ago)}, r)
		return infos
	}
	const quietMate = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1" // seen late, far above the window
	for _, fen := range []string{varied[0], quietMate} {
		if fast, slow := reports(fen, 0), reports(fen, reportDelay); !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s: a fast search reports\n%v\na slow one\n%v", fen, fast, slow)
		}
	}
	if bounds == 0 && selective {
		t.Error("no score fell outside the window, so nothing was tested")
	}
}
