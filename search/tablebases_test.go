package search

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

var (
	playouts    = flag.Int("playouts", 2, "won endgames of each kind that the tests of tablebases play to mate")
	tablesPath  = flag.String("tables", "", "folder of tablebases to test with; empty stands for those in testdata")
	randomMates = flag.Int("mates", 20, "random endgames of each number of lines in which the tests of tablebases look for mates")
)

// openTables opens the tablebases of up to four pieces. Close them after the engine.
func openTables(tb testing.TB) *syzygy.Tables {
	tb.Helper()
	path := *tablesPath
	if path == "" {
		path = testfiles.Path(tb, "syzygy")
	}
	tables, errs := syzygy.Open(path)
	if len(errs) > 0 {
		tb.Fatal(errs)
	}
	tb.Cleanup(func() {
		if problems := tables.Problems(); len(problems) > 0 {
			tb.Error(problems)
		}
		if err := tables.Close(); err != nil {
			tb.Error(err)
		}
	})
	return tables
}

// allOf returns settings that ask tables wherever they can answer.
func allOf(tables *syzygy.Tables) Tablebases {
	return Tablebases{Tables: tables, MaxPieces: 7, MinDepth: 1, Rule50: true}
}

// withCount returns p with another fifty-move count.
func withCount(tb testing.TB, p *board.Position, count int) *board.Game {
	tb.Helper()
	fields := strings.Fields(p.FEN())
	fields[4] = strconv.Itoa(count)
	return game(tb, strings.Join(fields, " "))
}

// TestTablebaseRoot checks over random endgames that the move played keeps the value of the position, and that the
// score agrees with the value.
func TestTablebaseRoot(t *testing.T) {
	tables := openTables(t)
	p := newEngine(t, 1, 1)
	p.SetTablebases(allOf(tables))
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[syzygy.WDL]int{}
	for _, name := range strings.Fields("KPvK KRvKP KQvKR KQvKP KBNvK KPvKP KRvKN KNvKP KBPvK KQvKQ KRvKB") {
		for range 20 {
			g := board.NewGame(playout.Material(rng, name))
			fen := g.Position.FEN()
			if len(movegen.LegalMoves(&g.Position)) == 0 {
				continue
			}
			value, ok := tables.WDL(&g.Position)
			if !ok {
				t.Fatalf("%s: not in the tables", fen)
			}
			seen[value]++
			r, lines := search(t, p, g, Limits{Nodes: 300})
			if hits := lines[len(lines)-1].TBHits; hits < uint64(len(movegen.LegalMoves(&g.Position))) {
				t.Errorf("%s: %d hits", fen, hits)
			}
			if value == syzygy.Draw && r.Score != scores.Draw ||
				value == syzygy.Win && r.Score < scores.TablebaseBound || value == syzygy.Loss && r.Score > -scores.TablebaseBound {
				t.Errorf("%s: %v, but the score is %d", fen, value, r.Score)
			}
			var next board.Position
			g.Position.Make(r.Best, &next)
			if after, _ := tables.WDL(&next); -after != value {
				t.Errorf("%s: %v, but %v after %v", fen, value, -after, r.Best)
			}
		}
	}
	if seen[syzygy.Win] < 30 || seen[syzygy.Draw] < 30 || seen[syzygy.Loss] < 30 {
		t.Errorf("too few of a kind: %v", seen)
	}
}

// TestTablebaseRootLines checks that with several lines, of all moves or of those that are allowed, wins come before a draw, and
// that the best is played even if it gives the win away.
func TestTablebaseRootLines(t *testing.T) {
	p := newEngine(t, 1, 1)
	p.SetTablebases(allOf(openTables(t)))
	g := game(t, "8/8/8/8/8/1k6/1p6/1K5Q w - - 0 1") // all moves win but one, which gives the queen away
	draws, wins := parseMove(t, &g.Position, "h1c1"), parseMove(t, &g.Position, "h1a8")
	for _, test := range []struct {
		allowed []board.Move
		lines   int
	}{{nil, 19}, {[]board.Move{draws, wins}, 2}, {[]board.Move{draws}, 1}} {
		_, lines := search(t, p, g, Limits{Depth: 4, MultiPV: 30, SearchMoves: test.allowed})
		lines = lines[lastLines(lines):]
		last := len(lines) - 1
		if len(lines) != test.lines || last > 0 && lines[last-1].Score < scores.TablebaseBound ||
			lines[last].Score != scores.Draw || lines[last].PV[0] != draws {
			t.Errorf("%v allowed: %d lines: %+v", test.allowed, len(lines), lines)
		}
	}
}

