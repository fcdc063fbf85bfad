package limited

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/search"
)

// quickElo is the best rating whose searches are short enough for tests of many.
const quickElo = 2300

// positions are of several kinds.
var positions = []string{
	board.StartFEN,
	"r2q1rk1/1bp1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10",
	"2r2rk1/1p3pp1/p2p3p/3Pp3/1q2P1Q1/1P3P2/P1R3PP/2R3K1 w - - 0 25",
	"8/8/3k4/1p1p2p1/1P1P2P1/3K1B2/8/5n2 b - - 0 50",
}

func newPlayer(tb testing.TB, seed uint64) *Player {
	tb.Helper()
	y := must.Get(New(seed))(tb)
	tb.Cleanup(y.Close)
	return y
}

func game(tb testing.TB, fen string) *board.Game { return board.NewGame(playout.Parse(tb, fen)) }

func parseMove(tb testing.TB, p *board.Position, text string) board.Move {
	tb.Helper()
	return must.Get(movegen.ParseMove(p, text))(tb)
}

// think returns the result of a search, and its last lines without times if it reports.
func think(tb testing.TB, y *Player, g *board.Game, l search.Limits, reports bool) (r search.Result, lines []search.Info) {
	tb.Helper()
	var reporter search.Reporter
	if reports {
		reporter.Info = func(i search.Info) {
			i.PV, i.Time = slices.Clone(i.PV), 0
			lines = append(lines[:i.MultiPV-1], i)
		}
	}
	return y.Search(tb.Context(), g, l, reporter), lines
}

// TestLevels checks that a better player sees at least as far, errs no more and overlooks no more than a weaker one, whatever the
// numbers are, that nobody is without error, which makes games differ, that every rating on offer lies within the table, and that
// this was measured with the present network.
func TestLevels(t *testing.T) {
	net := must.Get(eval.Default())(t)
	must.Equal(t, net.String(), levelsNetwork, net)
	if first, last := levels[0].Elo, levels[len(levels)-1].Elo; first > MinElo || last < MaxElo {
		t.Errorf("measured from %d to %d, on offer are %d to %d", first, last, MinElo, MaxElo)
	}
	weaker := LevelOf(MinElo)
	for elo := MinElo + 1; elo <= MaxElo; elo++ {
		v := LevelOf(elo)
		if v.Elo != elo || v.Nodes < max(weaker.Nodes, 1) || v.Error > weaker.Error || v.Error < 1 || v.Blind > weaker.Blind || v.Blind < 0 {
			t.Fatalf("%+v follows %+v", v, weaker)
		}
		if before := LevelOf(elo - 100); elo >= MinElo+100 && v.Nodes == before.Nodes && v.Error == before.Error {
			t.Fatalf("%+v is as strong as %+v", v, before)
		}
		weaker = v
	}
	for _, v := range levels {
		must.Equal(t, LevelOf(v.Elo), v, "measured was")
	}
	if low, high := LevelOf(0), LevelOf(10_000); low != levels[0] || high != levels[len(levels)-1] {
		t.Errorf("beyond the table: %+v and %+v", low, high)
	}
}

// TestSeed checks that the seed, the number of the game and the rating decide what is played and reported, not what was searched
// before; and that games differ.
func TestSeed(t *testing.T) {
	testfiles.NoRace(t)
	used, different := newPlayer(t, 5), map[int]bool{}
	for seed := range uint64(8) {
		used.SetElo(MaxElo)
		think(t, used, game(t, positions[2]), search.Limits{Depth: 4}, false)
		used.NewGame()
		used.SetElo(1500)
		think(t, used, game(t, positions[2]), search.Limits{}, true)
		used.Reset(seed)
		fresh := newPlayer(t, seed)
		fresh.SetElo(1500)
		for range 2 {
			got, gotLines := think(t, used, game(t, positions[1]), search.Limits{MultiPV: 2}, true)
			want, wantLines := think(t, fresh, game(t, positions[1]), search.Limits{MultiPV: 2}, true)
			same := func(a, b search.Info) bool { return a.Score == b.Score && slices.Equal(a.PV, b.PV) }
			if got != want || !slices.EqualFunc(gotLines, wantLines, same) {
				t.Errorf("seed %d: %+v, and %+v by a new player", seed, got, want)
			}
			used.NewGame()
			fresh.NewGame()
			used.Forget()
			r, _ := think(t, used, game(t, positions[1]), search.Limits{}, false)
			different[r.Score] = true
			used.Reset(seed)
			used.NewGame()
		}
	}
	if len(different) < 10 {
		t.Errorf("%d different judgements in 16 games", len(different))
	}
}

