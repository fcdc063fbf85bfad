package search

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
	"vertigo/tt"
)

// MaxThreads is the greatest number of threads of an Engine.
const MaxThreads = 1024

// MaxHash is the greatest size in MiB of a table that may be asked for. The system may have less memory.
const MaxHash = 1 << 20

// Engine runs searches on one or more threads that share a transposition table. It owns the threads and the table. It is not safe
// for concurrent use. Each search has a context, which ends it from outside, and may have a channel, Limits.PonderHit, which says
// that the move pondered on was played. Neither signal can reach the wrong search.
type Engine struct {
	table   *tt.Table
	network *eval.Network
	shared  *sharedHistories
	ballots []ballot  // one for each thread
	threads []*thread // the first is the main thread, which runs on the goroutine of Search, each of the others on its own

	tablebases Tablebases
	nodeClock  nodeClock     // of the game, where nodes count as time
	countNodes func() uint64 // Nodes, made once, as a search allocates nothing

	// The search in progress, or the last one. Search writes these while the other threads sleep.
	limits       Limits
	reporter     Reporter
	cancelled    <-chan struct{} // of the context
	clock        timeManager
	lastCurrMove time.Duration // when a root move was reported last, after the start of the search
	inside       Tablebases    // to be asked inside the search
	tableEmpty   bool          // the table is empty: nothing has been searched since it was cleared

	stop          atomic.Bool    // every thread is to leave the search
	deadline      atomic.Int64   // when every thread is to leave the search, in ns after its start; 0: not yet known, or never
	softStopVotes atomic.Int32   // threads that vote to end the search at the soft limit
	running       sync.WaitGroup // threads but the main one that have not yet left it
}

