package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

// Positions of several kinds, for tests that want some variety.
var varied = []string{
	board.StartFEN,
	"r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10",
	"r3k2r/pb1nqpp1/1p2pn1p/2pp4/3P1B2/2PBPN2/PP1NQPPP/R3K2R b KQkq - 3 11",
	"2r2rk1/1p3pp1/p2p3p/3Pp3/1q2P1Q1/1P3P2/P1R3PP/2R3K1 w - - 0 25",
	"8/5pk1/4p1p1/3pP2p/2pP1P1P/2P2KP1/8/8 w - - 4 40",
	"8/8/3k4/1p1p2p1/1P1P2P1/3K1B2/8/5n2 b - - 0 50",
	"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
	"r1bq1rk1/ppp2ppp/2n5/3pP3/1b1Pn3/2N2N2/PP3PPP/R1BQKB1R w KQ d6 0 9",
}

// TestNodes checks that one thread visits exactly as many nodes as it may.
func TestNodes(t *testing.T) {
	p := newEngine(t, 1, 1)
	for _, fen := range varied {
		for _, n := range []uint64{1, 2, 3, 17, 100, 511, 512, 513, 1000, 12345} {
			for _, lines := range []int{1, 3} {
				r, reports := search(t, p, game(t, fen), Limits{Nodes: n, MultiPV: lines})
				if r.Nodes != n || r.Best == board.NoMove {
					t.Errorf("%s, %d nodes wanted, %d lines: %+v", fen, n, lines, r)
				}
				if last := reports[len(reports)-1]; last.Nodes > n {
					t.Errorf("%s: %d nodes reported, %d allowed", fen, last.Nodes, n)
				}
			}
		}
	}
}

// TestFirstMove checks that a search of one node, which knows nothing, takes the move with the best evaluation after it that loses no
// material, and not the first one of the list.
func TestFirstMove(t *testing.T) {
	for fen, want := range map[string][]string{
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2":   {"g1f3", "b1c3", "d2d4", "f1c4", "f1b5"},
		"rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3": {"c1g5"},
	} {
		g := game(t, fen)
		r, _ := search(t, newEngine(t, 1, 1), g, Limits{Nodes: 1})
		if got := movegen.FormatMove(&g.Position, r.Best, false); !slices.Contains(want, got) {
			t.Errorf("%s: %s, want one of %s", fen, got, want)
		}
	}
}

// TestNodesOfSeveralThreads checks that the limit holds for the sum of all threads, as nearly as they can know it.
func TestNodesOfSeveralThreads(t *testing.T) {
	const threads, n = 4, 20_000
	p := newEngine(t, 1, threads)
	r, _ := search(t, p, game(t, varied[1]), Limits{Nodes: n})
	if r.Nodes < n || r.Nodes > n+1_000_000 {
		t.Errorf("%d nodes wanted, %d visited", n, r.Nodes)
	}
}

// TestDepth checks that a search ends after exactly the iterations asked for, each of them reported.
func TestDepth(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range varied {
		for _, depth := range []int{1, 2, 5} {
			r, reports := search(t, p, game(t, fen), Limits{Depth: depth})
			if r.Depth != depth || len(reports) < depth || reports[len(reports)-1].Depth != depth {
				t.Errorf("%s, depth %d: %+v, %d reports", fen, depth, r, len(reports))
			}
			for i, report := range reports {
				if report.SelDepth < report.Depth && !scores.IsMate(report.Score) && report.Score != scores.Draw {
					t.Errorf("%s: report %d: the longest line has %d plies, the iteration %d", fen, i, report.SelDepth, report.Depth)
				}
			}
		}
	}
}

// TestExplosions checks that the first iteration ends soon where promoted pieces attack each other everywhere.
func TestExplosions(t *testing.T) {
	for _, fen := range []string{
		"rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR b - - 0 1",
		"rqrqkqrq/8/rqrqrqrq/8/8/RQRQRQRQ/8/RQRQKQRQ w - - 0 1",
		"Nqq2Qnk/2Qr4/qQBqR1bN/R2Q2K1/1qQ1bQr1/R1q5/q1q5/Q1n2Q1q w - - 0 1",
	} {
		const most = 20_000
		if r, _ := search(t, newEngine(t, 1, 1), game(t, fen), Limits{Depth: 1, Nodes: most}); r.Depth != 1 {
			t.Errorf("%s: %d nodes do not suffice", fen, most)
		}
	}
}

