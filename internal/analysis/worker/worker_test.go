package worker

import (
	"context"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/answer"
	"vertigo/search"
)

// TestStop checks that the end of the context ends a search that would go on for ever, with a move.
func TestStop(t *testing.T) {
	w, err := New(Settings{Limits: search.Limits{Infinite: true}, Threads: 1, Hash: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for w.engine.Nodes() == 0 { // until the search is under way
			time.Sleep(time.Millisecond)
		}
		stop()
	}()
	if a := w.Search(ctx, &answer.Position{Game: board.NewGame(board.StartPosition())}); a.Best == board.NoMove {
		t.Errorf("%+v", a)
	}
}
