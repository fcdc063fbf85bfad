package search

import (
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/tt"
)

// mateSolver finds forced mates by trying everything. It remembers what it has found, and that is all its cunning.
type mateSolver struct {
	wins   map[mateQuestion]bool // the side to move mates within so many moves
	losses map[mateQuestion]bool // the side to move is mated within so many moves of the other side
}

type mateQuestion struct {
	key   uint64
	moves int
}

func newMateSolver() *mateSolver {
	return &mateSolver{wins: map[mateQuestion]bool{}, losses: map[mateQuestion]bool{}}
}

// mates reports whether the side to move mates within the given number of its moves.
func (s *mateSolver) mates(p *board.Position, moves int) bool {
	if moves <= 0 {
		return false
	}
	q := mateQuestion{p.Key(), moves}
	answer, known := s.wins[q]
	if known {
		return answer
	}
	ci := p.CheckInfo()
	for m, next := range playout.Moves(p) {
		if (moves > 1 || p.GivesCheck(m, &ci)) && s.isMated(next, moves-1) {
			answer = true
			break
		}
	}
	s.wins[q] = answer
	return answer
}

// isMated reports whether the side to move is mated, at once or within the given number of the other side's moves.
func (s *mateSolver) isMated(p *board.Position, moves int) bool {
	q := mateQuestion{p.Key(), moves}
	answer, known := s.losses[q]
	if known {
		return answer
	}
	answer = p.InCheck() || movegen.HasLegalMove(p)
	for _, next := range playout.Moves(p) {
		if answer = moves > 0 && s.mates(next, moves); !answer {
			break
		}
	}
	s.losses[q] = answer
	return answer
}

// distance returns in how many moves the side to move mates (positive) or is mated (negative), looking at most limit
// moves ahead; ok is false if there is no such mate.
func (s *mateSolver) distance(p *board.Position, limit int) (moves int, ok bool) {
	for n := 0; n <= limit; n++ {
		if s.mates(p, n) {
			return n, true
		}
		if s.isMated(p, n) {
			return -n, true
		}
	}
	return 0, false
}

// mateIn returns in how many moves the side to move mates according to r, negative if it is mated; 0 if no mate is announced.
func mateIn(r Result) int {
	if !scores.IsMate(r.Score) {
		return 0
	}
	return scores.MateIn(r.Score)
}

// The mates that the tests know, by the number of moves: negative where the side to move is mated. All were made for
// these tests, most of them by scattering few pieces at random. TestKnownMates proves the numbers.
var knownMates = []struct {
	moves int
	fen   string
}{
	{1, "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"},
	{1, "6rk/6pp/8/6N1/8/8/6PP/6K1 w - - 0 1"},
	{1, "3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"},
	{1, "k7/2P5/2N5/8/8/pp6/8/7K w - - 0 1"},
	{2, "1K1n4/8/8/2p5/3B3p/8/4R3/1N1k1r2 w - - 0 1"},
	{2, "3k4/Q7/3P4/1K6/8/5q2/8/8 w - - 0 1"},
	{2, "5K2/7k/8/8/8/8/3B4/5B2 w - - 0 1"},
	{2, "8/4K3/8/5k2/2R3R1/6r1/8/8 w - - 0 1"},
	{2, "8/8/2p1pk2/1Q6/R2q4/K7/1r6/8 b - - 0 1"},
	{2, "B7/3N3p/k3r3/2n5/2K5/8/5R1p/8 w - - 0 1"},
	{3, "1K6/2Q5/k3p3/8/6q1/3R4/5p1r/8 w - - 0 1"},
	{3, "6k1/8/5K2/3r4/8/8/8/4Q3 w - - 0 1"},
	{3, "8/1P6/8/3K2p1/8/8/3B4/k7 w - - 0 1"},
	{3, "8/2R5/8/8/8/2K1R3/4r3/6k1 w - - 0 1"},
	{3, "8/5R2/2Br4/2N3k1/7n/7K/6pp/8 b - - 0 1"},
	{3, "8/k7/8/2K5/7R/8/8/8 w - - 0 1"},
	{4, "3K4/1k6/7R/8/8/8/8/8 w - - 0 1"},
	{4, "4K3/8/5k2/8/8/8/4Q3/8 w - - 0 1"},
	{4, "3R4/8/8/8/8/8/8/4K1k1 w - - 0 1"},
	{5, "1k6/5R2/8/8/2K5/8/8/8 w - - 0 1"},
	{5, "8/8/7k/2K1Q3/8/8/8/8 w - - 0 1"},
	{5, "k7/8/8/8/KR6/8/8/8 w - - 0 1"},
	{-1, "8/1p2P3/2p5/6P1/P7/7k/5p2/7K w - - 0 1"},
	{-1, "8/8/8/8/2R5/6K1/8/7k b - - 0 1"},
	{-2, "8/8/6Q1/8/8/k1K5/8/8 b - - 0 1"},
	{-2, "k7/2K2P2/2p2Q2/8/2Pp4/7r/8/8 b - - 0 1"},
	{-2, "k1K5/1R6/5n2/7p/1p4P1/8/6B1/8 b - - 0 1"},
	{-3, "2k5/7Q/4K3/8/8/8/8/8 b - - 0 1"},
	{-4, "7k/8/8/4R1K1/8/8/8/8 b - - 0 1"},
}

