package search

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

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
	clear    bool // the table is empty: no search has been started since it was cleared

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
	p := &Pool{table: table, network: network, clear: true}
	p.changed = sync.NewCond(&p.mu)
	if err := p.SetThreads(threads); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// threadMemory is about how many bytes a thread takes: what it has learned, its line of play, its evaluator and stacks.
const threadMemory = uint64(unsafe.Sizeof(Thread{})+unsafe.Sizeof(histories{})+unsafe.Sizeof(corrHistories{})) + 1<<20

// SetThreads sets the number of threads, 1 to MaxThreads; others are taken as the nearer of the two. When it changes, what
// the threads have learned is forgotten. If there is no memory for so many, the error says so and the number stays. It
// raises GOMAXPROCS so that goroutines that listen for commands never have to wait for a searching thread to be
// interrupted, and does not lower it again, as other pools may need it.
func (p *Pool) SetThreads(n int) error {
	n = max(1, min(n, MaxThreads))
	if n == len(p.threads) {
		return nil
	}
	if room, known := tt.AvailableMemory(); known {
		if err := roomForThreads(n, len(p.threads), room); err != nil {
			return err
		}
	}
	p.endThreads(n)
	p.forget()
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), runtime.NumCPU(), n+2))
	for len(p.threads) < n {
		t := newThread(p, len(p.threads))
		p.threads = append(p.threads, t)
		if t.id == 0 {
			go t.serve(p.lead)
		} else {
			go t.serve(t.help)
		}
	}
	return nil
}

// roomForThreads returns an error if room bytes are too few for n threads where had are there.
func roomForThreads(n, had int, room uint64) error {
	if need := uint64(max(n-had, 0)) * threadMemory; need > room {
		return fmt.Errorf("no memory for %d threads, which take %d MiB: %d MiB are available", n, need>>20, room>>20)
	}
	return nil
}

// SetHash gives the table a size of mib MiB and clears it. On an error the old table stays as it is.
func (p *Pool) SetHash(mib int) error {
	p.running.Wait()
	err := p.table.Resize(mib, len(p.threads))
	p.clear = p.clear || err == nil
	return err
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
	if !p.clear {
		p.table.Clear(len(p.threads))
		p.clear = true
	}
}

// NewGame forgets everything that earlier searches have learned, so that the next one is repeatable.
func (p *Pool) NewGame() {
	p.ClearHash()
	p.forget()
}

// forget clears what the threads have learned.
func (p *Pool) forget() {
	var group sync.WaitGroup
	for _, t := range p.threads {
		group.Go(t.forget)
	}
	group.Wait()
}

// Close ends the threads and gives the table's memory back. The pool cannot be used afterwards.
func (p *Pool) Close() {
	p.endThreads(0)
	_ = p.table.Close() // nothing can be done about memory that the system does not take back
}

// endThreads ends all threads but the first n.
func (p *Pool) endThreads(n int) {
	p.running.Wait()
	n = min(n, len(p.threads))
	for _, t := range p.threads[n:] {
		close(t.wake)
	}
	clear(p.threads[n:]) // lets go of their memory
	p.threads = p.threads[:n]
}

// Start begins a search of the present position of g and returns at once. The search ends at the limits or at Stop;
// Wait tells its result. G is not kept.
func (p *Pool) Start(g *board.Game, l Limits, r Reporter) {
	if l.Begun.IsZero() {
		l.Begun = time.Now() // waiting for slow threads of the last search counts
	}
	p.running.Wait()
	p.limits, p.reporter = l, r
	p.clock = newStopwatch(&l)
	p.result = Result{}
	p.mu.Lock()
	p.stop.Store(false)
	p.stopped, p.pondering = false, l.Ponder
	p.mu.Unlock()
	p.table.NewSearch()
	p.clear = false
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
	if t.at(0).position.InCheck() && len(p.limits.SearchMoves) == 0 {
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