// TestTablebaseRandomMates looks at random endgames with any fifty-move count, most of them with a short mate, and compares the
// mates that the search shows with tablebases with what the solver proves: none is shorter, and the best is exact, if there is
// time for it and the side to move is not mated in three or more.
func TestTablebaseRandomMates(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	tables := openTables(t)
	for multiPV := 1; multiPV <= 5; multiPV++ {
		t.Run(fmt.Sprintf("%d lines", multiPV), func(t *testing.T) {
			t.Parallel()
			p := newEngine(t, 1, 1)
			p.SetTablebases(allOf(tables))
			rng := rand.New(rand.NewPCG(5, uint64(multiPV)))
			short := 0
			for searched := 0; searched < *randomMates; {
				pieces, provable := "QRBNP"[rng.IntN(5):][:1], 4 // moves
				if rng.IntN(3) == 0 {
					pieces, provable = pieces+[...]string{"", "vK"}[rng.IntN(2)]+"QRBNP"[rng.IntN(5):][:1], 2
				}
				if !strings.Contains(pieces, "v") {
					pieces += "vK"
				}
				start, solver := playout.Material(rng, "K"+pieces), newMateSolver()
				truth, mates := solver.distance(&start, provable-1)
				if _, ok := tables.DTZ(&start); !ok || !mates && rng.IntN(100) > 0 || len(movegen.LegalMoves(&start)) == 0 {
					continue
				}
				searched++
				count := rng.IntN(100)
				g := withCount(t, &start, count)
				p.NewGame()
				r, lines := search(t, p, g, Limits{Depth: 12, MultiPV: multiPV})
				for _, line := range lines {
					var next board.Position
					start.Make(line.PV[0], &next)
					if n := scores.MateIn(line.Score); scores.IsMate(line.Score) && max(n, -n) <= provable &&
						(n > 0 && !solver.isMated(&next, n-1) || n < 0 && !solver.mates(&next, -n)) {
						t.Errorf("%s: no mate in %d: %+v", g.Position.FEN(), n, line)
					}
				}
				if mates && truth >= -2 && max(2*truth-1, -2*truth)+count <= 100 {
					if short++; mateIn(r) != truth { // it may be found a ply or two later
						r, _ = search(t, p, g, Limits{Depth: 14, MultiPV: multiPV})
					}
					must.Equal(t, mateIn(r), truth, g.Position.FEN(), r)
				}
			}
			if short < *randomMates/4 {
				t.Errorf("only %d short mates", short)
			}
		})
	}
}

// TestTablebaseShortMate checks that the mate that the search sees is played and shown, although another move is the fastest way
// to a capture or a pawn's move, and that all lines come in the order of their scores.
func TestTablebaseShortMate(t *testing.T) {
	requireSelective(t)
	tables := openTables(t)
	for _, test := range []struct {
		fen   string
		moves int
	}{
		{"3k4/8/7K/8/8/8/1r4q1/8 b - - 0 1", 2},   // the capture of a queen sets the count to zero
		{"3k4/8/7K/8/8/8/1r4q1/8 b - - 60 1", 2},  // nor does a higher count change that
		{"7k/8/8/8/8/5K2/8/3Q2R1 w - - 0 1", 2},   // that of a rook
		{"8/2q5/8/8/5k2/1q6/3K4/8 b - - 0 1", 2},  // that of one of two queens
		{"6k1/8/6K1/8/8/8/P7/7R w - - 0 1", 2},    // a pawn's move
		{"6k1/8/6K1/8/8/8/P7/7R w - - 1 1", 2},    // the same after a quiet move
		{"6k1/8/6K1/8/8/8/P7/7R w - - 97 90", 2},  // mate with the last move that counts
		{"2k5/7Q/4K3/8/8/8/8/8 b - - 0 1", -3},    // the loser holds out
		{"2k5/7Q/4K3/8/8/8/8/8 b - - 90 100", -3}, // also where the winner has little time
	} {
		p := newEngine(t, 1, 1)
		p.SetTablebases(allOf(tables))
		for _, multiPV := range []int{1, 3, 100} {
			p.NewGame()
			r, _ := search(t, p, game(t, test.fen), Limits{Depth: 12, MultiPV: multiPV})
			must.Equal(t, mateIn(r), test.moves, test.fen, multiPV, r)
		}
	}
}

