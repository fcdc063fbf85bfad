package playout_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vertigo/internal/testing/playout"
	"vertigo/movegen"
)

// TestMen checks that the pieces are those of the name, for either side.
func TestMen(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	for range 200 {
		p := playout.Men(rng, "KRPvKN")
		fen := p.FEN()
		pieces := []byte(strings.Trim(strings.Map(func(r rune) rune {
			if r >= 'A' {
				return r
			}
			return -1
		}, strings.Fields(fen)[0]), " "))
		slices.Sort(pieces)
		seen[string(pieces)+strings.Fields(fen)[1]]++
	}
	for _, kind := range []string{"KPRknw", "KPRknb", "KNkprw", "KNkprb"} {
		if seen[kind] < 20 {
			t.Errorf("%s: %d of 200", kind, seen[kind])
		}
		delete(seen, kind)
	}
	if len(seen) > 0 {
		t.Errorf("also %v", seen)
	}
}

// TestPositions checks that the positions are the same for the same seed, as many as asked for, and that they hold
// enough of what tests want to see.
func TestPositions(t *testing.T) {
	const n = 50000
	var first, second []uint64
	count := map[string]int{}
	for p := range playout.Positions(1, n) {
		first = append(first, p.Key())
		var list movegen.List
		movegen.Generate(p, &list, movegen.All)
		for _, m := range list.Slice() {
			count[[...]string{"normal", "double push", "en passant", "castle", "promotion", "promotion", "promotion",
				"promotion"}[m.Flag()]]++
		}
		switch {
		case p.Checkers().MoreThanOne():
			count["double check"]++
		case p.InCheck() && list.N == 0:
			count["mate"]++
		case p.InCheck():
			count["check"]++
		case list.N == 0:
			count["stalemate"]++
		}
		if p.Pinned() != 0 {
			count["pin"]++
		}
	}
	for p := range playout.Positions(1, n) {
		second = append(second, p.Key())
	}
	if len(first) != n || !slices.Equal(first, second) {
		t.Errorf("%d and %d positions for the same seed, want the same %d", len(first), len(second), n)
	}
	for what, least := range map[string]int{"double push": 10000, "en passant": 250, "castle": 1500, "promotion": 6000,
		"check": 3000, "double check": 50, "mate": 50, "stalemate": 2, "pin": 3000} {
		if count[what] < least {
			t.Errorf("%s: %d in %d positions, want at least %d", what, count[what], n, least)
		}
	}
}
