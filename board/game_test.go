package board_test

import (
	"slices"
	"testing"

	"vertigo/board"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
)

// play makes moves in long algebraic notation.
func play(t *testing.T, g *board.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		g.Play(must.Get(movegen.ParseMove(&g.Position, text))(t))
	}
}

func TestRepetitions(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for n := range 4 {
		must.Equal(t, g.Repetitions(), n)
		play(t, g, shuffle...)
	}
	play(t, g, "e2e4")
	if len(g.Keys) != 0 || g.Repetitions() != 0 {
		t.Errorf("a pawn move leaves %d keys and %d repetitions", len(g.Keys), g.Repetitions())
	}
	play(t, g, shuffle[1], shuffle[0])
	must.Equal(t, len(g.Keys), 2)
}

// TestLongGame plays to and fro for a long time: the keys that a game keeps do not grow without end, and all those are there
// that the count of the fifty-move rule reaches back to.
func TestLongGame(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for i := range 1000 {
		play(t, g, shuffle[i%4])
		if len(g.Keys) != min(i+1, 255) || len(g.Keys) != int(g.Position.Rule50()) {
			t.Fatalf("%d keys after %d moves", len(g.Keys), i+1)
		}
	}
	must.Equal(t, g.Repetitions(), 63)
}

func TestGameClone(t *testing.T) {
	g := board.NewGame(board.StartPosition())
	play(t, g, "g1f3", "g8f6")
	c := g.Clone()
	play(t, g, "f3g1")
	play(t, c, "b1c3", "f6g8")
	if len(g.Keys) != 3 || len(c.Keys) != 4 || !slices.Equal(g.Keys[:2], c.Keys[:2]) || g.Keys[2] != c.Keys[2] ||
		g.Position == c.Position {
		t.Errorf("a game and its copy have the keys %x and %x", g.Keys, c.Keys)
	}
	c.Keys[0] = 0
	if g.Keys[0] == 0 {
		t.Error("a game and its copy share their keys")
	}
}
