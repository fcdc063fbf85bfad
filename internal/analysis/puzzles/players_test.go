package puzzles

import (
	"context"
	"testing"

	"vertigo/internal/engine/limited"
)

// TestTry lets nobody, everybody, and the players from a level on succeed, and counts who is asked.
func TestTry(t *testing.T) {
	s := newTestSearcher(t, Settings{Replays: 3}, false)
	for _, test := range []struct {
		why          string
		least, asked int // replays, all levels together
		want         string
	}{
		{"everybody", 0, 6, "<=800"},
		{"from the third level on", 6, 12, "1100"},
		{"nobody", 99, 27, ">=2300"},
	} {
		asked := 0
		r := s.players.try(t.Context(), func(*limited.Player) bool { asked++; return asked > test.least })
		if asked != test.asked || r.String() != test.want {
			t.Errorf("%s: %d replays, rating %s, want %d and %s", test.why, asked, r.String(), test.asked, test.want)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r := s.players.try(ctx, func(*limited.Player) bool { t.Error("it goes on"); return true }); r.Elo != 0 {
		t.Errorf("interrupted: %+v", r)
	}
}
