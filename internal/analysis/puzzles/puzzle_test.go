package puzzles

import (
	"slices"
	"strings"
	"testing"

	"vertigo/internal/engine/limited"
)

// TestRate lets players try a mate in one, which nobody misses, and a line that nobody finds, as its first move gives the
// queen away for nothing.
func TestRate(t *testing.T) {
	rate := func(s *searcher, p *Puzzle) Rating {
		return s.players.try(t.Context(), func(player *limited.Player) bool { return p.isFoundBy(t.Context(), player) })
	}
	s := newTestSearcher(t, Settings{Replays: 3}, false)
	easy := newPuzzle(t, "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 b - - 0 1", "b2a2 d1d8", Win)
	got := rate(s, easy)
	if want := []Level{{Elo: limited.MinElo, Found: 3, Replays: 3}, {Elo: 1000, Found: 3, Replays: 3}}; got.Elo != limited.MinElo || got.Side != AtMost || !slices.Equal(got.Levels, want) {
		t.Errorf("mate in one: %+v", got)
	}
	other := rate(s, newPuzzle(t, "3q2k1/5ppp/8/8/8/8/1r3PPP/3Q2K1 b - - 0 1", "b2a2 d1d7", Win))
	if other.Elo != maxElo || other.Side != AtLeast || len(other.Levels) != 9 {
		t.Errorf("nonsense: %+v", other)
	}
	if again := rate(s, easy); !slices.Equal(again.Levels, got.Levels) {
		t.Errorf("%+v the second time, %+v the first", again, got)
	}
	if none := rate(newTestSearcher(t, Settings{}, false), easy); none.Elo != 0 {
		t.Errorf("without players: %+v", none)
	}
}

// TestTally checks that every reason has words, and that the words say how many moves there were.
func TestTally(t *testing.T) {
	var counts tally
	for r := range reasons {
		one := tally{isPuzzle: 1}
		one[r] += 2
		counts.add(one)
		if reasonTexts[r] == "" && r != isPuzzle {
			t.Errorf("reason %d has no words", r)
		}
	}
	text := counts.String()
	if !strings.HasPrefix(text, "Moves examined: 27. Puzzles: 11. Other moves: 2 lost too little, ") || !strings.HasSuffix(text, "2 led to a position of an earlier puzzle.") {
		t.Error(text)
	}
	if text := (&tally{isPuzzle: 1}).String(); text != "Moves examined: 1. Puzzles: 1." {
		t.Error(text)
	}
}
