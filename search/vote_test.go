package search

import (
	"sync"
	"sync/atomic"
	"testing"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/movegen"
	"vertigo/tt"
)

// TestElect checks which of several ballots wins.
func TestElect(t *testing.T) {
	const a, b = board.Move(1), board.Move(2)
	mateIn3, matedIn2 := scores.Mate-5, -scores.Mate+4
	unproven := newBallot(&rootLine{score: matedIn2, bound: tt.Lower, depth: 12, pv: [MaxPly + 2]board.Move{a}})
	for _, test := range []struct {
		name    string
		ballots []ballot
		want    int
	}{
		{"agreement", []ballot{{a, 20, 12}, {a, 90, 13}}, 0},
		{"two against one", []ballot{{a, 20, 12}, {b, 20, 12}, {b, 20, 12}}, 1},
		{"a tie", []ballot{{a, 20, 12}, {b, 20, 12}}, 0},
		{"a better score", []ballot{{a, 20, 12}, {b, 60, 12}}, 1},
		{"a shallower search", []ballot{{a, 20, 12}, {b, 900, 11}}, 0},
		{"a shallower search that decides", []ballot{{a, 20, 12}, {a, 20, 11}, {b, 22, 12}}, 0},
		{"a deeper search", []ballot{{a, 20, 12}, {b, 20, 13}}, 1},
		{"a mate", []ballot{{a, 900, 20}, {a, 900, 20}, {b, mateIn3, 9}}, 2},
		{"a faster mate", []ballot{{a, mateIn3 - 4, 20}, {a, mateIn3 - 2, 20}, {b, mateIn3, 9}}, 2},
		{"mated", []ballot{{a, matedIn2, 12}, {b, -50, 11}}, 0},
		{"another thread sees a mate against us", []ballot{{a, -20, 12}, {b, matedIn2, 12}}, 0},
		{"nothing yet", []ballot{{}, {}}, 0},
		{"the main thread has nothing yet", []ballot{{}, {b, 10, 1}}, 1},
		{"an iteration that was stopped before another move saved the game", []ballot{unproven, {b, -50, 11}}, 1},
		{"no thread has another move", []ballot{unproven, {a, -50, 12}}, 0},
	} {
		must.Equal(t, elect(test.ballots), test.want, test.name)
	}
}

// TestVoteIsReported checks that the line that is reported last begins with the move that is played, whichever thread chose it.
func TestVoteIsReported(t *testing.T) {
	requireSelective(t)
	p := newEngine(t, 1, 4)
	for i, fen := range varied {
		p.NewGame()
		g := game(t, fen)
		var last []board.Move
		report := func(i Info) { last = append(last[:0], i.PV...) }
		s := start(t, p, g, Limits{Nodes: uint64(2000 + 1000*i)}, false, Reporter{Info: report})
		r := s.wait()
		if !movegen.IsLegal(&g.Position, r.Best) || len(last) == 0 || last[0] != r.Best {
			t.Errorf("%s: plays %v, last line %v", fen, r.Best, last)
		}
	}
}

// TestElectedLine checks that the line taken over is the one that was elected, though its thread goes on to publish others.
func TestElectedLine(t *testing.T) {
	e := newEngine(t, 1, 2)
	main, other := e.threads[0], e.threads[1]
	for _, th := range e.threads {
		th.reset(game(t, board.StartFEN))
	}
	var done atomic.Bool
	var group sync.WaitGroup
	group.Go(func() {
		for i := 0; !done.Load(); i++ { // in turn a mate, which wins the vote, and a lost line of another move
			best := &other.roots[i%2].rootLine
			best.score, best.depth, best.bound = scores.Mate-9-i%2*(scores.Mate+300), 5, tt.Exact
			other.bestLock.Lock()
			other.best.copyFrom(best)
			other.bestLock.Unlock()
		}
	})
	for range 20_000 {
		main.reset(game(t, board.StartFEN))
		main.roots[0].score, main.roots[0].depth, main.roots[0].bound = 20, 5, tt.Exact
		main.publishBest()
		if e.adoptElected() && main.roots[0].score < 0 {
			t.Fatalf("elected for a mate, adopted %d", main.roots[0].score)
		}
	}
	done.Store(true)
	group.Wait()
}