// TestEnough checks that a search ends after the first iteration with which the caller is content.
func TestEnough(t *testing.T) {
	p := newEngine(t, 1, 1)
	for _, fen := range varied {
		var reports []Info
		l := Limits{Depth: 12, StopIf: func(best board.Move, nodes uint64) bool {
			last := reports[len(reports)-1]
			if last.PV[0] != best || last.Nodes != nodes {
				t.Errorf("%s: asked about %v after %d nodes, reported %v after %d", fen, best, nodes, last.PV[0], last.Nodes)
			}
			return len(reports) == 5
		}}
		report := Reporter{Info: func(i Info) {
			i.PV = slices.Clone(i.PV)
			reports = append(reports, i)
		}}
		p.NewGame()
		if r := start(t, p, game(t, fen), l, false, report).wait(); r.Depth != 5 {
			t.Errorf("%s: depth %d, want the 5 after which it was enough", fen, r.Depth)
		}
	}
}

// TestGreatestDepth checks that a search without limits ends by itself where nothing is left to look at.
func TestGreatestDepth(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	p := newEngine(t, 1, 1)
	// The fifty-move rule ends every line soon.
	r, _ := search(t, p, game(t, "4k3/3n4/8/8/8/8/3N4/4K3 w - - 94 80"), Limits{Depth: 10 * MaxPly, Nodes: 200_000_000})
	must.Equal(t, r.Depth, MaxPly-1, r)
}

// TestMultiPV checks the number of lines, also when there are fewer moves; search checks their order.
func TestMultiPV(t *testing.T) {
	for _, threads := range []int{1, 3} {
		p := newEngine(t, 4, threads)
		for _, fen := range varied {
			g := game(t, fen)
			moves := len(movegen.LegalMoves(&g.Position))
			for _, lines := range []int{1, 2, 5, 256} {
				_, reports := search(t, p, g, Limits{Depth: 4, MultiPV: lines})
				count := 0
				for _, r := range reports {
					if r.Depth == 4 {
						count++
					}
				}
				must.Equal(t, count, min(lines, moves), fen)
			}
		}
	}
}

// TestSearchMoves checks that only the moves asked for are looked at, alone and together with MultiPV.
func TestSearchMoves(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range varied {
		g := game(t, fen)
		moves := movegen.LegalMoves(&g.Position)
		for i, m := range moves {
			if r, _ := search(t, p, g, Limits{Depth: 3, SearchMoves: []board.Move{m}}); r.Best != m {
				t.Errorf("%s: best move %v, only %v was to be searched", fen, r.Best, m)
			}
			wanted := []board.Move{m, moves[(i+1)%len(moves)], moves[(i+3)%len(moves)], m}
			r, reports := search(t, p, g, Limits{Depth: 2, SearchMoves: wanted, MultiPV: 10})
			distinct := slices.Compact(slices.Sorted(slices.Values(wanted)))
			if len(reports) != 2*len(distinct) || !slices.Contains(wanted, r.Best) {
				t.Errorf("%s: %d lines for the moves %v", fen, len(reports), wanted)
			}
		}
	}
}

// TestRestrictedRootLeavesTable checks that the value of a root some of whose moves were left out is not remembered
// as that of the position.
func TestRestrictedRootLeavesTable(t *testing.T) {
	p := newEngine(t, 4, 1)
	g := game(t, "7k/8/8/3q4/4P3/8/8/6K1 w - - 0 1") // the pawn takes the queen, or White is lost
	bad := parseMove(t, &g.Position, "g1h1")
	for _, l := range []Limits{{Depth: 6, SearchMoves: []board.Move{bad}}, {Depth: 6, MultiPV: 4}} {
		p.NewGame()
		search(t, p, g, l)
		if e, ok := p.table.Probe(g.Position.Key()); ok && e.Score < 0 && e.Bound != 0 {
			t.Errorf("after a search of %v, %d lines: %+v", l.SearchMoves, l.MultiPV, e)
		}
	}
}

// TestNewGame checks that after NewGame a search to a fixed depth is the same again to the last node.
func TestNewGame(t *testing.T) {
	p := newEngine(t, 4, 1)
	depth := 9
	if !selective || testing.Short() {
		depth = 4
	}
	signature := func() (s []string) {
		p.NewGame()
		for _, fen := range varied {
			r, reports := search(t, p, game(t, fen), Limits{Depth: depth})
			s = append(s, fmt.Sprint(r, reports[len(reports)-1].PV))
		}
		return s
	}
	first, second := signature(), signature()
	setThreads(t, p, 2)
	search(t, p, game(t, varied[1]), Limits{Depth: 4})
	must.Do(t, p.SetHash(8))
	setThreads(t, p, 1)
	must.Do(t, p.SetHash(4))
	third := signature()
	for i := range first {
		if first[i] != second[i] || first[i] != third[i] {
			t.Errorf("%s:\n%s\n%s\n%s", varied[i], first[i], second[i], third[i])
		}
	}
}

