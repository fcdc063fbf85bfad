package search

import (
	"slices"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/movegen"
)

// quickElo is the best rating whose searches are short enough for tests of many.
const quickElo = 2300

func newLimited(tb testing.TB, seed uint64) *LimitedEngine {
	tb.Helper()
	p, err := NewLimitedEngine(seed)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(p.Close)
	return p
}

// timeless returns lines without what differs from run to run.
func timeless(lines []Info) []Info {
	for i := range lines {
		lines[i].Time = 0
	}
	return lines
}

func sameInfo(a, b Info) bool {
	equal := slices.Equal(a.PV, b.PV)
	a.PV, b.PV = nil, nil
	return equal && a.Score == b.Score && a.Nodes == b.Nodes && a.Depth == b.Depth && a.MultiPV == b.MultiPV
}

// TestLimitedRepeats checks that limited play is decided by the seed, the number of the game and the rating alone, not by
// what was searched with another rating; and that games differ.
func TestLimitedRepeats(t *testing.T) {
	a, b := newLimited(t, 5), newLimited(t, 5)
	scores := map[int]int{}
	for round := range 4 {
		a.SetElo(1500 + 100*round)
		for _, fen := range varied[:6] {
			b.SetElo(MaxElo)
			search(t, b, game(t, fen), Limits{Depth: 4})
			b.SetElo(1500 + 100*round)
			a.ClearHash()
			a.engine.forget()
			want, wantLines := search(t, a, game(t, fen), Limits{})
			got, gotLines := search(t, b, game(t, fen), Limits{})
			if got != want || !slices.EqualFunc(timeless(gotLines), timeless(wantLines), sameInfo) {
				t.Errorf("round %d, %s: %+v and %+v", round, fen, want, got)
			}
		}
		if round%2 == 0 {
			a.NewGame()
			b.NewGame()
		}
	}
	a.SetElo(1500)
	for range 20 {
		a.NewGame()
		r, _ := search(t, a, game(t, varied[1]), Limits{})
		scores[r.Score]++
	}
	if len(scores) < 10 {
		t.Errorf("%d different judgements in 20 games", len(scores))
	}
}

// TestLimitedGamesDiffer checks that at every level one game after the other from the same position takes another course, though
// nothing is drawn by lot within a game.
func TestLimitedGamesDiffer(t *testing.T) {
	const games, plies = 6, 12
	white, black := newLimited(t, 1), newLimited(t, 2)
	for _, elo := range []int{MinElo, 1200, 1800, 2000} {
		courses := map[string]bool{}
		white.SetElo(elo)
		black.SetElo(elo)
		for range games {
			white.NewGame()
			black.NewGame()
			g, course := game(t, board.StartFEN), ""
			mover, other := white, black
			for range plies {
				r, _ := search(t, mover, g, Limits{})
				course += movegen.FormatMove(&g.Position, r.Best, false)
				g.Play(r.Best)
				mover, other = other, mover
			}
			courses[course] = true
		}
		if len(courses) < games-1 {
			t.Errorf("Elo %d: %d different games of %d", elo, len(courses), games)
		}
	}
}

// TestLimitedNodes checks that a better player looks at more nodes, and none at many.
func TestLimitedNodes(t *testing.T) {
	p := newLimited(t, 3)
	before := uint64(0)
	for elo := MinElo; elo <= quickElo; elo += 250 {
		p.SetElo(elo)
		sum := uint64(0)
		for _, fen := range varied {
			p.NewGame()
			r, _ := search(t, p, game(t, fen), Limits{})
			sum += r.Nodes
			if r.Depth == 0 {
				t.Errorf("%s, Elo %d: not every move was looked at: %+v", fen, elo, r)
			}
		}
		if sum <= before {
			t.Errorf("Elo %d: %d nodes, and %d for less", elo, sum, before)
		}
		before = sum
	}
}

// TestLimitedObeys checks that a limited search obeys all other limits, and reports lines that hold.
func TestLimitedObeys(t *testing.T) {
	p := newLimited(t, 9)
	for _, elo := range []int{MinElo, 1700, quickElo} {
		p.SetElo(elo)
		for _, fen := range varied {
			g := game(t, fen)
			r, _ := search(t, p, g, Limits{Nodes: 5})
			if r.Nodes != 5 {
				t.Errorf("%s: %d nodes instead of 5", fen, r.Nodes)
			}
			if r, _ = search(t, p, g, Limits{Depth: 1}); r.Depth != 1 {
				t.Errorf("%s: depth %d instead of 1", fen, r.Depth)
			}
			if _, lines := search(t, p, g, Limits{MultiPV: 3}); lines[len(lines)-1].MultiPV != min(3, len(legalMoves(&g.Position))) {
				t.Errorf("%s: the last line is %+v", fen, lines[len(lines)-1])
			}
			last := legalMoves(&g.Position)
			last = last[len(last)-1:]
			if r, _ = search(t, p, g, Limits{SearchMoves: last}); r.Best != last[0] {
				t.Errorf("%s: %v instead of the only move allowed, %v", fen, r.Best, last[0])
			}
			search(t, p, g, Limits{Clock: true, Time: 1})
			search(t, p, g, Limits{Clock: true, Time: -time.Second})
			search(t, p, g, Limits{MoveTime: time.Hour}) // which is not used up
		}
	}
	for _, s := range shortSearches[:1] { // no legal move
		if r, _ := search(t, p, game(t, s.fen), Limits{}); r.Best != board.NoMove {
			t.Errorf("%s: %+v", s.fen, r)
		}
	}
}

