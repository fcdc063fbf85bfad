package movegen_test

import (
	"slices"
	"strings"
	"testing"

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
