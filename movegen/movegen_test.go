package movegen_test

import (
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// TestKinds checks that captures and quiets divide the legal moves by their definition, without a move lost, gained
// or doubled, in check and out of it.
func TestKinds(t *testing.T) {
	evasions := 0
	for p := range playout.Positions(110, playout.Sample(200000)) {
		var all, captures, quiets, evading movegen.List
		movegen.Generate(p, &all, movegen.All)
		movegen.Generate(p, &captures, movegen.Captures)
		movegen.Generate(p, &quiets, movegen.Quiets)
		for _, m := range captures.Slice() {
			if p.IsQuiet(m) {
				t.Fatalf("%s: %s is among the captures", p.FEN(), movegen.FormatMove(p, m, true))
			}
		}
		for _, m := range quiets.Slice() {
			if !p.IsQuiet(m) {
				t.Fatalf("%s: %s is among the quiet moves", p.FEN(), movegen.FormatMove(p, m, true))
			}
		}
		both := slices.Concat(captures.Slice(), quiets.Slice())
		slices.Sort(both)
		if distinct := slices.Compact(slices.Clone(both)); len(distinct) != len(both) {
			t.Fatalf("%s: %d moves, but %d different ones", p.FEN(), len(both), len(distinct))
		}
		sorted := slices.Sorted(slices.Values(all.Slice()))
		if !slices.Equal(both, sorted) {
			t.Fatalf("%s: captures and quiets make up %d moves, all are %d", p.FEN(), len(both), len(sorted))
		}
		if p.InCheck() {
			movegen.Generate(p, &evading, movegen.Evasions)
			if !slices.Equal(evading.Slice(), all.Slice()) {
				t.Fatalf("%s: %d evasions, %d legal moves", p.FEN(), evading.N, all.N)
			}
			evasions += evading.N
		}
	}
	if evasions == 0 {
		t.Error("no position in check was tried")
	}
}

// TestEvasionsAnswerTheCheck checks that after each evasion the king that was in check cannot be taken.
func TestEvasionsAnswerTheCheck(t *testing.T) {
	tried := 0
	for p := range playout.Positions(111, playout.Sample(100000)) {
		if !p.InCheck() {
			continue
		}
		var list movegen.List
		movegen.Generate(p, &list, movegen.Evasions)
		for _, m := range list.Slice() {
			var next board.Position
			p.Make(m, &next)
			if next.Attacked(next.Turn(), next.King(p.Turn()), next.Occupied()) {
				t.Fatalf("%s: %s leaves the king in check", p.FEN(), movegen.FormatMove(p, m, true))
			}
			tried++
		}
	}
	if tried == 0 {
		t.Error("no evasion was tried")
	}
}

// TestManyMoves generates in positions known for the number of their moves; the first is the record of 218.
func TestManyMoves(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want int
	}{
		{"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},
		{"3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1", 218},
		{"7k/8/8/8/8/8/8/K7 w - - 0 1", 3},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
		{"6rk/5Npp/8/8/8/8/8/K7 b - - 0 1", 0},
	} {
		p := playout.Parse(t, c.fen)
		list := movegen.List{N: 77} // what was in the list is of no consequence
		movegen.Generate(&p, &list, movegen.All)
		if list.N != c.want {
			t.Errorf("%s: %d moves, want %d", c.fen, list.N, c.want)
		}
	}
}

// TestPromotionsBeginWithTheQueen checks the order of promotions that callers may rely on.
func TestPromotionsBeginWithTheQueen(t *testing.T) {
	p := playout.Parse(t, "8/P7/8/8/8/8/8/k1K5 w - - 0 1")
	var list movegen.List
	movegen.Generate(&p, &list, movegen.Captures)
	var got []string
	for _, m := range list.Slice() {
		got = append(got, movegen.FormatMove(&p, m, false))
	}
	if want := []string{"a7a8q", "a7a8r", "a7a8b", "a7a8n"}; !slices.Equal(got, want) {
		t.Errorf("promotions are %v, want %v", got, want)
	}
}

func TestListHas(t *testing.T) {
	p := board.StartPosition()
	var list movegen.List
	if list.Has(board.NoMove) || len(list.Slice()) != 0 {
		t.Error("the zero list is not empty")
	}
	movegen.Generate(&p, &list, movegen.All)
	if e4 := board.NewMove(12, 28, board.DoublePush); !list.Has(e4) || list.Has(board.NewMove(12, 28, board.Normal)) {
		t.Error("e2e4 is not found, or found as a single step")
	}
}

func TestGenerateAllocatesNothing(t *testing.T) {
	p := playout.Parse(t, kiwipete)
	var list movegen.List
	legal := 0
	if n := testing.AllocsPerRun(100, func() {
		for _, kind := range []movegen.Kind{movegen.Captures, movegen.Quiets, movegen.All} {
			movegen.Generate(&p, &list, kind)
		}
		for _, m := range list.Slice() {
			if movegen.IsLegal(&p, m) {
				legal++
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations per run, want none", n)
	}
	if legal == 0 {
		t.Error("no move was legal")
	}
}
