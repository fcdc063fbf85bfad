package search

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/tt"
)

// Pool runs searches on one or more threads that share a transposition table. It owns both. It is for one goroutine at a
// time, on which Search runs the first thread. What ends a search from outside is its context, and what tells that the
// move pondered on was played is a channel of its Limits, so that neither can reach another search than the one meant.
type Pool struct {
	table   *tt.Table
	network *eval.Network
	threads []*Thread // the first runs on the goroutine of Search, each of the others on its own

	tablebases Tablebases
	bias       bias      // how the evaluation is distorted: not at all but for a Limited
	attention  attention // what is overlooked: nothing but by a Limited
	restless   bool      // whoever goes back to a position of the game wants a draw: for a Limited only

	// The search in progress, or the last one. Search writes these while the other threads sleep.
	limits    Limits
	reporter  Reporter
	cancelled <-chan struct{} // of the context
	clock     stopwatch       // the first thread's
	clear     bool            // the table is empty: nothing has been searched since it was cleared

	stop    atomic.Bool    // every thread is to leave the search
	running sync.WaitGroup // threads but the first that have not yet left it
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
	if err := p.SetThreads(threads); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// SetThreads sets the number of threads, 1 to MaxThreads; others are taken as the nearer of the two. When it changes, what
// the threads have learned is forgotten. If there is no memory for so many, or the system allows no more, the error says so
// and the number stays. It raises GOMAXPROCS to at least n+2, so that goroutines that listen for commands never have to wait
// for a searching thread to be interrupted, and does not lower it again, as other pools may need it. Otherwise Go's own
// choice stands, which heeds the quota of a container.
func (p *Pool) SetThreads(n int) error {
	n = max(1, min(n, MaxThreads))
	if n == len(p.threads) {
		return nil
	}
	if room, known := tt.AvailableMemory(); known {
		if err := memoryForThreads(n, len(p.threads), room); err != nil {
			return err
		}
	}
	if err := RoomForThreads(n); err != nil {
		return err
	}
	p.endThreads(n)
	p.forget()
	if runtime.GOMAXPROCS(0) < n+2 {
		runtime.GOMAXPROCS(n + 2)
	}
	for len(p.threads) < n {
		t := newThread(p, len(p.threads))
		p.threads = append(p.threads, t)
		if t.id > 0 {
			go t.serve()
		}
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

// Search searches the present position of g on the calling goroutine, and on those of the other threads, until its limits
// or the end of the context end it, and returns what it has found: a legal move, if there is one, however early it ends.
// It does not change g, and allocates nothing.
func (p *Pool) Search(ctx context.Context, g *board.Game, l Limits, r Reporter) Result {
	if l.Begun.IsZero() {
		l.Begun = time.Now() // waiting for slow threads of the last search counts
	}
	p.running.Wait()
	p.limits, p.reporter, p.cancelled = l, r, ctx.Done()
	p.clock = newStopwatch(&l, &p.clock)
	p.stop.Store(false)
	p.table.NewSearch()
	p.clear = false
	for _, t := range p.threads {
		t.prepare(g, &l)
	}
	return p.lead()
}

// lead is the work of the first thread: it wakes the others, keeps the clock, and reports. It does not wait for the others at
// the end: where there are more threads than processors, they may notice the stop late, and the move would be late with them.
// Whatever needs them at rest waits for running.
func (p *Pool) lead() Result {
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
	result := main.outcome()
	result.Nodes = p.Nodes()
	return result
}

// awaitRelease blocks while the limits forbid an answer: an infinite search answers only to the end of its context,
// pondering to that or to the ponderhit.
func (p *Pool) awaitRelease() {
	switch {
	case p.limits.Infinite:
		<-p.cancelled
	case p.clock.ponderHit != nil:
		select {
		case <-p.cancelled:
		case <-p.clock.ponderHit:
		}
	}
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
