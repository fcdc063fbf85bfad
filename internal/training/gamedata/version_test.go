package gamedata_test

import (
	"bytes"
	"os"
	"testing"

	"vertigo/board"
)

// version4 holds games of self-play in which every kind of move occurs, as they were written when the format was new.
const version4 = "testdata/version4.games"

// TestVersion reads games that were written when the format was new, and writes them anew, which must give the same file.
func TestVersion(t *testing.T) {
	r := open(t, version4)
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
	want, err := os.ReadFile(version4)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(write(t, r.Info(), games, never))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the games are not written as they were when the format was new")
	}
}