// Searches that end by themselves at once, or as good as.
var shortSearches = []struct {
	name, fen string
	l         Limits
}{
	{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Limits{}},
	{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limits{}},
	{"depth", board.StartFEN, Limits{Depth: 2}},
	{"nodes", board.StartFEN, Limits{Nodes: 100}},
	{"greatest depth", "7k/8/8/8/8/7p/7P/7K w - - 0 1", Limits{Depth: 20}},
	{"one move", "7k/8/6K1/8/8/8/8/5R2 b - - 0 1", Limits{Depth: 3}},
	{"mate found", "7k/8/6K1/8/8/8/8/5R2 w - - 0 1", Limits{Mate: 1}},
	{"time", board.StartFEN, Limits{MoveTime: time.Millisecond}},
	{"clock", board.StartFEN, Limits{Clock: true, Time: 1}},
	{"no limit", board.StartFEN, Limits{}},
}

// TestNoAnswerBeforeRelease checks that an infinite search answers only to stop, and pondering only to ponderhit or
// stop, whatever else has come to an end.
func TestNoAnswerBeforeRelease(t *testing.T) {
	release := []struct {
		name             string
		infinite, ponder bool
		by               func(s *running)
	}{
		{"infinite, stop", true, false, func(s *running) { s.stop() }},
		{"ponder, ponderhit", false, true, (*running).hit},
		{"ponder, stop", false, true, func(s *running) { s.stop(); s.hit(); s.stop() }},
		{"both, ponderhit, stop", true, true, func(s *running) {
			s.hit()
			s.expectSilence(t, 5*time.Millisecond)
			s.stop()
		}},
	}
	for _, threads := range []int{1, 2} {
		p := newEngine(t, 1, threads)
		for _, position := range shortSearches {
			for _, how := range release {
				l := position.l
				l.Infinite = how.infinite
				s := start(t, p, game(t, position.fen), l, how.ponder, Reporter{})
				s.expectSilence(t, 5*time.Millisecond)
				how.by(s)
				if position.name == "no limit" {
					s.stop() // nothing else ends it
				}
				s.wait()
			}
		}
	}
}

// TestStopBeforeSearch checks that a search whose context has ended before it begins still finds a legal move, and that
// the next one knows nothing of it.
func TestStopBeforeSearch(t *testing.T) {
	g := game(t, varied[1])
	ended, stop := context.WithCancel(t.Context())
	stop()
	for _, threads := range []int{1, 2} {
		p := newEngine(t, 1, threads)
		for range 20 {
			if r := p.Search(ended, g, Limits{Infinite: true}, Reporter{}); !slices.Contains(movegen.LegalMoves(&g.Position), r.Best) {
				t.Fatalf("stopped at once: %+v", r)
			}
			if r, _ := search(t, p, g, Limits{Depth: 3}); r.Depth != 3 {
				t.Fatalf("the search ended early: %+v", r)
			}
		}
	}
}

// TestStopLatency checks that a search in full swing ends within two polls of a stop.
func TestStopLatency(t *testing.T) {
	p := newEngine(t, 4, 1)
	for _, fen := range varied[:4] {
		stopped := uint64(0)
		ctx, stop := context.WithCancel(t.Context())
		r := p.Search(ctx, game(t, fen), Limits{Infinite: true}, Reporter{Info: func(i Info) {
			if i.Depth == 7 && stopped == 0 {
				stop()
				stopped = i.Nodes
			}
		}})
		if r.Nodes > stopped+2*pollInterval {
			t.Errorf("%s: %d nodes, stopped after %d", fen, r.Nodes, stopped)
		}
	}
}

// TestPonderClock checks that time spent on pondering does not count, and time after it does.
func TestPonderClock(t *testing.T) {
	p := newEngine(t, 1, 1)
	l := Limits{MoveTime: 30 * time.Millisecond}
	s := start(t, p, game(t, board.StartFEN), l, true, Reporter{})
	time.Sleep(60 * time.Millisecond)
	begin := time.Now()
	s.hit()
	s.wait()
	if d := time.Since(begin); d < l.MoveTime {
		t.Errorf("%v after the ponderhit, want %v", d, l.MoveTime)
	}
}

