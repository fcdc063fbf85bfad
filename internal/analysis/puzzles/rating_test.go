package puzzles

import (
	"slices"
	"testing"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/worker"
	"vertigo/search"
)

// TestRate lets players try a mate in one, which nobody misses, and a line that nobody finds, as its first move gives the
// queen away for nothing.
func TestRate(t *testing.T) {
	y, err := worker.NewPlayers(3, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer y.Close()
	easy := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	got := rate(t.Context(), y, easy)
	if want := []answer.Level{{Elo: search.MinElo, Found: 3, Replays: 3}, {Elo: 1000, Found: 3, Replays: 3}}; got.Elo != search.MinElo || got.Side != answer.AtMost || !slices.Equal(got.Levels, want) {
		t.Errorf("mate in one: %+v", got)
	}
	other := rate(t.Context(), y, newPuzzle(t, "3q2k1/5ppp/8/8/8/8/1r3PPP/3Q2K1 b - - 0 1", "b2a2 d1d7", Win))
	if other.Elo != worker.MaxElo || other.Side != answer.AtLeast || len(other.Levels) != 9 {
		t.Errorf("nonsense: %+v", other)
	}
	if again := rate(t.Context(), y, easy); !slices.Equal(again.Levels, got.Levels) {
		t.Errorf("%+v the second time, %+v the first", again, got)
	}
	if none := rate(t.Context(), nil, easy); none.Elo != 0 {
		t.Errorf("without players: %+v", none)
	}
}
