package search

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
)

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
			start := playout.Men(rng, name)
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
			starts = append(starts, playout.Men(rng, name))
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
