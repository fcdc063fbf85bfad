package uci

import (
	"fmt"
	"strings"
	"sync"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/movegen"
	"vertigo/search"
	"vertigo/tt"
)

// fakeEngine is an Engine that plays the first legal move, at once or, if endless, only when it is stopped. It
// writes down what is asked of it and panics if it is used against the contract of Engine.
type fakeEngine struct {
	endless bool // every search goes on until it is stopped

	mu      sync.Mutex
	changed *sync.Cond
	calls   []string
	busy    bool // between Start and the end of Wait
	held    bool // the search may not end yet
	ponders bool // it may end at a ponderhit
	closed  bool
	result  search.Result
}

func newFakeEngine(endless bool) *fakeEngine {
	e := &fakeEngine{endless: endless}
	e.changed = sync.NewCond(&e.mu)
	return e
}

// fakes returns a Config.NewEngine for fakes that search endlessly or not, and a function that returns the calls
// of the first engine made.
func fakes(endless bool) (newEngine func(hash, threads int) (Engine, error), calls func() string) {
	var mu sync.Mutex
	var first *fakeEngine
	newEngine = func(hash, threads int) (Engine, error) {
		mu.Lock()
		defer mu.Unlock()
		e := newFakeEngine(endless)
		if first == nil {
			first = e
		}
		return e, nil
	}
	calls = func() string {
		mu.Lock()
		defer mu.Unlock()
		first.mu.Lock()
		defer first.mu.Unlock()
		return strings.Join(first.calls, "; ")
	}
	return newEngine, calls
}

// note writes down a call that is allowed only while no search is running, unless running is set.
func (e *fakeEngine) note(running bool, format string, args ...any) {
	if e.busy && !running {
		panic(fmt.Sprintf("%s during a search", fmt.Sprintf(format, args...)))
	}
	if e.closed {
		panic(fmt.Sprintf("%s after Close", fmt.Sprintf(format, args...)))
	}
	e.calls = append(e.calls, fmt.Sprintf(format, args...))
}

func (e *fakeEngine) locked(running bool, format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.note(running, format, args...)
}

func (e *fakeEngine) NewGame() { e.locked(false, "newgame") }

// SetThreads refuses more than 512 threads.
func (e *fakeEngine) SetThreads(n int) error {
	e.locked(false, "threads %d", n)
	if n > 512 {
		return fmt.Errorf("no memory for %d threads", n)
	}
	return nil
}

func (e *fakeEngine) SetNetwork(network *eval.Network) {
	e.locked(false, "network %d neurons", network.Hidden)
}
func (e *fakeEngine) ClearHash() { e.locked(false, "clear") }

func (e *fakeEngine) SetTablebases(b search.Tablebases) {
	e.locked(false, "tablebases %v, %d men, depth %d, rule50 %v", b.Tables != nil, b.MaxMen, b.MinDepth, b.Rule50)
}

// SetHash refuses more than 64 MiB.
func (e *fakeEngine) SetHash(mib int) error {
	e.locked(false, "hash %d", mib)
	if mib > 64 {
		return fmt.Errorf("cannot allocate %d MiB", mib)
	}
	return nil
}

func (e *fakeEngine) Close() {
	e.locked(false, "close")
	e.closed = true
}

func (e *fakeEngine) Start(g *board.Game, l search.Limits, r search.Reporter) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.note(false, "start %s%s", g.Position.FEN(), describe(l))
	if r.Info == nil {
		r.Info = func(search.Info) {}
	}
	if r.CurrMove == nil {
		r.CurrMove = func(search.CurrMove) {}
	}
	e.busy, e.held, e.ponders = true, e.endless || l.Infinite || l.Ponder, l.Ponder && !l.Infinite && !e.endless
	var legal movegen.List
	movegen.Generate(&g.Position, &legal, movegen.All)
	if legal.N == 0 {
		score := search.Draw
		if g.Position.InCheck() {
			score = -search.Mate
		}
		r.Info(search.Info{Score: score, Bound: tt.Exact})
		e.result = search.Result{}
		return
	}
	best := legal.Moves[0]
	if len(l.SearchMoves) > 0 {
		best = l.SearchMoves[0]
	}
	e.result = search.Result{Best: best, Depth: 1, Nodes: 1}
	r.CurrMove(search.CurrMove{Depth: 1, Move: best, Number: 1})
	r.Info(search.Info{Depth: 1, SelDepth: 1, MultiPV: 1, Bound: tt.Exact, Nodes: 1, PV: []board.Move{best}})
}

// describe writes the limits that are set.
func describe(l search.Limits) string {
	var b strings.Builder
	add := func(set bool, format string, args ...any) {
		if set {
			fmt.Fprintf(&b, " "+format, args...)
		}
	}
	add(l.Depth > 0, "depth %d", l.Depth)
	add(l.Nodes > 0, "nodes %d", l.Nodes)
	add(l.Mate > 0, "mate %d", l.Mate)
	add(l.MoveTime > 0, "movetime %v", l.MoveTime)
	add(l.Clock, "clock %v+%v/%d", l.Time, l.Inc, l.MovesToGo)
	add(l.Infinite, "infinite")
	add(l.Ponder, "ponder")
	add(len(l.SearchMoves) > 0, "searchmoves %d", len(l.SearchMoves))
	add(l.Elo > 0, "elo %d", l.Elo)
	add(l.MultiPV != defaultMultiPV, "multipv %d", l.MultiPV)
	add(l.Overhead != milliseconds(defaultOverhead), "overhead %v", l.Overhead)
	return b.String()
}

func (e *fakeEngine) Stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.note(true, "stop")
	e.held = false
	e.changed.Broadcast()
}

func (e *fakeEngine) PonderHit() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.note(true, "ponderhit")
	if e.ponders {
		e.held = false
		e.changed.Broadcast()
	}
}

func (e *fakeEngine) Wait() search.Result {
	e.mu.Lock()
	defer e.mu.Unlock()
	for e.held {
		e.changed.Wait()
	}
	e.busy = false
	return e.result
}
