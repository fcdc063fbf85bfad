package puzzle

import (
	"slices"
	"testing"

	"vertigo/search"
)

func levels(found ...int) (list []Level) {
	for i, n := range found {
		list = append(list, Level{Elo: 1000 + 100*i, Found: n, Replays: 20})
	}
	return list
}

func TestNewRating(t *testing.T) {
	for _, test := range []struct {
		why    string
		levels []Level
		elo    int
		side   Side
	}{
		{"between two levels", levels(0, 0, 5, 15, 20), 1250, Measured},
		{"nearer to the upper one", levels(0, 8, 12), 1150, Measured},
		{"exactly at a level", levels(0, 10, 20), 1100, Measured},
		{"chance", levels(0, 12, 4, 20), 1217, Measured}, // as if 0, 8, 8, 20
		{"chance over three levels", levels(9, 6, 3, 18), 1233, Measured},
		{"too easy", levels(11, 15, 20), 1000, AtMost},
		{"too hard", levels(0, 0, 9), 1200, AtLeast},
	} {
		if got := newRating(test.levels); got.Elo != test.elo || got.Side != test.side || !slices.Equal(got.Levels, test.levels) {
			t.Errorf("%s: %+v, want %d on side %d", test.why, got, test.elo, test.side)
		}
	}
}

// TestRate lets players try a mate in one, which nobody misses, and a line that nobody finds, as its first move gives the
// queen away for nothing.
func TestRate(t *testing.T) {
	y, err := newPlayers(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer y.close()
	easy := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	got := y.rate(t.Context(), easy)
	if want := []Level{{search.MinElo, 3, 3}, {1000, 3, 3}}; got.Elo != search.MinElo || got.Side != AtMost || !slices.Equal(got.Levels, want) {
		t.Errorf("mate in one: %+v", got)
	}
	other := y.rate(t.Context(), newPuzzle(t, "3q2k1/5ppp/8/8/8/8/1r3PPP/3Q2K1 b - - 0 1", "b2a2 d1d7", Win))
	if other.Elo != search.MaxElo || other.Side != AtLeast || len(other.Levels) != len(elos) {
		t.Errorf("nonsense: %+v", other)
	}
	if again := y.rate(t.Context(), easy); !slices.Equal(again.Levels, got.Levels) {
		t.Errorf("%+v the second time, %+v the first", again, got)
	}
	if none := (*players)(nil).rate(t.Context(), easy); none.Elo != 0 {
		t.Errorf("without players: %+v", none)
	}
}
