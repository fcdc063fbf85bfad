package worker

import (
	"testing"

	"vertigo/board"
	"vertigo/internal/analysis/input"
	"vertigo/search"
)

// TestEnd checks that nothing is searched after the end, which may come before the search that it is to stop.
func TestEnd(t *testing.T) {
	w, err := New(Settings{Limits: search.Limits{Depth: 3}, Threads: 1, Hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := &input.Position{Game: board.NewGame(board.StartPosition())}
	if a := w.Search(p); a.Nodes == 0 || a.Best == board.NoMove {
		t.Errorf("before the end: %+v", a)
	}
	w.End()
	if a := w.Search(p); a.Nodes != 0 || a.Best != board.NoMove {
		t.Errorf("after the end: %+v", a)
	}
}
