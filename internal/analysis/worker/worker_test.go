package worker

import (
	"context"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/input"
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
		for w.pool.Nodes() == 0 { // until the search is under way
			time.Sleep(time.Millisecond)
		}
		stop()
	}()
	if a := w.Search(ctx, &input.Position{Game: board.NewGame(board.StartPosition())}); a.Best == board.NoMove {
		t.Errorf("%+v", a)
	}
}

// TestSwing checks between which scores an answer has gone to and fro by searches of the same position to each depth: they find
// what the iterations of the deepest one find.
func TestSwing(t *testing.T) {
	p, err := board.ParseFEN("r1bq1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P3/2NP1N2/PPP2PPP/R2QK2R w KQ - 0 7")
	if err != nil {
		t.Fatal(err)
	}
	const last = 9
	var a answer.Answer
	low, high := scores.Mate, -scores.Mate
	for depth := (last + 1) / 2; depth <= last; depth++ {
		w, err := New(Settings{Limits: search.Limits{Depth: depth}, Threads: 1, Hash: 1})
		if err != nil {
			t.Fatal(err)
		}
		a = w.Search(t.Context(), &input.Position{Game: board.NewGame(p)})
		w.Close()
		low, high = min(low, a.Lines[0].Score), max(high, a.Lines[0].Score)
	}
	if a.Low != low || a.High != high || low == high {
		t.Errorf("from %d to %d, want %d to %d", a.Low, a.High, low, high)
	}
	if swing, ok := a.Swing(&p); !ok || swing <= 0 {
		t.Errorf("it swings by %f, %t", swing, ok)
	}
}
