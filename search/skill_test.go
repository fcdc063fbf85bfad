package search

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/testing/ci"
	"vertigo/internal/testing/playout"
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

// inSilence returns the result of a search without reports, which is faster: nothing judges its lines.
func inSilence(tb testing.TB, p searcher, g *board.Game) Result {
	tb.Helper()
	return start(tb, p, g, Limits{}, false, Reporter{}).wait()
}

// TestLevelsNetwork fails when the levels have not been measured with the present network.
func TestLevelsNetwork(t *testing.T) {
	net, err := eval.Default()
	if err != nil {
		t.Fatal(err)
	}
	if net.String() != levelsNetwork {
		t.Errorf("the network is %v, the levels were measured with %s: docs/limited-strength.md shows how", net, levelsNetwork)
	}
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
	ci.NoRace(t)
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
		r := start(t, a, game(t, varied[1]), Limits{}, false, Reporter{}).wait()
		scores[r.Score]++
	}
	if len(scores) < 10 {
		t.Errorf("%d different judgements in 20 games", len(scores))
	}
}

// TestLimitedGamesDiffer checks that at every level one game after the other from the same position takes another course, though
// nothing is drawn by lot within a game.
func TestLimitedGamesDiffer(t *testing.T) {
	ci.NoRace(t)
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
				r := inSilence(t, mover, g)
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
	ci.NoRace(t)
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
	ci.NoRace(t)
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

// TestLimitedTellsTheTruth checks that what a player of limited strength reports, even the weakest, is what a far longer search of
// full strength finds about the move, in the order of the scores.
func TestLimitedTellsTheTruth(t *testing.T) {
	ci.NoRace(t)
	requireSelective(t)
	p, strong := newLimited(t, 7), newEngine(t, 16, 1)
	count, sum := 0, 0
	for _, elo := range []int{MinElo, 1200, 2000} {
		p.SetElo(elo)
		for _, fen := range varied {
			g := game(t, fen)
			for _, multiPV := range []int{1, 3} {
				p.NewGame()
				_, lines := search(t, p, g, Limits{MultiPV: multiPV})
				last := lines[lastLines(lines):]
				if !slices.IsSortedFunc(last, func(a, b Info) int { return cmp.Compare(b.Score, a.Score) }) {
					t.Errorf("Elo %d, %s: not in order: %+v", elo, fen, last)
				}
				for _, line := range last {
					strong.NewGame()
					truth, _ := search(t, strong, g, Limits{Nodes: 15_000, SearchMoves: line.PV[:1]})
					wrong := max(line.Score-truth.Score, truth.Score-line.Score)
					if scores.IsDecisive(truth.Score) {
						continue
					}
					count, sum = count+1, sum+min(wrong, 1000)
					if wrong > 150+max(truth.Score, -truth.Score)/2 {
						t.Errorf("Elo %d, %s: score %d of %v, in truth %d", elo, fen, line.Score, line.PV, truth.Score)
					}
				}
			}
		}
	}
	if sum/count > 40 {
		t.Errorf("the scores are wrong by %d on average", sum/count)
	}
}

// TestLimitedReportsChangeNothing checks over whole games that a player makes the same moves whether it reports or not.
func TestLimitedReportsChangeNothing(t *testing.T) {
	ci.NoRace(t)
	silent, reporting := newLimited(t, 3), newLimited(t, 3)
	for _, elo := range []int{MinElo, 1500, quickElo} {
		silent.SetElo(elo)
		reporting.SetElo(elo)
		silent.NewGame()
		reporting.NewGame()
		g := game(t, board.StartFEN)
		for ply := 0; ply < 20 && movegen.EndOfGame(g) == movegen.Unfinished; ply++ {
			want := inSilence(t, silent, g)
			got, _ := search(t, reporting, g, Limits{})
			if got.Best != want.Best || got.Nodes != want.Nodes || got.Depth != want.Depth {
				t.Fatalf("Elo %d, %s: %+v with reports, %+v without", elo, g.Position.FEN(), got, want)
			}
			g.Play(got.Best)
		}
	}
}

// TestSetElo checks that an engine plays at the rating that it is set to, unless a search asks for its full strength, which has no
// trace of what the weaker player did.
func TestSetElo(t *testing.T) {
	e, undisturbed := newEngine(t, 1, 1), newEngine(t, 1, 1)
	for _, fen := range varied[:4] {
		g := game(t, fen)
		for _, elo := range []int{MinElo, 1500} {
			if err := e.SetElo(elo); err != nil {
				t.Fatal(err)
			}
			if r, _ := search(t, e, g, Limits{}); r.Nodes > 2000 {
				t.Errorf("Elo %d, %s: %+v", elo, fen, r)
			}
			got, _ := search(t, e, g, Limits{Depth: 5, FullStrength: true})
			if want, _ := search(t, undisturbed, g, Limits{Depth: 5}); got != want {
				t.Errorf("%s: %+v in between, %+v alone", fen, got, want)
			}
		}
		if err := e.SetElo(0); err != nil {
			t.Fatal(err)
		}
		got, _ := search(t, e, g, Limits{Depth: 6})
		if want, _ := search(t, undisturbed, g, Limits{Depth: 6}); got != want {
			t.Errorf("%s: %+v afterwards, %+v alone", fen, got, want)
		}
		seed := e.limited.seed
		e.NewGame()
		undisturbed.NewGame()
		if e.limited.seed == seed {
			t.Error("the next game has the same errors")
		}
	}
}

// TestLimitedWaits checks that a limited player answers to ponderhit and stop, and not before, though its search has
// long ended.
func TestLimitedWaits(t *testing.T) {
	p := newLimited(t, 1)
	for _, release := range []func(*running){(*running).hit, func(s *running) { s.stop() }} {
		for _, report := range []func(Info){nil, func(Info) {}} {
			s := start(t, p, game(t, varied[1]), Limits{Clock: true, Time: time.Second}, true, Reporter{Info: report})
			s.expectSilence(t, 20*time.Millisecond)
			release(s)
			if r := s.wait(); r.Best == board.NoMove {
				t.Errorf("no move: %+v", r)
			}
		}
	}
}

// TestLimitedIsNoFool checks what even weak players do not miss: a mate in one at any level, and above 1200 a queen that can
// be taken or saved.
func TestLimitedIsNoFool(t *testing.T) {
	ci.NoRace(t)
	requireSelective(t)
	for _, test := range []struct {
		name, fen string
		least     int
		fits      func(p *board.Position, m board.Move) bool
	}{
		{"mate in one", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", MinElo, mates},
		{"mate on the back rank", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", MinElo, mates},
		{"hanging queen", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3", seesQueensElo + 50, takesQueen},
		{"queen attacked by a knight", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", seesQueensElo + 50, keepsQueen},
	} {
		p := newLimited(t, 11)
		g := game(t, test.fen)
		for elo := test.least; elo <= quickElo; elo += 200 {
			p.SetElo(elo)
			for range 12 {
				p.NewGame()
				if r := inSilence(t, p, g); !test.fits(&g.Position, r.Best) {
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
	ci.NoRace(t)
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
					r = inSilence(t, p, g)
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
	ci.NoRace(t)
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
				r := inSilence(t, mover, g)
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

// TestLevels checks that a better player sees at least as far, errs no more and overlooks no more than a weaker one, whatever the
// numbers are, that nobody is without error, which makes games differ, and that every rating on offer lies within the table.
func TestLevels(t *testing.T) {
	if first, last := levels[0].Elo, levels[len(levels)-1].Elo; first > MinElo || last < MaxElo {
		t.Errorf("measured from %d to %d, on offer are %d to %d", first, last, MinElo, MaxElo)
	}
	for i := 1; i < len(levels); i++ {
		if levels[i].Elo <= levels[i-1].Elo {
			t.Errorf("%+v follows %+v", levels[i], levels[i-1])
		}
	}
	weaker := LevelOf(MinElo)
	for elo := MinElo + 1; elo <= MaxElo; elo++ {
		v := LevelOf(elo)
		if v.Elo != elo || v.Nodes < weaker.Nodes || v.Error > weaker.Error || v.Blind > weaker.Blind || v.Blind < 0 || v.Nodes < 1 || v.Error < 1 {
			t.Fatalf("%+v follows %+v", v, weaker)
		}
		if before := LevelOf(elo - 100); elo >= MinElo+100 && v.Nodes == before.Nodes && v.Error == before.Error {
			t.Fatalf("%+v is as strong as %+v", v, before)
		}
		weaker = v
	}
	for _, v := range levels {
		if got := LevelOf(v.Elo); got != v {
			t.Errorf("measured was %+v, played is %+v", v, got)
		}
	}
	if low, high := LevelOf(0), LevelOf(10_000); low != levels[0] || high != levels[len(levels)-1] {
		t.Errorf("beyond the table: %+v and %+v", low, high)
	}
}

// TestDistortionSize checks that the error has no preference for either side and the standard deviation that it says, less where
// there are fewer pieces.
func TestDistortionSize(t *testing.T) {
	const size, count = 100, 20_000
	rng := rand.New(rand.NewPCG(1, 2))
	g := game(t, board.StartFEN)
	few := game(t, "8/5pk1/6p1/8/6P1/5K2/8/8 w - - 0 1")
	deviation := func(p *board.Position) (mean, deviation float64) {
		sum, squares := 0.0, 0.0
		for range count {
			d := float64((&skill{seed: rng.Uint64(), evalError: size}).distort(p, 0))
			sum, squares = sum+d, squares+d*d
		}
		return sum / count, math.Sqrt(squares / count)
	}
	if mean, dev := deviation(&g.Position); math.Abs(mean) > 3 || math.Abs(dev-size) > 3 {
		t.Errorf("32 pieces: mean %.1f, standard deviation %.1f instead of %d", mean, dev, size)
	}
	if mean, dev := deviation(&few.Position); math.Abs(mean) > 1 || math.Abs(dev-size*5/32) > 2 {
		t.Errorf("5 pieces: mean %.1f, standard deviation %.1f instead of %d", mean, dev, size*5/32)
	}
}

// TestDistortionIsConsistent checks that the error depends only on game and position: both sides see the same error, a
// position has always the same one, and it changes little by little as pieces move.
func TestDistortionIsConsistent(t *testing.T) {
	b, other := skill{seed: 7, evalError: 100}, skill{seed: 8, evalError: 100}
	related, unrelated, different := 0.0, 0.0, 0
	var before board.Position
	for q := range playout.Positions(3, 200) {
		p := *q
		if !p.InCheck() {
			var passed board.Position
			p.MakeNull(&passed)
			if d, e := b.distort(&p, 0), b.distort(&passed, 0); d != -e {
				t.Fatalf("%s: %d for one side, %d for the other", p.FEN(), d, e)
			}
		}
		d := b.distort(&p, 0)
		if half := b.distort(&p, evenScore) - evenScore; max(half-d/2, d/2-half) > 1 {
			t.Fatalf("%s: the error is %d, and %d where one side is winning", p.FEN(), d, half)
		}
		if d != other.distort(&p, 0) {
			different++
		}
		if moves := legalMoves(&p); len(moves) > 0 {
			m := moves[0]
			var next board.Position
			p.Make(m, &next)
			step := float64(d + b.distort(&next, 0)) // the sides change
			related += step * step
		}
		if before.Occupied() != 0 {
			step := float64(d - b.distort(&before, 0))
			unrelated += step * step
		}
		before = p
	}
	if different < 190 {
		t.Errorf("two games differ in %d of 200 positions", different)
	}
	if related > unrelated*3/4 {
		t.Errorf("a move changes the error by %.0f, anything by %.0f", related, unrelated)
	}
	g := game(t, board.StartFEN)
	for _, score := range []int{-eval.MaxScore, eval.MaxScore} {
		for seed := range uint64(50) {
			if d := (&skill{seed: seed, evalError: 1000}).distort(&g.Position, score); d > eval.MaxScore || d < -eval.MaxScore {
				t.Fatalf("%d becomes %d, which is no evaluation", score, d)
			}
		}
	}
}

// TestErrorsHideNoQueen checks that the players who see every capture of a queen never think better of a position in which
// they have lost theirs, unless they are wrong by more than two standard deviations about both.
func TestErrorsHideNoQueen(t *testing.T) {
	const queen = 1000 // less than she is worth to the network
	p := board.StartPosition()
	for elo := seesQueensElo; elo <= MaxElo; elo += 50 {
		v := LevelOf(elo)
		wrong := 0
		for seed := range uint64(1000) {
			before, after := skill{seed: seed, evalError: v.Error}, skill{seed: seed + 1000, evalError: v.Error}
			if after.distort(&p, -queen) >= before.distort(&p, 0) {
				wrong++
			}
		}
		if wrong > 25 {
			t.Errorf("Elo %d: the loss of a queen is hidden in %d of 1000 positions", elo, wrong)
		}
	}
}

// TestTechnique checks that against a bare king all but the best levels are one player, whom TestLimitedMates lets mate.
func TestTechnique(t *testing.T) {
	bare := game(t, "8/8/8/4k3/8/8/Q7/K7 w - - 0 1")
	for _, v := range levels {
		got := v.against(&bare.Position)
		if got.Nodes < techniqueNodes || got.Nodes < v.Nodes || got.Error != 0 || got.Blind != 0 {
			t.Errorf("%+v plays as %+v", v, got)
		}
		if start := board.StartPosition(); v.against(&start) != v {
			t.Errorf("%+v plays the opening as %+v", v, v.against(&start))
		}
	}
}

// TestLimitNodesKeepsLimits checks that the limits of the caller stay in force.
func TestLimitNodesKeepsLimits(t *testing.T) {
	l := Limits{Depth: 3, Nodes: 17, SoftNodes: 5, Mate: 2, MultiPV: 4}
	start := board.StartPosition()
	l.limitNodes(LevelOf(2000).Nodes, len(allowedMoves(&start, l.SearchMoves)))
	if l.Depth != 3 || l.Nodes != 17 || l.SoftNodes != 5 || l.Mate != 2 || l.MultiPV != 4 {
		t.Errorf("%+v", l)
	}
	one, four := Limits{}, Limits{MultiPV: 4}
	one.limitNodes(LevelOf(2000).Nodes, len(allowedMoves(&start, one.SearchMoves)))
	four.limitNodes(LevelOf(2000).Nodes, len(allowedMoves(&start, four.SearchMoves)))
	if one.SoftNodes != uint64(LevelOf(2000).Nodes) || four.SoftNodes != 4*one.SoftNodes {
		t.Errorf("%d nodes for a line, %d for four", one.SoftNodes, four.SoftNodes)
	}
	only := legalMoves(&start)[:1]
	many, single := Limits{MultiPV: 256}, Limits{MultiPV: 256, SearchMoves: only}
	many.limitNodes(LevelOf(2000).Nodes, len(allowedMoves(&start, many.SearchMoves)))
	single.limitNodes(LevelOf(2000).Nodes, len(allowedMoves(&start, single.SearchMoves)))
	if many.SoftNodes != 20*one.SoftNodes || single.SoftNodes != one.SoftNodes {
		t.Errorf("%d nodes for a line, %d for all 20 moves, %d for a single one", one.SoftNodes, many.SoftNodes, single.SoftNodes)
	}
}

// TestOversights checks that a worse player overlooks more, that the obscure is overlooked rather than the obvious, and that
// nobody overlooks an answer to a check or that he can take back.
func TestOversights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	missed := map[int]int{}
	obscure, obvious, moves := 0, 0, 0
	for p := range playout.Positions(3, 400) {
		list := legalMoves(p)
		if len(list) == 0 {
			continue
		}
		last := list[0]
		var q board.Position
		p.Make(last, &q)
		for _, m := range legalMoves(&q) {
			moves++
			seed := rng.Uint64()
			for _, blind := range []int{0, 20, 50, 100} {
				if !(&skill{seed: seed, blind: blind}).overlooks(&q, m, last) {
					continue
				}
				missed[blind]++
				if q.InCheck() || m.To() == last.To() {
					t.Fatalf("%s, %v: %v is overlooked", p.FEN(), last, m)
				}
				if blind == 50 && obscurity(&q, m, last) > 50 {
					obscure++
				} else if blind == 50 {
					obvious++
				}
			}
		}
	}
	if missed[0] != 0 || missed[20]*2 > missed[50] || missed[50]*3 > missed[100]*2 || missed[100] > moves*9/10 {
		t.Errorf("of %d moves overlooked: %v", moves, missed)
	}
	if obvious == 0 || obscure < 2*obvious {
		t.Errorf("%d obscure moves are overlooked, %d obvious ones", obscure, obvious)
	}
}

// TestObscurity checks what makes a move hard to see.
func TestObscurity(t *testing.T) {
	g := game(t, "6k1/1b4pp/8/3n4/8/8/Rq3PPP/4Q1K1 w - - 0 1")
	last := parseMove(t, &g.Position, "a2a1")
	play(t, g, "a2a1")
	score := func(m string) int { return obscurity(&g.Position, parseMove(t, &g.Position, m), last) }
	for _, test := range []struct{ obvious, obscure string }{
		{"d5c3", "d5f4"}, // a knight where White has just moved, and one on the other wing
		{"b2b5", "b2b6"}, // three squares back, and four
		{"b7a6", "d5b6"}, // a bishop, and a knight that goes back
		{"b2a1", "b2b6"}, // the capture of a rook, and a quiet move
	} {
		if a, b := score(test.obvious), score(test.obscure); a >= b {
			t.Errorf("%s is %d obscure, %s %d", test.obvious, a, test.obscure, b)
		}
	}
}

// TestWithoutMoves checks that a player who overlooks all moves of a position takes it neither for mate nor for stalemate.
func TestWithoutMoves(t *testing.T) {
	p := newLimited(t, 1)
	thread := p.engine.threads[0]
	for _, test := range []struct {
		name, fen string
		want      int
	}{
		{"moves", board.StartFEN, 77},
		{"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", scores.Draw},
		{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", -scores.Mate + 3},
	} {
		g := game(t, test.fen)
		n := node{frame: thread.stack(3), ply: 3}
		n.frame.position, n.frame.staticEval = g.Position, 77
		thread.engine.skill = skill{seed: 1, blind: 100}
		if got := thread.noMovesScore(&n); got != test.want {
			t.Errorf("%s: %d instead of %d", test.name, got, test.want)
		}
	}
}

// TestLosesQueen checks which moves leave the queen hanging.
func TestLosesQueen(t *testing.T) {
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"left where a knight attacks her", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "g8f6", true},
		{"moved away", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3", "d5a5", false},
		{"exchanged", "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4", "d1d8", false},
		{"given for a rook and a pawn, nearly", "3r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1", "d2d8", false},
		{"given for a pawn", "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", true},
		{"a pawn that promotes is lost, no queen", "4r1k1/3P4/8/8/8/8/8/6K1 w - - 0 1", "d7d8q", false},
		{"attacked by a pinned man", "4k3/4n3/8/3Q4/8/8/8/4RK2 w - - 0 1", "f1g1", false},
		{"mate", "6k1/4pppp/8/8/8/8/8/Q5K1 w - - 0 1", "a1a8", false},
	} {
		g := game(t, test.fen)
		if got := LosesQueen(&g.Position, parseMove(t, &g.Position, test.move)); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// TestCaution lets players of every level above 1200 play against each other: nobody leaves the queen where she can be taken,
// unless he must, sees a mate, or judges too well to need a rule.
func TestCaution(t *testing.T) {
	ci.NoRace(t)
	requireSelective(t)
	p := newLimited(t, 2)
	spared := 0
	for elo := seesQueensElo; LevelOf(elo).guardsQueens(); elo += 100 {
		p.SetElo(elo)
		p.NewGame()
		g := game(t, board.StartFEN)
		for movegen.EndOfGame(g) == movegen.Unfinished {
			position := g.Position
			moves := legalMoves(&position)
			losing := 0
			for _, m := range moves {
				if LosesQueen(&position, m) {
					losing++
				}
			}
			r := inSilence(t, p, g)
			if !scores.IsMate(r.Score) && losing < len(moves) && LosesQueen(&position, r.Best) {
				t.Errorf("Elo %d, %s: %s", elo, position.FEN(), movegen.FormatMove(&position, r.Best, false))
			}
			if 0 < losing && losing < len(moves) {
				spared++
			}
			g.Play(r.Best)
		}
	}
	if spared < 50 {
		t.Errorf("the queen could be lost in %d positions only", spared)
	}
}

// TestGuardQueens checks that at least one move is left, and as many as there are lines to report, and that the moves of the
// caller are kept to.
func TestGuardQueens(t *testing.T) {
	g := game(t, "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3")
	p := &g.Position
	seesNone := func([]board.Move) board.Move { return board.NoMove }
	loses, spares := parseMove(t, p, "g8f6"), parseMove(t, p, "d5a5")
	for _, test := range []struct {
		name   string
		limits Limits
		want   []board.Move
	}{
		{"no other move", Limits{SearchMoves: []board.Move{loses}}, []board.Move{loses}},
		{"one other move", Limits{SearchMoves: []board.Move{loses, spares}}, []board.Move{spares}},
		{"two lines", Limits{MultiPV: 2, SearchMoves: []board.Move{loses, spares}}, []board.Move{loses, spares}},
		{"more lines than moves", Limits{MultiPV: 9, SearchMoves: []board.Move{spares}}, []board.Move{spares}},
	} {
		l := test.limits
		if l.guardQueens(p, allowedMoves(p, l.SearchMoves), seesNone); !slices.Equal(l.SearchMoves, test.want) {
			t.Errorf("%s: %v, want %v", test.name, l.SearchMoves, test.want)
		}
	}
	l := Limits{SearchMoves: []board.Move{loses, spares}}
	if l.guardQueens(p, allowedMoves(p, l.SearchMoves), func(moves []board.Move) board.Move { return moves[0] }); !slices.Equal(l.SearchMoves, []board.Move{spares, loses}) {
		t.Errorf("a mate is seen: %v", l.SearchMoves)
	}
	var all Limits
	all.guardQueens(p, allowedMoves(p, all.SearchMoves), seesNone)
	if n := len(all.SearchMoves); n == 0 || n >= len(legalMoves(p)) || slices.ContainsFunc(all.SearchMoves, func(m board.Move) bool { return LosesQueen(p, m) }) {
		t.Errorf("%v are left", all.SearchMoves)
	}
}

// TestTakeQueen checks that a queen who hangs is taken, in whichever way, unless a mate is seen or the caller forbids it.
func TestTakeQueen(t *testing.T) {
	g := game(t, "6k1/5ppp/8/3q4/8/2N1B3/5PPP/1R4K1 w - - 0 1")
	p := &g.Position
	takes, mate := parseMove(t, p, "c3d5"), parseMove(t, p, "b1b8")
	seesNone := func([]board.Move) board.Move { return board.NoMove }
	for _, test := range []struct {
		name     string
		limits   Limits
		seesMate func([]board.Move) board.Move
		want     []board.Move
	}{
		{"all moves", Limits{}, seesNone, []board.Move{takes}},
		{"a mate is seen", Limits{}, func([]board.Move) board.Move { return mate }, []board.Move{takes, mate}},
		{"another move is asked for", Limits{SearchMoves: []board.Move{mate}}, seesNone, []board.Move{mate}},
		{"two lines", Limits{MultiPV: 2}, seesNone, nil},
	} {
		l := test.limits
		if l.guardQueens(p, allowedMoves(p, l.SearchMoves), test.seesMate); !slices.Equal(l.SearchMoves, test.want) {
			t.Errorf("%s: %v, want %v", test.name, l.SearchMoves, test.want)
		}
	}
	exchange := game(t, "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4")
	if m := parseMove(t, &exchange.Position, "d1d8"); winsQueen(&exchange.Position, m) {
		t.Error("an exchange of queens wins one")
	}
}

// TestSacrifice checks that a cautious player gives the queen for a mate that they see.
func TestSacrifice(t *testing.T) {
	requireSelective(t)
	p := newLimited(t, 3)
	p.SetElo(1800)
	g := game(t, "5r1k/4N1pp/8/7Q/8/3R4/8/6K1 w - - 0 1")
	mate := parseMove(t, &g.Position, "h5h7")
	if !LosesQueen(&g.Position, mate) || !p.level.guardsQueens() {
		t.Fatal("nothing is sacrificed, or nobody minds")
	}
	for range 20 {
		p.NewGame()
		if r, _ := search(t, p, g, Limits{}); r.Best != mate || r.Score != scores.Mate-3 {
			t.Errorf("%v with score %d", r.Best, r.Score)
		}
	}
}
