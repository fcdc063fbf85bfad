package analyse

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vertigo/board"
	"vertigo/internal/analysis/game"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/search"
)

// TestStop checks that the end of the context ends a search that would go on for ever, with a move.
func TestStop(t *testing.T) {
	w := must.Get(NewWorker(WorkerSettings{Limits: search.Limits{Infinite: true}, Threads: 1, Hash: 1}))(t)
	defer w.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for w.engine.Nodes() == 0 { // until the search is under way
			time.Sleep(time.Millisecond)
		}
		stop()
	}()
	if a := w.Search(ctx, &game.Position{Game: board.NewGame(board.StartPosition())}); a.Best == board.NoMove {
		t.Errorf("%+v", a)
	}
}

// TestWholeIterations searches the positions of a game to limits that end searches in the middle of iterations, and checks that every
// score is exact, that all lines are equally deep, and that no more nodes are searched than counted.
func TestWholeIterations(t *testing.T) {
	w := must.Get(NewWorker(WorkerSettings{Threads: 1, Hash: 1}))(t)
	defer w.Close()
	text, _, _ := strings.Cut(string(testfiles.Read(t, "pgn", "kasparov-deep-blue-1997.pgn")), "\n\n[")
	g := game.NewJob(game.Origin{Kind: "pgn", Text: game.RawText(text)}, "game", 0).Read()
	if g.Err != nil || len(g.Positions) < 60 {
		t.Fatal(len(g.Positions), g.Err)
	}
	for i, p := range g.Positions {
		w.SetLimits(search.Limits{Nodes: 1000 + 31*uint64(i), MultiPV: 1 + 2*(i%2)})
		a := w.Search(t.Context(), p)
		if a.Nodes != 1000+31*uint64(i) || w.engine.Nodes() != a.Nodes {
			t.Errorf("after %d half-moves: %d nodes are counted, of %d", i, a.Nodes, w.engine.Nodes())
		}
		if len(a.Lines) == 0 || a.Best != a.Lines[0].Moves[0] || a.Course[len(a.Course)-1].Move != a.Best {
			t.Fatalf("after %d half-moves: %+v", i, a)
		}
		for _, l := range a.Lines {
			must.Equal(t, l.Depth, a.Lines[0].Depth, i, l.Shown(), l.Text())
		}
	}
}

// TestLengthen checks that a line of which only the beginning is left is made longer from the table, and not beyond the end
// of a game.
func TestLengthen(t *testing.T) {
	w := must.Get(NewWorker(WorkerSettings{Limits: search.Limits{Depth: 9}, Threads: 1, Hash: 1}))(t)
	defer w.Close()
	for fen, want := range map[string]int{board.StartFEN: leastPlies, "k7/8/1K6/8/8/8/8/7R w - - 0 1": 1, "k7/8/2K5/8/8/8/8/7R w - - 0 1": 3} {
		p := playout.Parse(t, fen)
		g := board.NewGame(p)
		a := w.Search(t.Context(), &game.Position{Game: g})
		l := game.Line{Moves: slices.Clone(a.Lines[0].Moves[:1])}
		if w.lengthen(g, &l); len(l.Moves) != want {
			t.Errorf("%s: %v of %v", fen, l.Moves, a.Lines[0].Moves)
		}
	}
}

// TestVerify checks that a longer search gives each of its moves a line of the same depth.
func TestVerify(t *testing.T) {
	w := must.Get(NewWorker(WorkerSettings{Limits: search.Limits{Nodes: 300}, Threads: 1, Hash: 1}))(t)
	defer w.Close()
	p := &game.Position{Game: board.NewGame(board.StartPosition())}
	for _, word := range []string{"e2e4", "a2a4", "h2h4"} {
		m := must.Get(movegen.ParseMove(&p.Game.Position, word))(t)
		p.SearchMoves = append(p.SearchMoves, m)
	}
	first := w.Search(t.Context(), p)
	if a := w.Verify(t.Context(), p, 8); len(a.Lines) != 3 || a.Lines[2].Depth != a.Lines[0].Depth || a.Nodes != 2400 || a.Lines[0].Depth <= first.Lines[0].Depth {
		t.Errorf("%+v, and first %+v", a.Lines, first.Lines)
	}
}

// TestNoMemory checks that the refusal of a worker for which there is not enough memory ends with the remedy.
func TestNoMemory(t *testing.T) {
	_, err := new(Resources).NewPool(1, WorkerSettings{Hash: search.MaxHash, Threads: 1}, "use less")
	const want = "^worker 1 of 1: no memory for a hash table of 1048576 MiB.*; use less$"
	if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestCount checks how many workers search: as many as were asked for, or so many that their threads have a processor each.
func TestCount(t *testing.T) {
	for _, test := range []struct{ asked, threads, processors, want int }{{0, 1, 8, 8}, {5, 1, 2, 5}, {0, 3, 8, 2}, {0, 3, 2, 1}} {
		must.Equal(t, workerCount(test.asked, test.threads, test.processors), test.want, test)
	}
}