// TestPonderEarns checks that a search that has pondered for longer than the move deserves, whether there is one move to choose
// from or many, ends as soon as the opponent has made the move pondered on. Otherwise it would think for minutes.
func TestPonderEarns(t *testing.T) {
	p := newEngine(t, 1, 1)
	for _, fen := range []string{board.StartFEN, "r5k1/8/8/8/8/2b5/1p6/K7 w - - 0 1"} {
		l := Limits{Clock: true, Time: 100 * time.Hour, Start: time.Now().Add(-100 * time.Hour)}
		underWay := make(chan struct{}, 1)
		s := start(t, p, game(t, fen), l, true, Reporter{Info: func(Info) {
			select {
			case underWay <- struct{}{}:
			default:
			}
		}})
		<-underWay
		s.expectSilence(t, 5*time.Millisecond)
		s.hit()
		s.wait()
	}
}

// TestPonderedShortly checks that a short time of pondering is no reason to move at once.
func TestPonderedShortly(t *testing.T) {
	hit := make(chan time.Time, 1)
	l := Limits{Clock: true, Time: 100 * time.Hour, Start: time.Now().Add(-time.Minute), PonderHit: hit}
	p := newEngine(t, 1, 1)
	hit <- time.Now()
	ctx, stop := context.WithCancel(t.Context())
	r := p.Search(ctx, game(t, board.StartFEN), l, Reporter{Info: func(i Info) {
		if i.Depth == 6 {
			stop()
		}
	}})
	if r.Depth < 5 {
		t.Errorf("%+v", r)
	}
}

// TestOnlyMove checks that an only move, or the only one of searchmoves, is searched like others, so that its score is right and
// there is a move to ponder on, but gets half of the time, however long an iteration takes.
func TestOnlyMove(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 1, 1)
	mated := game(t, "Q7/k1p5/2R5/K7/1p2B2r/8/3r4/6q1 b - - 0 1") // in two
	for _, l := range []Limits{{}, {SearchMoves: movegen.LegalMoves(&mated.Position)[:1]}} {
		p.NewGame()
		l.Clock, l.Time = true, time.Minute
		if r, _ := search(t, p, mated, l); r.Score != -scores.Mate+4 || r.Ponder == board.NoMove {
			t.Errorf("%d moves: %+v", len(l.SearchMoves), r)
		}
	}
	l := Limits{Clock: true, Time: time.Minute, Depth: 1}
	soft, hard := plan(&l)
	for fen, want := range map[string]time.Duration{"Qkq5/1p6/1K6/8/3R4/6n1/8/B7 b - - 0 1": soft / 2, board.StartFEN: hard} {
		p.clock = timeManager{} // has seen no stall, for which the plan would leave room
		if search(t, p, game(t, fen), l); p.clock.hard != want {
			t.Errorf("%s: hard limit %v, not %v", fen, p.clock.hard, want)
		}
	}
}

// TestPonderMove checks that the move to ponder on comes from the table if the line ends with the best move: at depth 1, and
// after a fail high at the stop.
func TestPonderMove(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 1, 1)
	for _, fen := range varied {
		g := game(t, fen)
		for nodes := uint64(1000); nodes < 3000; nodes += 37 {
			p.NewGame()
			if r, lines := search(t, p, g, Limits{Nodes: nodes}); r.Ponder == board.NoMove {
				t.Errorf("%s: no move to ponder on after %d nodes: %+v", fen, nodes, lines[lastLines(lines)])
			}
		}
		if r, _ := search(t, p, g, Limits{Depth: 1}); r.Ponder == board.NoMove {
			t.Errorf("%s: no move to ponder on at depth 1: %+v", fen, r)
		}
	}
}

// TestNoMoves checks the report of a search without a legal move.
func TestNoMoves(t *testing.T) {
	p := newEngine(t, 1, 2)
	for _, s := range shortSearches[:2] {
		want := scores.Draw
		if s.name == "mate" {
			want = -scores.Mate
		}
		r, reports := search(t, p, game(t, s.fen), Limits{})
		if r.Best != board.NoMove || r.Ponder != board.NoMove ||
			len(reports) != 1 || reports[0].Score != want || reports[0].Depth != 0 {
			t.Errorf("%s: %+v, %+v", s.name, r, reports)
		}
	}
}