// TestObeys checks that all limits hold, and that a player who does not have others looks at as many nodes as the level says, for
// each line.
func TestObeys(t *testing.T) {
	y := newPlayer(t, 9)
	for _, elo := range []int{MinElo, 1700, quickElo} {
		y.SetElo(elo)
		for _, fen := range positions {
			g := game(t, fen)
			if r, _ := think(t, y, g, search.Limits{Nodes: 5}, true); r.Nodes != 5 {
				t.Errorf("Elo %d, %s: %d nodes instead of 5", elo, fen, r.Nodes)
			}
			if r, _ := think(t, y, g, search.Limits{Depth: 1}, true); r.Depth != 1 {
				t.Errorf("Elo %d, %s: depth %d instead of 1", elo, fen, r.Depth)
			}
			last := allowedMoves(&g.Position, nil)
			last = last[len(last)-1:]
			r, _ := think(t, y, g, search.Limits{SearchMoves: last, MoveTime: time.Hour}, true)
			if r.Best != last[0] || r.Ponder == board.NoMove {
				t.Errorf("Elo %d, %s: %+v, allowed was %v", elo, fen, r, last)
			}
			for _, lines := range []int{1, 3} {
				y.NewGame()
				r, reported := think(t, y, g, search.Limits{MultiPV: lines, Clock: true, Time: time.Minute}, true)
				level := uint64(LevelOf(elo).Nodes * lines)
				if len(reported) != lines || r.Nodes < level || r.Nodes > max(10*level, leastHardNodes) {
					t.Errorf("Elo %d, %s: %d lines, want %d; %d nodes for a level of %d", elo, fen, len(reported), lines, r.Nodes, level)
				}
			}
		}
	}
	r, lines := think(t, y, game(t, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), search.Limits{}, true)
	if r.Best != board.NoMove || lines[0].Score != -scores.Mate {
		t.Errorf("without a legal move: %+v, %+v", r, lines)
	}
	for _, test := range []struct{ given, want search.Limits }{
		{search.Limits{}, search.Limits{SoftNodes: 2000, Nodes: 20_000}}, // no iteration lasts for ever
		{search.Limits{MultiPV: 4}, search.Limits{MultiPV: 4, SoftNodes: 8000, Nodes: 80_000}},
		{search.Limits{SoftNodes: 5, Nodes: 7}, search.Limits{SoftNodes: 5, Nodes: 7}},
	} {
		l := test.given
		limitNodes(&l, 2000, 20)
		must.Equal(t, l, test.want, test.given)
	}
}

// TestSaysTheTruth checks that what a player reports, even the weakest, is what a far longer search of full strength finds about
// the move, in the order of the scores, and that reports do not change the choice.
func TestSaysTheTruth(t *testing.T) {
	testfiles.NoRace(t)
	y := newPlayer(t, 7)
	strong := must.Get(search.NewEngine(16, 1))(t)
	defer strong.Close()
	count, sum := 0, 0
	for _, elo := range []int{MinElo, 1200, 2000} {
		for _, fen := range positions {
			g := game(t, fen)
			for _, multiPV := range []int{1, 3} {
				y.SetElo(elo)
				y.Reset(uint64(elo))
				silent, _ := think(t, y, g, search.Limits{MultiPV: multiPV}, false)
				y.Reset(uint64(elo))
				r, lines := think(t, y, g, search.Limits{MultiPV: multiPV}, true)
				if r.Best != silent.Best || r.Nodes != silent.Nodes {
					t.Errorf("Elo %d, %s: %+v with reports, %+v without", elo, fen, r, silent)
				}
				if !slices.IsSortedFunc(lines, func(a, b search.Info) int { return cmp.Compare(b.Score, a.Score) }) {
					t.Errorf("Elo %d, %s: not in order: %+v", elo, fen, lines)
				}
				if !slices.ContainsFunc(lines, func(i search.Info) bool { return i.PV[0] == r.Best && i.Score == r.Score }) {
					t.Errorf("Elo %d, %s: %+v is not among %+v", elo, fen, r, lines)
				}
				for _, line := range lines {
					strong.NewGame()
					alone := search.Limits{Nodes: 15_000, SearchMoves: line.PV[:1]}
					truth := strong.Search(t.Context(), g, alone, search.Reporter{}).Score
					wrong := max(line.Score-truth, truth-line.Score)
					count, sum = count+1, sum+min(wrong, 1000)
					if wrong > 150+max(truth, -truth)/2 {
						t.Errorf("Elo %d, %s: score %d of %v, in truth %d", elo, fen, line.Score, line.PV, truth)
					}
				}
			}
		}
	}
	if sum/count > 40 {
		t.Errorf("the scores are wrong by %d on average", sum/count)
	}
}

