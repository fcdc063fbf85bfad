package search

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
	"weak"

	"vertigo/board"
	"vertigo/eval/scores"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
	"vertigo/movegen"
	"vertigo/tt"
)

// TestConcurrentCommands lets stop and ponderhit fall upon searches of all kinds at any time from several goroutines,
// while the reports of the search look at the engine. The race detector watches.
func TestConcurrentCommands(t *testing.T) {
	p := newEngine(t, 1, 4)
	rounds := 60
	if testing.Short() {
		rounds = 20
	}
	rng := rand.New(rand.NewPCG(21, 22))
	report := func(i Info) {
		if n := p.Nodes(); n < i.Nodes {
			t.Errorf("%d nodes reported, then %d", i.Nodes, n)
		}
	}
	reporter := Reporter{Info: report, Bound: report}
	for round := range rounds {
		g := game(t, varied[round%len(varied)])
		l := Limits{Infinite: round%3 == 0, MultiPV: 1 + round%3}
		if round%5 == 0 {
			l.MoveTime = time.Millisecond
		}
		s := start(t, p, g, l, round%2 == 0, reporter)
		var group sync.WaitGroup
		for first := range 3 {
			delay := time.Duration(rng.IntN(5000)) * time.Microsecond
			group.Go(func() {
				time.Sleep(delay)
				if first == 0 {
					s.hit()
				}
				time.Sleep(delay)
				s.stop()
			})
		}
		r := s.wait()
		group.Wait()
		if !movegen.IsLegal(&g.Position, r.Best) {
			t.Fatalf("round %d: best move %v", round, r.Best)
		}
	}
}

// TestResizing changes threads and table between searches.
func TestResizing(t *testing.T) {
	p := newEngine(t, 1, 1)
	for i, threads := range []int{4, 1, 2, 0, 8, 3, -5, 1} {
		setThreads(t, p, threads)
		must.Do(t, p.SetHash(1+i%3))
		if i%2 == 0 {
			p.NewGame()
		}
		r, _ := search(t, p, game(t, varied[i%len(varied)]), Limits{Depth: 4})
		must.Equal(t, r.Depth, 4, threads, r)
	}
	must.Fail(t, p.SetHash(1<<40), "", "a table larger than all memory")
	must.Fail(t, p.SetHash(0), "", "a table of nothing")
	search(t, p, game(t, varied[0]), Limits{Depth: 4}) // with the table as it was
}

// TestThreadsNeedMemory checks that threads are refused for which there is no memory, and that the estimate of what one
// takes is not below the truth.
func TestThreadsNeedMemory(t *testing.T) {
	must.Fail(t, checkMemory(1, 100, memoryFor(1, 99)), "more threads (99)")
	must.Do(t, errors.Join(checkMemory(1, 99, memoryFor(1, 99)), checkMemory(99, 1, 0)))
	if one := memoryFor(512, 513); one < 1024*uint64(unsafe.Sizeof(historyShard{})) {
		t.Errorf("a thread more than 512 is said to take %d bytes", one)
	}
	p := newEngine(t, 1, 1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	setThreads(t, p, 5)
	runtime.ReadMemStats(&after)
	four := memoryFor(1, 5)
	if took := after.TotalAlloc - before.TotalAlloc; took > four {
		t.Errorf("four threads take %d bytes, more than %d", took, four)
	}
	setThreads(t, p, 33)
	setThreads(t, p, 1)
	runtime.ReadMemStats(&after)
	if kept, most := after.HeapSys-after.HeapReleased, before.HeapSys-before.HeapReleased+four; kept > most {
		t.Errorf("%d bytes are kept after 33 threads, at most %d are right", kept, most)
	}
}

// TestProcessorsOfContainer checks that an engine leaves GOMAXPROCS, which Go sets by the quota of a container, as it is where
// that suffices for its threads and those that listen for commands, however many processors the machine has.
func TestProcessorsOfContainer(t *testing.T) {
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	p := newEngine(t, 1, 1)
	must.Equal(t, runtime.GOMAXPROCS(0), 3, "GOMAXPROCS")
	setThreads(t, p, 4)
	must.Equal(t, runtime.GOMAXPROCS(0), 6, "GOMAXPROCS")
}

// TestThreadsEnd checks that threads that are no longer wanted, and those of a closed engine, come to an end, with their memory.
func TestThreadsEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	p := must.Get(NewEngine(1, 50))(t)
	search(t, p, game(t, varied[0]), Limits{Depth: 3})
	shared, ended := weak.Make(&p.shared.shards[0]), weak.Make(p.threads[49])
	setThreads(t, p, 20)
	if runtime.GC(); shared.Value() != nil || ended.Value() != nil {
		t.Errorf("memory that is kept: of the shared histories %v, of a thread %v", shared.Value() != nil, ended.Value() != nil)
	}
	p.Close()
	awaitGoroutines(t, before)
}

// awaitGoroutines waits until there are no more goroutines than before.
func awaitGoroutines(tb testing.TB, before int) {
	tb.Helper()
	for deadline := time.Now().Add(patience); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			tb.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestMostThreads searches with as many threads as there may be, to the end and until it is stopped, and checks that
// they are gone afterwards.
func TestMostThreads(t *testing.T) {
	testfiles.OnlyInCI(t) // it takes seconds and gigabytes
	before := runtime.NumGoroutine()
	p, err := NewEngine(1, MaxThreads)
	if err != nil && (strings.Contains(err.Error(), "no memory") || strings.Contains(err.Error(), "no room")) {
		t.Skip(err)
	}
	must.Do(t, err)
	g := game(t, varied[1])
	search(t, p, g, Limits{Depth: 3})
	s := start(t, p, g, Limits{Infinite: true}, false, Reporter{})
	s.stop()
	if r := s.wait(); len(p.threads) != MaxThreads || !movegen.IsLegal(&g.Position, r.Best) {
		t.Errorf("%d threads: %+v", len(p.threads), r)
	}
	p.Close()
	awaitGoroutines(t, before)
}

// TestThreadsHelp checks that the other threads really search, and that their nodes are counted.
func TestThreadsHelp(t *testing.T) {
	p := newEngine(t, 4, 3)
	s := start(t, p, game(t, varied[1]), Limits{Infinite: true}, false, Reporter{})
	for _, th := range p.threads {
		for deadline := time.Now().Add(patience); th.published.Load() == 0 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
	}
	s.stop()
	r := s.wait()
	p.running.Wait() // the others may notice the stop later than the main thread
	sum := uint64(0)
	for i, th := range p.threads {
		if th.nodes == 0 {
			t.Errorf("thread %d has not searched", i)
		}
		sum += th.nodes
	}
	if sum != p.Nodes() || r.Nodes > sum || r.Nodes < p.threads[0].nodes {
		t.Errorf("the threads visited %d nodes, the engine says %d, the result %d", sum, p.Nodes(), r.Nodes)
	}
}

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