// NewEngine returns an engine with a table of hash MiB and the given number of threads, which evaluates with the network in
// the binary.
func NewEngine(hash, threads int) (*Engine, error) {
	network, err := eval.Default()
	if err != nil {
		return nil, err
	}
	table, err := tt.New(hash, threads)
	if err != nil {
		return nil, err
	}
	e := &Engine{table: table, network: network, tableEmpty: true}
	e.countNodes = e.Nodes
	if err := e.SetThreads(threads); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

// SetThreads sets the number of threads, clamped to 1..MaxThreads. When it changes, the engine forgets what the threads have
// learned. If memory runs short, or the system allows no more threads, the error says so and the number stays. SetThreads raises
// GOMAXPROCS to at least n+2, so that goroutines that listen for commands never have to wait for a searching thread to be
// preempted. It does not lower GOMAXPROCS again, since other engines may need it. If Go's own choice, which respects the CPU
// quota of a container, is higher, it stands.
func (e *Engine) SetThreads(n int) error {
	n = max(1, min(n, MaxThreads))
	if n == len(e.threads) {
		return nil
	}
	if available, known := files.Heap(); known && n > 1 { // one thread is always tried
		if err := checkMemory(len(e.threads), n, available); err != nil {
			return err
		}
	}
	if err := files.CheckThreads(n); err != nil {
		return err
	}
	fewer := n < len(e.threads)
	e.endThreads(n)
	e.shared = nil // its memory may serve for the new ones
	e.shared, e.ballots = newSharedHistories(n), make([]ballot, n)
	e.forget()
	if runtime.GOMAXPROCS(0) < n+2 {
		runtime.GOMAXPROCS(n + 2)
	}
	for len(e.threads) < n {
		t := newThread(e)
		e.threads = append(e.threads, t)
		if !t.isMain {
			go t.serve()
		}
	}
	if fewer {
		debug.FreeOSMemory() // it would stay with the process for minutes
	}
	return nil
}

// memoryFor returns roughly how many more bytes are needed to go from now to later threads. Each thread has its own histories,
// line of play, evaluator and stacks. The shared histories are allocated anew.
func memoryFor(now, later int) uint64 {
	const each = uint64(unsafe.Sizeof(thread{})+unsafe.Sizeof(histories{})) + 1<<20
	return uint64(later-now)*each + uint64(shardCount(later))*uint64(unsafe.Sizeof(historyShard{}))
}

// checkMemory returns an error if the available bytes do not suffice to go from now to later threads.
func checkMemory(now, later int, available uint64) error {
	if later < now {
		return nil
	}
	if need := memoryFor(now, later); need > available {
		return fmt.Errorf("no memory for more threads (%d): they take %d MiB, and %d MiB are available", later-now, need>>20,
			available>>20)
	}
	return nil
}

// SetHash gives the table a size of mib MiB and clears it. On an error the old table stays as it is.
func (e *Engine) SetHash(mib int) error {
	e.running.Wait()
	err := e.table.Resize(mib, len(e.threads))
	e.tableEmpty = e.tableEmpty || err == nil
	return err
}

// SetNetwork makes the engine evaluate with network, which must be valid. It clears the table, whose scores come from another
// network.
func (e *Engine) SetNetwork(network *eval.Network) {
	e.running.Wait()
	e.network = network
	for _, t := range e.threads {
		t.evaluator = nnue.New(network, MaxPly+2)
	}
	e.NewGame()
}

// NewGame forgets everything that earlier searches have learned, so that the next one is repeatable. It keeps only the record of
// how busy the machine is.
func (e *Engine) NewGame() {
	e.running.Wait()
	e.nodeClock = nodeClock{}
	if !e.tableEmpty {
		e.table.Clear(len(e.threads))
		e.tableEmpty = true
	}
	e.forget()
}

// forget clears what the threads have learned.
func (e *Engine) forget() {
	var group sync.WaitGroup
	group.Go(e.shared.clear)
	for _, t := range e.threads {
		group.Go(t.forget)
	}
	group.Wait()
}

// Close ends the threads and gives the table's memory back. The engine cannot be used afterwards.
func (e *Engine) Close() {
	e.endThreads(0)
	_ = e.table.Close() // nothing can be done about memory that the system does not take back
}

// endThreads ends all threads but the first n.
func (e *Engine) endThreads(n int) {
	e.running.Wait()
	n = min(n, len(e.threads))
	for _, t := range e.threads[n:] {
		if close(t.wake); !t.isMain {
			<-t.ended
		}
	}
	clear(e.threads[n:]) // lets go of their memory
	e.threads = e.threads[:n]
}

// Search searches the present position of g until a limit is reached or the context ends. However early that is, it returns a
// legal move if there is one. The main thread runs on the calling goroutine. Search does not change g. It allocates nothing,
// unless tablebases rank the root moves.
func (e *Engine) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	if l.Start.IsZero() {
		l.Start = time.Now() // waiting for slow threads of the last search counts
	}
	e.running.Wait()
	if l.NodesTime > 0 && l.Clock {
		e.nodeClock.begin(&l)
	}
	e.limits, e.reporter, e.cancelled = l, r, ctx.Done()
	e.clock = newTimeManager(&l, &e.clock)
	e.clock.nodes = e.countNodes
	e.lastCurrMove = 0
	e.stop.Store(false)
	e.deadline.Store(0)
	e.softStopVotes.Store(0)
	e.table.NewSearch()
	e.tableEmpty = false
	for _, t := range e.threads {
		t.reset(g)
	}
	main := e.threads[0]
	if main.rootCount == 0 {
		e.reportNoMoves(main)
	} else {
		if main.rootCount == 1 {
			e.clock.planOnlyMove()
		}
		e.askTablebases()
		e.running.Add(len(e.threads) - 1)
		for _, t := range e.threads[1:] {
			t.wake <- struct{}{}
		}
		e.clock.resume() // the preparations are no stall
		main.deepen()
		main.reportLast()
		e.vote()
	}
	AwaitRelease(ctx, l.Infinite, e.clock.ponderHit)
	// The other threads are not waited for: where there are more threads than processors, they may notice the stop late, and the
	// move would be late with them. Methods that need them at rest wait for running.
	e.stop.Store(true)
	result := main.outcome()
	result.Nodes = e.Nodes()
	if l.NodesTime > 0 && l.Clock {
		e.clock.update()
		e.nodeClock.end(e.clock.lastUpdate.Sub(e.clock.ownStart), l.Inc)
	}
	return result
}

// AwaitRelease blocks until a search may return its result: an infinite search only after its context has ended, a pondering one
// after that or after the ponderhit. Without pondering, ponderHit is nil.
func AwaitRelease(ctx context.Context, infinite bool, ponderHit <-chan time.Time) {
	switch {
	case infinite:
		<-ctx.Done()
	case ponderHit != nil:
		select {
		case <-ctx.Done():
		case <-ponderHit:
		}
	}
}

// Nodes returns the nodes that the search in progress, or the last one, has visited on all threads. While threads
// search, the count lags behind by fewer than pollInterval nodes per thread.
func (e *Engine) Nodes() uint64 {
	n := uint64(0)
	for _, t := range e.threads {
		n += t.published.Load()
	}
	return n
}
