package analyse

import (
	"testing"

	"vertigo/board"
	"vertigo/search"
)

// TestWorkerEnd checks that nothing is searched after the end, which may come before the search that it is to stop.
func TestWorkerEnd(t *testing.T) {
	pool, err := search.NewPool(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	w := &worker{pool: pool, limits: search.Limits{Depth: 3}}
	p := &position{game: board.NewGame(board.StartPosition())}
	if o := w.analyse(p); o.nodes == 0 || o.best == board.NoMove {
		t.Errorf("before the end: %+v", o)
	}
	w.end()
	if o := w.analyse(p); o.nodes != 0 || o.best != board.NoMove {
		t.Errorf("after the end: %+v", o)
	}
}