// TestTablebaseInside searches a position with one piece too many for the tables, which they decide all the same once a
// piece is captured, and checks the limits on what is looked up.
func TestTablebaseInside(t *testing.T) {
	requireSelective(t)
	tables := openTables(t)
	won := "8/8/8/2k5/8/1K1p4/1P2R3/4r3 w - - 0 1" // Rxe1 leaves rook and pawn against pawn, then KRPvK
	for _, test := range []struct {
		name  string
		set   func(*Tablebases)
		fen   string
		score int // at least
		hits  bool
	}{
		{"all", func(*Tablebases) {}, won, scores.TablebaseBound, true},
		{"three pieces", func(b *Tablebases) { b.MaxPieces = 3 }, "8/8/8/8/8/2k5/2p5/2K1R3 w - - 0 1", -scores.Infinity, true},
		{"two pieces", func(b *Tablebases) { b.MaxPieces = 2 }, won, -scores.Infinity, false},
		{"no pieces", func(b *Tablebases) { b.MaxPieces = 0 }, won, -scores.Infinity, false},
		{"castling", func(*Tablebases) {}, "8/8/8/8/8/5k2/8/R3K3 w Q - 0 1", -scores.Infinity, false},
		{"none", func(b *Tablebases) { b.Tables = nil }, won, -scores.Infinity, false},
	} {
		for _, threads := range []int{1, 3} {
			p := newEngine(t, 4, threads)
			settings := allOf(tables)
			test.set(&settings)
			p.SetTablebases(settings)
			r, lines := search(t, p, game(t, test.fen), Limits{Depth: 10})
			if hits := lines[len(lines)-1].TBHits; r.Score < test.score || (hits > 0) != test.hits {
				t.Errorf("%s, %d threads: score %d, %d hits", test.name, threads, r.Score, hits)
			}
		}
	}
}

// TestTablebaseDepth checks that the least depth concerns positions with the most pieces only.
func TestTablebaseDepth(t *testing.T) {
	tables := openTables(t)
	hits := func(minDepth int) (sum uint64) {
		for _, fen := range []string{
			"8/2p5/3k4/8/8/3K1P2/8/2R2r2 w - - 0 1",
			"8/8/3k4/2pr4/2PR4/3K4/8/8 w - - 0 1", // both exchanges at hand
			"8/8/2k5/8/3pp3/3K1P2/8/8 w - - 0 1",
		} {
			p := newEngine(t, 4, 1)
			settings := allOf(tables)
			settings.MinDepth = minDepth
			p.SetTablebases(settings)
			_, lines := search(t, p, game(t, fen), Limits{Depth: 10})
			sum += lines[len(lines)-1].TBHits
		}
		return sum
	}
	always, deep, never := hits(1), hits(4), hits(100)
	if always <= deep || always <= never || never == 0 { // where all pieces but three have been captured the depth does not count
		t.Errorf("%d hits at any depth, %d from depth 4, %d from depth 100", always, deep, never)
	}
}

// TestTablebaseRule50 checks that a win that comes too late for the fifty-move rule is a draw, unless the rule is not
// in force.
func TestTablebaseRule50(t *testing.T) {
	tables := openTables(t)
	p := newEngine(t, 1, 1)
	late := game(t, "8/8/8/3k4/8/8/8/KBN5 w - - 80 100") // mate takes some thirty moves
	for _, rule := range []bool{true, false} {
		settings := allOf(tables)
		settings.Rule50 = rule
		p.SetTablebases(settings)
		r, _ := search(t, p, late, Limits{Nodes: 500})
		if rule && r.Score != cursedWin || !rule && r.Score < scores.TablebaseBound {
			t.Errorf("fifty-move rule %v: score %d", rule, r.Score)
		}
	}
}

// TestTablebaseStop stops searches while they look positions up: tables on a slow disk take their time, so no second one may be
// looked up after the stop.
func TestTablebaseStop(t *testing.T) {
	requireSelective(t)
	tables := openTables(t)
	for depth := 4; depth <= 12; depth++ {
		p := newEngine(t, 4, 1)
		p.SetTablebases(allOf(tables))
		var atStop, last uint64
		ctx, stop := context.WithCancel(t.Context())
		p.Search(ctx, game(t, "8/8/8/2k5/8/1K1p4/1P2R3/4r3 w - - 0 1"), Limits{Depth: 30}, Reporter{Info: func(i Info) {
			if last = i.TBHits; i.Depth >= depth && atStop == 0 && last > 0 {
				atStop = last
				stop()
			}
		}})
		if atStop == 0 || last > atStop+1 {
			t.Errorf("depth %d: %d hits at the stop, %d at the end", depth, atStop, last)
		}
	}
}