// TestLimitedWaits checks that a limited player answers to ponderhit and stop, and not before, though its search has
// long ended.
func TestLimitedWaits(t *testing.T) {
	p := newLimited(t, 1)
	for _, release := range []func(*running){(*running).hit, func(s *running) { s.stop() }} {
		s := start(t, p, game(t, varied[1]), Limits{Clock: true, Time: time.Second}, true, Reporter{})
		s.expectSilence(t, 20*time.Millisecond)
		release(s)
		if r := s.wait(); r.Best == board.NoMove {
			t.Errorf("no move: %+v", r)
		}
	}
}

// TestLimitedIsNoFool checks what even weak players do not miss: a mate in one at any level, and above 1200 a queen that can
// be taken or saved.
func TestLimitedIsNoFool(t *testing.T) {
	requireSelective(t)
	for _, test := range []struct {
		name, fen string
		least     int
		fits      func(p *board.Position, m board.Move) bool
	}{
		{"mate in one", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", MinElo, mates},
		{"mate on the back rank", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", MinElo, mates},
		{"hanging queen", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3", seesQueens + 50, takesQueen},
		{"queen attacked by a knight", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", seesQueens + 50, keepsQueen},
	} {
		p := newLimited(t, 11)
		g := game(t, test.fen)
		for elo := test.least; elo <= quickElo; elo += 50 {
			p.SetElo(elo)
			for range 20 {
				p.NewGame()
				if r, _ := search(t, p, g, Limits{}); !test.fits(&g.Position, r.Best) {
					t.Errorf("%s, Elo %d: %s", test.name, elo, movegen.FormatMove(&g.Position, r.Best, false))
				}
			}
		}
	}
}

func mates(p *board.Position, m board.Move) bool {
	var next board.Position
	p.Make(m, &next)
	return next.InCheck() && len(legalMoves(&next)) == 0
}

func takesQueen(p *board.Position, m board.Move) bool { return p.Captured(m).Type() == board.Queen }

// keepsQueen reports whether after m no capture of the queen wins material.
func keepsQueen(p *board.Position, m board.Move) bool {
	var next board.Position
	p.Make(m, &next)
	for _, reply := range legalMoves(&next) {
		if takesQueen(&next, reply) && next.SEE(reply, board.SEEValue(board.Rook)) {
			return false
		}
	}
	return true
}

// TestLimitedMates checks that every level knows how to mate a bare king.
func TestLimitedMates(t *testing.T) {
	requireSelective(t)
	strong := newEngine(t, 1, 1)
	for _, elo := range []int{MinElo, quickElo} {
		for _, fen := range []string{
			"8/8/8/4k3/8/8/Q7/K7 w - - 0 1",
			"8/8/8/4k3/8/8/1R6/K7 w - - 0 1",
			"8/8/8/4k3/8/8/8/K1BB4 w - - 0 1",
		} {
			p := newLimited(t, 4)
			p.SetElo(elo)
			g := game(t, fen)
			for len(legalMoves(&g.Position)) > 0 && g.Position.Rule50() < 100 {
				var r Result
				if g.Position.Turn() == board.White {
					r, _ = search(t, p, g, Limits{})
				} else {
					r, _ = search(t, strong, g, Limits{Nodes: 300})
				}
				g.Play(r.Best)
			}
			if !g.Position.InCheck() || len(legalMoves(&g.Position)) > 0 {
				t.Errorf("Elo %d, %s: no mate but %s", elo, fen, g.Position.FEN())
			}
		}
	}
}

// TestLimitedConverts checks that a player who is a queen up from the opening beats another of the same level.
func TestLimitedConverts(t *testing.T) {
	requireSelective(t)
	const games = 20
	white, black := newLimited(t, 0), newLimited(t, 0)
	for _, test := range []struct{ elo, least int }{{800, 12}, {1000, 15}, {1200, 15}, {1350, 15}, {1500, 17}, {1800, 19}} {
		white.SetElo(test.elo)
		black.SetElo(test.elo)
		won := 0
		for seed := range uint64(games) {
			white.Reset(seed)
			black.Reset(seed + games)
			g := game(t, "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
			mover, other := white, black
			for movegen.EndOfGame(g) == movegen.Unfinished {
				r, _ := search(t, mover, g, Limits{})
				g.Play(r.Best)
				mover, other = other, mover
			}
			if movegen.EndOfGame(g) == movegen.Checkmate && g.Position.Turn() == board.Black {
				won++
			}
		}
		t.Logf("Elo %d: %d of %d", test.elo, won, games)
		if won < test.least {
			t.Errorf("Elo %d: %d of %d games won a queen up, want %d", test.elo, won, games, test.least)
		}
	}
}

// TestLimitedReset checks that a player that is reset plays like a new one with that seed, whatever it played before.
func TestLimitedReset(t *testing.T) {
	used := newLimited(t, 5)
	used.SetElo(1500)
	different := 0
	for seed := range uint64(4) {
		used.NewGame()
		search(t, used, game(t, varied[2]), Limits{})
		used.Reset(seed)
		fresh := newLimited(t, seed)
		fresh.SetElo(1500)
		got, gotLines := search(t, used, game(t, varied[1]), Limits{})
		want, wantLines := search(t, fresh, game(t, varied[1]), Limits{})
		if got != want || !slices.EqualFunc(timeless(gotLines), timeless(wantLines), sameInfo) {
			t.Errorf("seed %d: %+v after a reset, %+v anew", seed, got, want)
		}
		used.Reset(seed + 100)
		if other, _ := search(t, used, game(t, varied[1]), Limits{}); other != got {
			different++
		}
	}
	if different == 0 {
		t.Error("the seed changes nothing")
	}
}
