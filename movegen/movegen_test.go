package movegen_test

import (
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
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

// TestPromotionsBeginWithTheQueen checks the order of promotions that callers may rely on.
func TestPromotionsBeginWithTheQueen(t *testing.T) {
	p := playout.Parse(t, "8/P7/8/8/8/8/8/k1K5 w - - 0 1")
	var list movegen.List
	movegen.Generate(&p, &list, movegen.Captures)
	var got []string
	for _, m := range list.Slice() {
		got = append(got, movegen.FormatMove(&p, m, false))
	}
	must.Equal(t, strings.Join(got, " "), "a7a8q a7a8r a7a8b a7a8n")
}

// TestGenerateQuietChecks compares the moves with the quiet ones that give check when they are made.
func TestGenerateQuietChecks(t *testing.T) {
	n, found := 50_000, 0
	if testing.Short() {
		n = 5000
	}
	for p := range playout.Positions(21, n) {
		if p.InCheck() {
			continue
		}
		var quiets, checks movegen.List
		movegen.Generate(p, &quiets, movegen.Quiets)
		want := slices.DeleteFunc(slices.Clone(quiets.Slice()), func(m board.Move) bool {
			var next board.Position
			p.Make(m, &next)
			return !next.InCheck()
		})
		ci := p.CheckInfo()
		movegen.GenerateQuietChecks(p, &ci, &checks)
		if got := checks.Slice(); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
		found += len(want)
	}
	if found < n/2 {
		t.Errorf("only %d checks in %d positions", found, n)
	}
}

// TestIsLegal asks about all 65,536 values a move can have, in random positions.
func TestIsLegal(t *testing.T) {
	var legal [8]int // legal moves seen, by flag
	for p := range playout.Positions(120, playout.Sample(6000)) {
		var want [1 << 16]bool
		for _, m := range movegen.LegalMoves(p) {
			want[m] = true
			legal[m.Flag()]++
		}
		for m := range 1 << 16 {
			if got := movegen.IsLegal(p, board.Move(m)); got != want[m] {
				t.Fatalf("%s: IsLegal(%s, flag %d, top bit %d) = %v", p.ShredderFEN(), movegen.FormatMove(p, board.Move(m), true),
					board.Move(m).Flag(), m>>15, got)
			}
		}
	}
	for flag, n := range legal {
		if n == 0 {
			t.Errorf("no legal move with flag %d was tried", flag)
		}
	}
}

// TestPerftDepths counts from depth 0 on, where the loops have their ends.
func TestPerftDepths(t *testing.T) {
	p := playout.Parse(t, kiwipete)
	for depth, want := range []uint64{1, 48, 2039, 97862, 4085603} {
		if got, ok := movegen.Perft(&p, depth, nil); got != want || !ok {
			t.Errorf("perft %d = %d, %v, want %d", depth, got, ok, want)
		}
		if depth == 0 {
			continue
		}
		sum, lines := uint64(0), 0
		got, ok := movegen.Divide(&p, depth, nil, func(m board.Move, nodes uint64) {
			if !movegen.IsLegal(&p, m) {
				t.Errorf("divide reports the move %s", movegen.FormatMove(&p, m, false))
			}
			next := p.After(m)
			if want, _ := movegen.Perft(&next, depth-1, nil); nodes != want {
				t.Errorf("divide %d: %d for %s, want %d", depth, nodes, movegen.FormatMove(&p, m, false), want)
			}
			sum += nodes
			lines++
		})
		if got != want || sum != want || lines != 48 || !ok {
			t.Errorf("divide %d = %d, %v, with %d in %d lines, want %d in 48", depth, got, ok, sum, lines, want)
		}
	}
}

// TestPerftStops checks that a count ends at once when it is stopped, and says that it is not complete.
func TestPerftStops(t *testing.T) {
	p := board.StartPosition()
	for _, after := range []int{1, 2, 100} {
		calls := 0
		stop := func() bool { calls++; return calls >= after }
		if n, ok := movegen.Perft(&p, 6, stop); ok || n >= 119060324 {
			t.Errorf("stopped at question %d, perft counts %d, %v", after, n, ok)
		}
		must.Equal(t, calls, after, "stop was asked")
	}

	calls, lines := 0, 0
	stop := func() bool { calls++; return calls >= 50 }
	n, ok := movegen.Divide(&p, 5, stop, func(board.Move, uint64) { lines++ })
	if ok || n >= 4865609 || calls != 50 || lines != 2 {
		// Each first move is followed by 20 positions three plies above the leaves: the 50th is of the third.
		t.Errorf("stopped, divide counts %d, %v, in %d lines after %d questions", n, ok, lines, calls)
	}
}

// TestPerftAllocations checks that the number of allocations does not depend on the number of nodes.
func TestPerftAllocations(t *testing.T) {
	p := playout.Parse(t, kiwipete)
	for depth := 1; depth <= 4; depth++ {
		if n := testing.AllocsPerRun(2, func() { movegen.Perft(&p, depth, nil) }); n > 1 {
			t.Errorf("perft %d: %v allocations, want one for its frames", depth, n)
		}
	}
}