// TestTablebasePlayOut plays won endgames of many kinds, from a fifty-move count at which they are still won, against a defender that
// delays the end as long as the tables know how. All are won, and in no more plies than without tables in the games that both win.
func TestTablebasePlayOut(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	tables, with, without := openTables(t), newEngine(t, 1, 1), newEngine(t, 1, 1)
	with.SetTablebases(allOf(tables))
	defend := func(g *board.Game) board.Move {
		ranked, _ := tables.RankRoot(g, true, nil)
		return ranked[0].Move
	}
	rng := rand.New(rand.NewPCG(3, 4))
	names := strings.Fields("KBNvK KQvKR KRvKP KPvK KPPvK KRPvK KRvKB KRvKN KQvKP KPvKP KQvKQ KRvK")
	if testing.Short() {
		names = names[:3]
	}
	compared, pliesWith, pliesWithout := 0, 0, 0
	for _, name := range names {
		for played := 0; played < *playouts; {
			start := playout.Material(rng, name)
			dtz, _ := tables.DTZ(&start)
			if value, _ := tables.WDL(&start); value != syzygy.Win {
				continue
			}
			played++
			g := withCount(t, &start, rng.IntN(100-dtz))
			plies, won := playOut(with, g.Clone(), defend)
			if !won {
				t.Fatalf("%s: drawn after %d plies", g.Position.FEN(), plies)
			}
			if n, won := playOut(without, g, defend); won {
				compared, pliesWith, pliesWithout = compared+1, pliesWith+plies, pliesWithout+n
			}
		}
	}
	if pliesWith > pliesWithout {
		t.Errorf("%d plies in %d games, but %d without tables", pliesWith, compared, pliesWithout)
	}
}

// playOut lets the engine play the side to move of g to the end and returns the number of plies, and whether it has mated.
func playOut(p *Engine, g *board.Game, defend func(*board.Game) board.Move) (plies int, won bool) {
	p.NewGame()
	for {
		g.Play(p.Search(context.Background(), g, Limits{Nodes: 5000}, Reporter{}).Best)
		plies++
		if end := movegen.EndOfGame(g); end != movegen.Unfinished {
			return plies, end == movegen.Checkmate
		}
		g.Play(defend(g))
		plies++
		if movegen.EndOfGame(g) != movegen.Unfinished {
			return plies, false
		}
	}
}

// TestBareKing plays endings against a bare king, without tables, against a defender that delays the end as long as the tables
// know how, or else by a search. All are won within the fifty moves, but for a few in a hundred with bishop and knight.
func TestBareKing(t *testing.T) {
	testfiles.NoRace(t)
	requireSelective(t)
	tables, p, defender := openTables(t), newEngine(t, 4, 1), newEngine(t, 4, 1)
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range strings.Fields("KQvK KRvK KBBvK KBNvK KRPvK KQNvK KBNPvK KBBNvK") {
		longest, drawn := 0, 0
		for played := 0; played < *playouts; {
			start := playout.Material(rng, name)
			if value, ok := tables.WDL(&start); ok && value != syzygy.Win || !start.Color(start.Turn()).MoreThanOne() {
				continue
			}
			g := board.NewGame(start)
			played++
			plies, won := playOut(p, g.Clone(), func(g *board.Game) board.Move {
				if ranked, ok := tables.RankRoot(g, true, nil); ok && ranked[0].DTZ != 0 {
					return ranked[0].Move
				}
				return defender.Search(context.Background(), g, Limits{Nodes: 20_000}, Reporter{}).Best
			})
			if !won {
				drawn++
				t.Logf("%s: drawn after %d plies", g.Position.FEN(), plies)
			}
			longest = max(longest, plies)
		}
		if few := *playouts / 16; drawn > few || drawn > 0 && name != "KBNvK" {
			t.Errorf("%s: %d of %d are drawn", name, drawn, *playouts)
		}
		t.Logf("%s: the longest in %d plies", name, longest)
	}
}

// TestNoStalemate checks that a search of a few nodes does not give won endings away by stalemate.
func TestNoStalemate(t *testing.T) {
	requireSelective(t)
	tables, p := openTables(t), newEngine(t, 1, 1)
	rng := rand.New(rand.NewPCG(7, 8))
	starts := []board.Position{game(t, "8/8/5Q2/7K/8/7k/8/8 w - - 0 1").Position, game(t, "7k/8/5K2/6Q1/p7/P7/8/8 w - - 0 1").Position}
	for _, name := range strings.Fields("KQvK KRvK KQQvK KQvKP KPvKP KRvKP") {
		for range playout.Sample(400) {
			starts = append(starts, playout.Material(rng, name))
		}
	}
	for i := range starts {
		if value, ok := tables.WDL(&starts[i]); ok && value != syzygy.Win {
			continue
		}
		for _, l := range []Limits{{Nodes: 1}, {Nodes: 40}, {Depth: 1}, {Depth: 2}} {
			g := board.NewGame(starts[i])
			p.NewGame()
			r := p.Search(t.Context(), g, l, Reporter{})
			if g.Play(r.Best); movegen.EndOf(&g.Position) == movegen.Stalemate {
				t.Errorf("%s, %+v: %v is stalemate", starts[i].FEN(), l, r.Best)
			}
		}
	}
}
