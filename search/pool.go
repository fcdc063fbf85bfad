package search

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/movegen"
	"vertigo/tt"
)

// MaxThreads is the greatest number of threads a Pool accepts.
const MaxThreads = 1024

// Pool runs searches on one or more threads that share a transposition table. It owns both. One search runs at a
// time. Stop and PonderHit may be called from any goroutine at any time; all other methods belong to one goroutine,
// which must not call them, except Wait, between Start and the end of the search.
type Pool struct {
	table   *tt.Table
	network *eval.Network
	threads []*Thread

	tablebases Tablebases

	// The search in progress. Start writes these while every thread sleeps.
	limits   Limits
	reporter Reporter
	clock    stopwatch
	result   Result

	stop    atomic.Bool    // every thread is to leave its search
	running sync.WaitGroup // threads but the first that have not yet left theirs
	done    sync.WaitGroup // the search as a whole, until result is set

	mu         sync.Mutex // guards the fields below
	changed    *sync.Cond // one of them has changed
	stopped    bool       // Stop was called for this search
	pondering  bool       // PonderHit is still to come
	ponderDone time.Time  // when it came
}

// NewPool returns a pool with a table of hash MiB and the given number of threads, which evaluates with the network in
// the binary.
func NewPool(hash, threads int) (*Pool, error) {
	network, err := eval.Default()
	if err != nil {
		return nil, err
	}
	table, err := tt.New(hash, threads)
	if err != nil {
		return nil, fmt.Errorf("hash table: %w", err)
	}
	p := &Pool{table: table, network: network}
	p.changed = sync.NewCond(&p.mu)
	p.SetThreads(threads)
	return p, nil
}

// SetThreads sets the number of threads, 1 to MaxThreads; others are taken as the nearer of the two. What the threads
// have learned is forgotten. It raises GOMAXPROCS so that goroutines that listen for commands never have to wait for
// a searching thread to be interrupted.
func (p *Pool) SetThreads(n int) {
	n = max(1, min(n, MaxThreads))
	p.stopThreads()
	runtime.GOMAXPROCS(max(runtime.NumCPU(), n+2))
	p.threads = make([]*Thread, n)
	for i := range p.threads {
		p.threads[i] = newThread(p, i)
	}
	for i, t := range p.threads {
		if i == 0 {
			go t.serve(p.lead)
		} else {
			go t.serve(t.follow)
		}
	}
}

// SetHash gives the table a size of mib MiB and clears it. On an error the old table stays as it is.
func (p *Pool) SetHash(mib int) error {
	p.running.Wait()
	return p.table.Resize(mib, len(p.threads))
}

// SetNetwork lets the pool evaluate with a valid network. The table is cleared, since what it holds was found with
// another.
func (p *Pool) SetNetwork(network *eval.Network) {
	p.running.Wait()
	p.network = network
	for _, t := range p.threads {
		t.eval = eval.New(network, MaxPly+2)
	}
	p.NewGame()
}

// ClearHash empties the table.
func (p *Pool) ClearHash() {
	p.running.Wait()
	p.table.Clear(len(p.threads))
}

// NewGame forgets everything that earlier searches have learned, so that the next one is repeatable.
func (p *Pool) NewGame() {
	p.ClearHash()
	var group sync.WaitGroup
	for _, t := range p.threads {
		group.Go(t.forget)
	}
	group.Wait()
}

// Close ends the threads and gives the table's memory back. The pool cannot be used afterwards.
func (p *Pool) Close() {
	p.stopThreads()
	_ = p.table.Close() // nothing can be done about memory that the system does not take back
}

func (p *Pool) stopThreads() {
	p.running.Wait()
	for _, t := range p.threads {
		close(t.wake)
	}
	p.threads = nil
}

// Start begins a search of the present position of g and returns at once. The search ends at the limits or at Stop;
// Wait tells its result. G is not kept.
func (p *Pool) Start(g *board.Game, l Limits, r Reporter) {
	p.running.Wait()
	p.limits, p.reporter = l, r
	p.clock = newStopwatch(&l, time.Now())
	p.result = Result{}
	p.mu.Lock()
	p.stop.Store(false)
	p.stopped, p.pondering = false, l.Ponder
	p.mu.Unlock()
	p.table.NewSearch()
	for _, t := range p.threads {
		t.prepare(g, &l)
	}
	p.done.Add(1)
	p.threads[0].wake <- struct{}{}
}

// Stop ends the search in progress, if there is one, as soon as its threads notice.
func (p *Pool) Stop() {
	p.mu.Lock()
	p.stop.Store(true)
	p.stopped, p.pondering = true, false
	p.mu.Unlock()
	p.changed.Broadcast()
}

// PonderHit tells that the move pondered on was played: the limits count from now on.
func (p *Pool) PonderHit() {
	p.mu.Lock()
	if p.pondering {
		p.pondering = false
		p.ponderDone = time.Now()
	}
	p.mu.Unlock()
	p.changed.Broadcast()
}

// Wait blocks until the search that was started last has ended and returns its result.
func (p *Pool) Wait() Result {
	p.done.Wait()
	return p.result
}

// lead is the work of the first thread: it takes the others along, keeps the clock, and reports. It does not wait for
// the others at the end: where there are more threads than processors, they may notice the stop late, and the move
// would be late with them. Whatever needs them at rest waits for running.
func (p *Pool) lead() {
	main := p.threads[0]
	if main.rootCount == 0 {
		p.reportNoMoves(main)
	} else {
		p.askTablebases()
		p.running.Add(len(p.threads) - 1)
		for _, t := range p.threads[1:] {
			t.wake <- struct{}{}
		}
		main.deepen()
	}
	p.awaitRelease()
	p.stop.Store(true)
	p.result = main.outcome()
	p.result.Nodes = p.Nodes()
	p.done.Done()
}

// awaitRelease blocks while the limits forbid an answer: an infinite search answers only to Stop, pondering only to
// PonderHit or Stop.
func (p *Pool) awaitRelease() {
	p.mu.Lock()
	for !p.stopped && (p.pondering || p.limits.Infinite) {
		p.changed.Wait()
	}
	p.mu.Unlock()
}

// isPondering reports whether PonderHit is still to come, and if not, when it came.
func (p *Pool) isPondering() (pondering bool, since time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pondering, p.ponderDone
}

// Nodes returns the nodes that the search in progress, or the last one, has visited on all threads. While threads
// search it lags behind by some hundred nodes each.
func (p *Pool) Nodes() uint64 {
	n := uint64(0)
	for _, t := range p.threads {
		n += t.published.Load()
	}
	return n
}

// reportNoMoves reports a root without legal moves: mated or stalemated.
func (p *Pool) reportNoMoves(t *Thread) {
	score := Draw
	if t.frames[0].position.InCheck() && len(p.limits.SearchMoves) == 0 {
		score = -Mate
	}
	if p.reporter.Info != nil {
		p.reporter.Info(Info{MultiPV: 1, Score: score, Bound: tt.Exact, Time: p.clock.total()})
	}
}

// rootMoves fills list with the legal root moves that the limits allow.
func rootMoves(p *board.Position, l *Limits, list *movegen.List) {
	movegen.Generate(p, list, movegen.All)
	if len(l.SearchMoves) == 0 {
		return
	}
	n := 0
	for _, m := range list.Slice() {
		for _, wanted := range l.SearchMoves {
			if m == wanted {
				list.Moves[n] = m
				n++
				break
			}
		}
	}
	list.N = n
}
