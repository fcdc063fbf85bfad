package gamedata_test

import (
	"testing"

	"vertigo/board"
)

// version5 holds random games in which every kind of move occurs, as they were written when the format was new.
const version5 = "testdata/version5.games"

// TestVersion reads games that were written when the format was new.
func TestVersion(t *testing.T) {
	r := open(t, version5)
	games, faults := read(r)
	if len(faults) > 0 || len(games) == 0 {
		t.Fatalf("%d games, errors %v", len(games), faults)
	}
	kinds := map[board.MoveFlag]int{}
	for _, g := range games {
		for _, pl := range g.Plies {
			kinds[pl.Move.Flag()]++
		}
	}
	for flag := board.Normal; flag <= board.PromoteQueen; flag++ {
		if kinds[flag] == 0 {
			t.Errorf("there is no move of kind %d", flag)
		}
	}
}