// TestKnownMates proves the numbers of moves by trying everything, and checks that the search finds the mates, with tablebases
// where they cover the position and without: never a shorter one, and not one much longer either; search checks that the lines
// lead there.
func TestKnownMates(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	tables := openTables(t)
	with, without := newEngine(t, 16, 1), newEngine(t, 16, 1)
	with.SetTablebases(allOf(tables))
	for i, mate := range knownMates {
		if testing.Short() && i%4 != 0 {
			continue
		}
		g, truth := game(t, mate.fen), max(mate.moves, -mate.moves)
		if n, ok := newMateSolver().distance(&g.Position, truth); !ok || n != mate.moves {
			t.Errorf("%s: mate in %d, not in %d (%v)", mate.fen, n, mate.moves, ok)
		}
		for _, p := range []*Engine{without, with} {
			if p == with && !tables.Covers(&g.Position) {
				continue
			}
			p.NewGame()
			r, _ := search(t, p, g, Limits{Nodes: 150_000})
			if n := mateIn(r); n*mate.moves <= 0 || max(n, -n) < truth || max(n, -n) > truth+5 {
				t.Errorf("%s: mate in %d, with tables %v, but found %+v", mate.fen, mate.moves, p == with, r)
			}
		}
	}
}

// TestMates checks that the search sees mates in two that begin with a quiet move, after which the opponent looks safe, in few
// nodes, and mates in three of a side that is ahead by much. The first position is the first of the suite Win at Chess
// (Reinfeld), and those of a depth are from games of the engine against itself: some are missed if a lost side is left alone
// for an evaluation that is not worse than expected.
func TestMates(t *testing.T) {
	requireSelective(t)
	inTwo, inThree := Limits{Nodes: 50_000}, Limits{Depth: 18}
	p := newEngine(t, 16, 1)
	for _, test := range []struct {
		fen   string
		l     Limits
		moves int
	}{
		{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", inTwo, 2},
		{"r1bq1r1k/1pp1Np1p/p2p2pQ/4R3/n7/8/PPPP1PPP/R1B3K1 w - - 0 1", inTwo, 2},
		{"r1k5/4R3/pp2N3/2p4P/P7/2P1P2p/2P4P/1K2R3 w - - 1 32", inTwo, 2},
		{"5k2/R7/6K1/7P/8/7B/8/8 w - - 1 88", inThree, 3},
		{"6k1/5n2/b4B2/4N3/7R/2PB2K1/1P5P/8 w - - 1 45", inThree, 3},
		{"8/3k4/5K2/8/2Q2P2/8/8/8 w - - 3 72", inThree, 3},
		{"8/6k1/8/5b2/8/6p1/7r/5K2 b - - 1 79", inThree, 3},
		{"8/8/4B1k1/4K3/8/5R2/8/8 w - - 9 77", inThree, 3},
		{"8/8/8/8/7p/6k1/5r2/K7 b - - 1 76", inThree, 3},
	} {
		p.NewGame()
		if r, _ := search(t, p, game(t, test.fen), test.l); mateIn(r) != test.moves {
			t.Errorf("%s: not mate in %d but %+v", test.fen, test.moves, r)
		}
	}
}

// TestMateLimit checks that a search for a mate in so many moves finds a mate of at most that length, and then ends: in few
// nodes, with all lines that are asked for, with tablebases, and after an ordinary search of the same position. Moves that the
// ordinary search left out must not hide the mate: at the depth of the mate, the answer is certain.
func TestMateLimit(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	one, three, withTables := newEngine(t, 16, 1), newEngine(t, 16, 3), newEngine(t, 16, 1)
	withTables.SetTablebases(allOf(openTables(t)))
	for i, mate := range knownMates {
		if mate.moves < 0 || testing.Short() && i%4 != 0 {
			continue
		}
		g := game(t, mate.fen)
		few := uint64(10_000) // and three times as many for each move
		for range mate.moves {
			few *= 3
		}
		certain := 2*mate.moves - 1
		for _, test := range []struct {
			name   string
			p      *Engine
			before uint64 // nodes of a search before
			l      Limits
		}{
			{"one thread", one, 0, Limits{Nodes: few}},
			{"three threads", three, 0, Limits{Nodes: 3 * few}},
			{"tablebases", withTables, 0, Limits{}},
			{"three lines", one, 0, Limits{Depth: certain, MultiPV: 3}},
			{"after 300 nodes", one, 300, Limits{Depth: certain}},
			{"after 3,000 nodes", one, 3000, Limits{Depth: certain}},
			{"after 30,000 nodes", one, 30_000, Limits{Depth: certain}},
		} {
			test.p.NewGame()
			if test.before > 0 {
				search(t, test.p, g, Limits{Nodes: test.before})
			}
			test.l.Mate = mate.moves
			r, reports := search(t, test.p, g, test.l)
			if n := mateIn(r); n < 1 || n > mate.moves {
				t.Errorf("%s, %s: mate in %d wanted: %+v", mate.fen, test.name, mate.moves, r)
			}
			lines := min(max(test.l.MultiPV, 1), len(movegen.LegalMoves(&g.Position)))
			must.Equal(t, len(reports)-lastLines(reports), lines, mate.fen, test.name, "lines")
		}
	}
}

// TestMateLimitEnds checks that a search for a mate ends without another limit: with the mate, by either side, or when it is
// certain that there is none in so many moves.
func TestMateLimitEnds(t *testing.T) {
	testfiles.NoRace(t)
	p := newEngine(t, 16, 1)
	for i, mate := range knownMates {
		truth := max(mate.moves, -mate.moves)
		if truth > 3 || testing.Short() && i%4 != 0 || !selective && truth > 1 {
			continue
		}
		g := game(t, mate.fen)
		for moves := 1; moves <= truth; moves++ {
			p.NewGame()
			r, _ := search(t, p, g, Limits{Mate: moves})
			found := mateIn(r) != 0 && max(mateIn(r), -mateIn(r)) <= moves
			if found != (moves == truth) || found && mateIn(r)*mate.moves < 0 || r.Depth > 2*moves {
				t.Errorf("%s, mate in %d: looking for one in %d: %+v", mate.fen, mate.moves, moves, r)
			}
		}
	}
}

// TestMateLimitStopped stops searches for a mate that is not there at every stage: the last report has the result of the
// ordinary search, whose first iterations have no bounds.
func TestMateLimitStopped(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 1, 1)
	for nodes := uint64(100); nodes < 3000; nodes += 37 {
		p.NewGame()
		_, lines := search(t, p, game(t, board.StartFEN), Limits{Mate: 9, Nodes: nodes})
		if last := lines[len(lines)-1]; last.Depth < aspirationDepth && last.Bound != tt.Exact {
			t.Errorf("stopped after %d nodes: %+v", nodes, last)
		}
	}
}