// TestWaits checks that a player answers to ponderhit and stop, and not before, though the search has long ended.
func TestWaits(t *testing.T) {
	for _, ponder := range []bool{true, false} {
		y := newPlayer(t, 1)
		ctx, stop := context.WithCancel(t.Context())
		reported, hit, answer := make(chan bool, 99), make(chan time.Time, 1), make(chan search.Result, 1)
		l := search.Limits{Clock: true, Time: time.Second, PonderHit: hit}
		go func() {
			answer <- y.Search(ctx, game(t, positions[1]), l, search.Reporter{Info: func(search.Info) { reported <- true }})
		}()
		<-reported // the move is chosen by then
		select {
		case r := <-answer:
			t.Errorf("an answer before it was asked for: %+v", r)
		default:
		}
		if ponder {
			hit <- time.Now()
		} else {
			stop()
		}
		if r := <-answer; r.Best == board.NoMove {
			t.Errorf("no move: %+v", r)
		}
		stop()
	}
}

// TestIsNoFool checks what even weak players do not miss: a mate in one at any level, and from 1200 on a queen that can be taken
// or saved, unless she is given for a mate.
func TestIsNoFool(t *testing.T) {
	testfiles.NoRace(t)
	const scholar = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR "
	for _, test := range []struct {
		name, fen string
		least     int
		fits      func(p *board.Position, m board.Move) bool
	}{
		{"mate in one", "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", MinElo, mates},
		{"mate on the back rank", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", MinElo, mates},
		{"hanging queen", scholar + "w KQkq - 0 3", seesQueensElo + 50, winsQueen},
		{"queen attacked by a knight", scholar + "b KQkq - 1 3", seesQueensElo + 50,
			func(p *board.Position, m board.Move) bool { return !LosesQueen(p, m) }},
		{"sacrifice", "5r1k/4N1pp/8/7Q/8/3R4/8/6K1 w - - 0 1", 1800, func(p *board.Position, m board.Move) bool {
			return p.At(m.From()).Type() == board.Queen && LosesQueen(p, m)
		}},
	} {
		y, g := newPlayer(t, 11), game(t, test.fen)
		for elo := test.least; elo <= quickElo; elo += 200 {
			y.SetElo(elo)
			for range 12 {
				y.NewGame()
				if r, _ := think(t, y, g, search.Limits{}, false); !test.fits(&g.Position, r.Best) {
					t.Errorf("%s, Elo %d: %s", test.name, elo, movegen.FormatMove(&g.Position, r.Best, false))
				}
			}
		}
	}
}

func mates(p *board.Position, m board.Move) bool {
	var next board.Position
	p.Make(m, &next)
	return movegen.EndOf(&next) == movegen.Checkmate
}

// TestMates checks that the weakest player, and one without need, know how to mate a bare king.
func TestMates(t *testing.T) {
	testfiles.NoRace(t)
	strong := must.Get(search.NewEngine(1, 1))(t)
	defer strong.Close()
	for _, elo := range []int{MinElo, quickElo} {
		for _, fen := range []string{"8/8/8/4k3/8/8/1R6/K7 w - - 0 1", "8/8/8/4k3/8/8/8/K1BB4 w - - 0 1"} {
			y, g := newPlayer(t, 4), game(t, fen)
			for y.SetElo(elo); movegen.EndOfGame(g) == movegen.Unfinished; {
				r, _ := think(t, y, g, search.Limits{}, false)
				if g.Position.Turn() == board.Black {
					r = strong.Search(t.Context(), g, search.Limits{Nodes: 300}, search.Reporter{})
				}
				g.Play(r.Best)
			}
			must.Equal(t, movegen.EndOfGame(g), movegen.Checkmate, elo, fen, g.Position.FEN())
		}
	}
}

// TestMisjudge checks that the error has no preference for either side and the standard deviation that it says, less where there
// are fewer pieces or one side is winning; that both sides see the same one; and that a move changes it less than anything else
// does.
func TestMisjudge(t *testing.T) {
	const size, count = 100, 20_000
	rng := rand.New(rand.NewPCG(1, 2))
	for fen, want := range map[string]float64{board.StartFEN: size, "8/5pk1/6p1/8/6P1/5K2/8/8 w - - 0 1": size * 5 / 32.0} {
		p, sum, squares := playout.Parse(t, fen), 0.0, 0.0
		for range count {
			d := float64((&flaws{seed: rng.Uint64(), evaluation: size}).misjudge(&p, 0))
			sum, squares = sum+d, squares+d*d
		}
		if mean, dev := sum/count, math.Sqrt(squares/count); math.Abs(mean) > 3 || math.Abs(dev-want) > 3 {
			t.Errorf("%s: mean %.1f, standard deviation %.1f instead of %.1f", fen, mean, dev, want)
		}
	}
	e := flaws{seed: 7, evaluation: 100}
	related, unrelated := 0.0, 0.0
	var before board.Position
	for q := range playout.Positions(3, 200) {
		p := *q
		d := e.misjudge(&p, 0)
		if half := e.misjudge(&p, halvingScore) - halvingScore; max(half-d/2, d/2-half) > 1 {
			t.Fatalf("%s: the error is %d, and %d where one side is winning", p.FEN(), d, half)
		}
		var next board.Position
		if !p.InCheck() {
			if p.MakeNull(&next); d != -e.misjudge(&next, 0) {
				t.Fatalf("%s: %d for one side, %d for the other", p.FEN(), d, e.misjudge(&next, 0))
			}
		}
		if moves := allowedMoves(&p, nil); len(moves) > 0 && before.Occupied() != 0 {
			p.Make(moves[0], &next)
			step, other := float64(d+e.misjudge(&next, 0)), float64(d-e.misjudge(&before, 0)) // the sides change
			related, unrelated = related+step*step, unrelated+other*other
		}
		before = p
	}
	if related > unrelated*3/4 {
		t.Errorf("a move changes the error by %.0f, anything by %.0f", related, unrelated)
	}
	start := board.StartPosition()
	for seed := range uint64(50) {
		if d := (&flaws{seed: seed, evaluation: 1000}).misjudge(&start, eval.MaxScore); d > eval.MaxScore {
			t.Fatalf("%d is no evaluation", d)
		}
	}
}

// TestOversights checks that a worse player overlooks more, that the obscure is overlooked rather than the obvious, and that
// nobody overlooks an answer to a check or a recapture, or a queen if they see her.
func TestOversights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	missed := map[int]int{}
	obscure, obvious, moves := 0, 0, 0
	for p := range playout.Positions(3, 400) {
		list := allowedMoves(p, nil)
		if len(list) == 0 {
			continue
		}
		last := list[0]
		var q board.Position
		p.Make(last, &q)
		for _, m := range allowedMoves(&q, nil) {
			moves++
			seed := rng.Uint64()
			for _, blind := range []int{0, 20, 50, 100} {
				if !(&flaws{seed: seed, blind: blind, seesQueens: true}).isBlindTo(&q, m, last) {
					continue
				}
				missed[blind]++
				if q.InCheck() || m.To() == last.To() || q.Captured(m).Type() == board.Queen {
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
	p := playout.Parse(t, "6k1/1b4pp/8/3n4/8/8/1q3PPP/R3Q1K1 b - - 0 1")
	for _, test := range []struct{ obvious, obscure string }{
		{"d5c3", "d5f4"}, // a knight where White has just moved, and one on the other wing
		{"b2b5", "b2b6"}, // three squares back, and four
		{"b7a6", "d5b4"}, // a bishop, and a knight
		{"d5b4", "d5b6"}, // forward, and back
		{"b2a1", "b2b6"}, // the capture of a rook, and a quiet move
	} {
		last := board.NewMove(board.NewSquare(0, 1), board.NewSquare(0, 0), board.Normal)
		a, b := obscurity(&p, parseMove(t, &p, test.obvious), last), obscurity(&p, parseMove(t, &p, test.obscure), last)
		if a >= b {
			t.Errorf("%s is %d obscure, %s %d", test.obvious, a, test.obscure, b)
		}
	}
	rook := parseMove(t, &p, "b2a1")
	if blind := (&flaws{seed: 1, blind: 10_000}); !blind.isBlindTo(&p, rook, board.NoMove) {
		t.Error("after a null move, a capture on a1 is taken for a recapture")
	}
}

// TestQueens checks which moves leave the queen hanging, and which are left to a player who looks at the queens, from those that
// the caller allows; at least as many as there are lines, and a mate that they see.
func TestQueens(t *testing.T) {
	const knight = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3"
	for _, test := range []struct {
		name, fen, move string
		want            bool
	}{
		{"left where a knight attacks her", knight, "g8f6", true},
		{"moved away", knight, "d5a5", false},
		{"exchanged", "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 4", "d1d8", false},
		{"given for a rook and a pawn, nearly", "3r2k1/5ppp/8/8/8/8/3Q1PPP/3R2K1 w - - 0 1", "d2d8", false},
		{"given for a pawn", "4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", true},
		{"a pawn that promotes is lost, no queen", "4r1k1/3P4/8/8/8/8/8/6K1 w - - 0 1", "d7d8q", false},
		{"attacked by a pinned piece", "4k3/4n3/8/3Q4/8/8/8/4RK2 w - - 0 1", "f1g1", false},
	} {
		p := playout.Parse(t, test.fen)
		must.Equal(t, LosesQueen(&p, parseMove(t, &p, test.move)), test.want, test.name)
	}
	const hanging = "6k1/5ppp/8/3q4/8/2N1B3/5PPP/1R4K1 w - - 0 1"
	for _, test := range []struct {
		name, fen, allowed, mate, want string
		lines                          int
	}{
		{"no other move", knight, "g8f6", "", "g8f6", 1},
		{"one other move", knight, "g8f6 d5a5", "", "d5a5", 1},
		{"two lines", knight, "g8f6 d5a5", "", "g8f6 d5a5", 2},
		{"more lines than moves", knight, "d5a5", "", "d5a5", 9},
		{"a mate is seen", knight, "g8f6 d5a5", "g8f6", "d5a5 g8f6", 1},
		{"a queen hangs", hanging, "b1b8 c3d5 e3a7", "", "c3d5", 1},
		{"a queen hangs, and a mate is seen", hanging, "b1b8 c3d5", "b1b8", "c3d5 b1b8", 1},
	} {
		p := playout.Parse(t, test.fen)
		var moves [3][]board.Move // allowed, mate, want
		for i, text := range []string{test.allowed, test.mate, test.want} {
			for _, word := range strings.Fields(text) {
				moves[i] = append(moves[i], parseMove(t, &p, word))
			}
		}
		l := search.Limits{SearchMoves: moves[0], MultiPV: test.lines}
		guardQueens(&l, &p, moves[0], func([]board.Move) board.Move { return append(moves[1], board.NoMove)[0] })
		must.Equal(t, l.SearchMoves, moves[2], test.name)
	}
}

// TestCautionObeys checks that the search for a mate that the queen is given away for keeps to the limits, and that no line is
// scored after the time.
func TestCautionObeys(t *testing.T) {
	y := newPlayer(t, 9)
	y.SetElo(1700)
	g := game(t, "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1")
	mate := parseMove(t, &g.Position, "c4g8")
	if r, _ := think(t, y, g, search.Limits{}, true); r.Best != mate {
		t.Errorf("%v, want the mate in two", r.Best)
	}
	y.NewGame()
	if r, _ := think(t, y, g, search.Limits{Nodes: 5}, true); r.Best == mate {
		t.Error("a search of five nodes finds a mate in two")
	}
	late := search.Limits{MultiPV: 20, MoveTime: time.Millisecond, Start: time.Now().Add(-time.Second)}
	if _, lines := think(t, y, g, late, true); len(lines) != 1 {
		t.Errorf("%d lines after the time", len(lines))
	}
}

// TestCaution lets a player of every level that looks at the queens play against themselves: nobody leaves the queen where she
// can be taken unless they must or see a mate.
func TestCaution(t *testing.T) {
	testfiles.NoRace(t)
	y, spared := newPlayer(t, 2), 0
	for elo := seesQueensElo; LevelOf(elo).guardsQueens(); elo += 100 {
		y.SetElo(elo)
		y.NewGame()
		for g := game(t, board.StartFEN); movegen.EndOfGame(g) == movegen.Unfinished; {
			moves := allowedMoves(&g.Position, nil)
			losing, _ := partition(moves, func(m board.Move) bool { return LosesQueen(&g.Position, m) })
			r, _ := think(t, y, g, search.Limits{}, false)
			if len(losing) < len(moves) && slices.Contains(losing, r.Best) && !scores.IsMate(r.Score) {
				t.Errorf("Elo %d, %s: %s", elo, g.Position.FEN(), movegen.FormatMove(&g.Position, r.Best, false))
			}
			if 0 < len(losing) && len(losing) < len(moves) {
				spared++
			}
			g.Play(r.Best)
		}
	}
	if spared < 50 {
		t.Errorf("the queen could be lost in %d positions only", spared)
	}
}
