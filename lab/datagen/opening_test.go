package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
)

func TestBackRank(t *testing.T) {
	rng, seen := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	for range 20_000 {
		rank := backRank(rng)
		pieces := []byte(rank)
		slices.Sort(pieces)
		king := strings.IndexByte(rank, 'K')
		if string(pieces) != "BBKNNQRR" || strings.IndexByte(rank, 'R') > king || strings.LastIndexByte(rank, 'R') < king ||
			strings.IndexByte(rank, 'B')%2 == strings.LastIndexByte(rank, 'B')%2 {
			t.Fatalf("back rank %s, which Chess960 does not allow", rank)
		}
		seen[rank] = true
	}
	must.Equal(t, len(seen), 960)
}

func TestRandomOpening(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	chess := board.StartPosition()
	for plies := range 12 {
		p := randomOpening(rng, plies%2 == 1, plies)
		must.Equal(t, 2*(p.FullMove()-1)+int(p.Turn()), plies, "plies")
	}
	if p := randomOpening(rng, false, 0); p != chess {
		t.Errorf("no moves lead to %s", p.FEN())
	}
	first, second := randomOpening(rng, false, 6), randomOpening(rng, false, 6)
	if first == second {
		t.Error("twice the same opening")
	}
}