// TestZugzwang checks that the search finds mates that hang on the opponent having to move. In each position the side
// to move has a piece, so that the null move is tried; if it were its turn and it could pass, it would not
// be mated so soon. TestZugzwang proves both before it asks the search.
func TestZugzwang(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 16, 1)
	for _, fen := range []string{
		"8/8/8/8/1R6/8/2K5/k1n5 b - - 0 1",
		"8/8/8/8/8/nK6/3R4/k7 b - - 0 1",
		"8/8/8/1p6/1N6/1P6/2p5/kbK5 b - - 0 1",
		"8/8/8/8/8/3K4/Qb6/2k5 b - - 0 1",
		"8/8/8/8/2R5/8/n1K5/k7 b - - 0 1",
		"8/8/8/8/8/1K1R4/8/kn6 b - - 0 1",
		"8/8/8/8/1N6/2P5/pbK5/k7 b - - 0 1",
		"8/8/8/3Q4/K7/1r6/k7/8 b - - 0 1",
		"8/8/8/8/K1B5/Bn6/k7/8 b - - 0 1",
	} {
		solver := newMateSolver()
		g := game(t, fen)
		mated, ok := solver.distance(&g.Position, 3)
		if !ok || mated >= 0 {
			t.Fatalf("%s: no zugzwang: %d, %v", fen, mated, ok)
		}
		var passed board.Position
		g.Position.MakeNull(&passed)
		if solver.mates(&passed, -mated) {
			t.Fatalf("%s: passing does not help", fen)
		}
		p.NewGame()
		if r, _ := search(t, p, g, Limits{Depth: 30, Nodes: 3_000_000}); mateIn(r) != mated {
			t.Errorf("%s: mated in %d, found %+v", fen, -mated, r)
		}
	}
}

// TestNullMoveIsVerified checks that the search sees wins that rest on zugzwangs some plies away.
// A search that believes every null move takes these positions for draws at any depth.
func TestNullMoveIsVerified(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	p := newEngine(t, 16, 1)
	for _, fen := range []string{
		"8/8/1p1K4/Pp6/2k1p3/8/1P6/8 w - - 0 1",
		"8/p7/1p6/p7/kq1Q4/8/K7/8 w - - 0 1",
	} {
		p.NewGame()
		if r, _ := search(t, p, game(t, fen), Limits{Nodes: 1_000_000}); r.Score < 100 {
			t.Errorf("%s: not won: %+v", fen, r)
		}
	}
}
