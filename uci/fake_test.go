package uci

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"vertigo/board"
	"vertigo/eval"
	"vertigo/eval/scores"
	"vertigo/movegen"
	"vertigo/search"
	"vertigo/tt"
)

// fakeEngine is an Engine that plays the first legal move, at once or, if endless, only when it is stopped. It
// writes down what is asked of it and panics if it is used against the contract of Engine.
type fakeEngine struct {
	endless bool // every search goes on until it is stopped

	mu     sync.Mutex
	calls  []string
	elo    int  // 0 for full strength
	busy   bool // during a search
	closed bool
}

// fakes returns a Config for fakes that search endlessly or not, and a function that returns the calls of the first engine
// made.
func fakes(endless bool) (config Config, calls func() string) {
	var mu sync.Mutex
	var first *fakeEngine
	config.NewEngine = func(hash, threads int) (Engine, error) {
		mu.Lock()
		defer mu.Unlock()
		e := &fakeEngine{endless: endless}
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
	return config, calls
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

// SetElo refuses 2999.
func (e *fakeEngine) SetElo(elo int) error {
	e.locked(false, "elo %d", elo)
	if elo == 2999 {
		return fmt.Errorf("no memory for a player of %d", elo)
	}
	e.elo = elo
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

// Search writes down what reaches it: the start and, if it does not end by itself, the ponderhit and the stop.
func (e *fakeEngine) Search(ctx context.Context, g *board.Game, l search.Limits, r search.Reporter) search.Result {
	limited := ""
	if e.elo > 0 && !l.FullStrength {
		limited = "limited "
	}
	e.locked(false, "%ssearch %s%s", limited, g.Position.FEN(), describe(l))
	e.setBusy(true)
	defer e.setBusy(false)
	result := answer(g, l, r)
	hit := l.PonderHit
	for e.endless || l.Infinite || hit != nil {
		select {
		case <-ctx.Done():
			select {
			case <-hit: // it came first
				e.locked(true, "ponderhit")
			default:
			}
			e.locked(true, "stop")
			return result
		case <-hit:
			e.locked(true, "ponderhit")
			hit = nil
		}
	}
	return result
}

func (e *fakeEngine) setBusy(busy bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.busy = busy
}

// answer reports on the first legal move and returns it.
func answer(g *board.Game, l search.Limits, r search.Reporter) search.Result {
	var legal movegen.List
	movegen.Generate(&g.Position, &legal, movegen.All)
	if legal.N == 0 {
		score := scores.Draw
		if g.Position.InCheck() {
			score = -scores.Mate
		}
		if r.Info != nil {
			r.Info(search.Info{Score: score, Bound: tt.Exact})
		}
		return search.Result{}
	}
	best := legal.Moves[0]
	if len(l.SearchMoves) > 0 {
		best = l.SearchMoves[0]
	}
	if r.CurrMove != nil {
		r.CurrMove(search.CurrMove{Depth: 1, Move: best, Number: 1})
	}
	if r.Info != nil {
		r.Info(search.Info{Depth: 1, SelDepth: 1, MultiPV: 1, Bound: tt.Exact, Nodes: 1, PV: []board.Move{best}})
	}
	return search.Result{Best: best, Depth: 1, Nodes: 1}
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
	add(l.PonderHit != nil, "ponder")
	add(len(l.SearchMoves) > 0, "searchmoves %d", len(l.SearchMoves))
	add(l.MultiPV != defaultMultiPV, "multipv %d", l.MultiPV)
	add(l.Overhead != milliseconds(defaultOverhead), "overhead %v", l.Overhead)
	return b.String()
}
