package uci

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"vertigo/board"
	"vertigo/internal/engine/bench"
	"vertigo/movegen"
	"vertigo/search"
)

// startPerft counts the lines of depth plies from the present position, beside the session.
func (s *Session) startPerft(depth int) {
	p := s.game.Position
	chess960 := s.writesChess960(&p)
	started := s.now()
	var stopped atomic.Bool
	var nodes uint64
	var complete bool
	s.start(&job{
		run: func() {
			nodes, complete = movegen.Divide(&p, depth, stopped.Load, func(m board.Move, n uint64) {
				s.out.line("%s: %d", movegen.FormatMove(&p, m, chess960), n)
			})
		},
		finish: func() error {
			if !complete {
				s.out.note("perft stopped")
				return nil
			}
			t := max(s.now().Sub(started), time.Microsecond)
			s.out.line("info string perft %d took %v, %.1f million nodes per second\n\nNodes searched: %d\n",
				depth, t.Round(time.Microsecond), float64(nodes)/float64(t.Microseconds()), nodes)
			return nil
		},
		stop: func() { stopped.Store(true) },
	})
}

// execute runs bench beside the session, on an engine of its own: the number of nodes must not depend on what the
// session's engine has done or on its options, the network apart.
func (c benchCommand) execute(s *Session) error {
	hash := int(c.hash.or(defaultHash, 1, maxHash))
	engine, err := s.config.NewEngine(hash, int(c.threads.or(defaultThreads, 1, maxThreads)))
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	engine.SetNetwork(s.network)
	b := &benchRun{engine: engine, out: s.out, depth: int(c.depth.or(bench.Depth, 1, search.MaxPly)), now: s.now}
	s.start(&job{run: b.run, finish: b.finish, stop: b.stop})
	return nil
}

// benchRun searches the bench positions one after the other, each to the same depth on an empty table.
type benchRun struct {
	engine Engine
	out    *output
	depth  int // plies
	now    func() time.Time

	nodes uint64
	spent time.Duration

	mu      sync.Mutex // so that a stop reaches either the search that is running or the next one
	stopped bool
}

func (b *benchRun) run() {
	for i, fen := range bench.Positions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			b.out.note(err.Error())
			b.stop()
			return
		}
		b.engine.NewGame()
		started := b.now()
		if !b.begin(p) {
			return
		}
		result := b.engine.Wait()
		b.spent += b.now().Sub(started)
		b.nodes += result.Nodes
		best := "none"
		if result.Best != board.NoMove {
			best = movegen.FormatMove(&p, result.Best, !p.StandardCastling())
		}
		b.out.line("%d/%d: %d nodes, %s in %s", i+1, len(bench.Positions), result.Nodes, best, fen)
	}
}

// begin starts the search of p unless the bench has been stopped.
func (b *benchRun) begin(p board.Position) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.stopped {
		b.engine.Start(board.NewGame(p), search.Limits{Depth: b.depth}, search.Reporter{})
	}
	return !b.stopped
}

func (b *benchRun) stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopped = true
	b.engine.Stop()
}

func (b *benchRun) finish() error {
	b.engine.Close()
	if b.stopped {
		b.out.note("bench stopped")
		return nil
	}
	b.out.line("%d nodes %d nps", b.nodes, nodesPerSecond(b.nodes, b.spent))
	return nil
}
