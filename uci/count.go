package uci

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vertigo/board"
	"vertigo/internal/engine/bench"
	"vertigo/movegen"
	"vertigo/search"
)

// hasEnded returns a function that tells work that knows no contexts whether it is to end.
func hasEnded(ctx context.Context) func() bool { return func() bool { return ctx.Err() != nil } }

// startPerft counts the lines of depth plies from the present position, beside the session.
func (s *Session) startPerft(depth int) {
	p := s.game.Position
	chess960 := s.writesChess960(&p)
	started := s.now()
	s.start(func(ctx context.Context) func() error {
		nodes, complete := movegen.Divide(&p, depth, hasEnded(ctx), func(m board.Move, n uint64) {
			s.out.line("%s: %d", movegen.FormatMove(&p, m, chess960), n)
		})
		t := max(s.now().Sub(started), time.Microsecond)
		return func() error {
			if !complete {
				s.out.note("perft stopped")
				return nil
			}
			s.out.line("info string perft %d took %v, %.1f million nodes per second\n\nNodes searched: %d\n",
				depth, t.Round(time.Microsecond), float64(nodes)/float64(t.Microseconds()), nodes)
			return nil
		}
	})
}

// execute runs bench beside the session, on an engine of its own: the number of nodes must not depend on what the
// session's engine has done or on its options, the network apart.
func (c benchCommand) execute(s *Session) error {
	hash := int(c.hash.or(defaultHash, 1, search.MaxHash))
	engine, err := s.config.NewEngine(hash, int(c.threads.or(defaultThreads, 1, search.MaxThreads)))
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	engine.SetNetwork(s.network)
	b := &benchRun{engine: engine, out: s.out, depth: int(c.depth.or(bench.Depth, 1, search.MaxPly)), now: s.now}
	s.start(func(ctx context.Context) func() error {
		defer engine.Close()
		err := b.run(ctx)
		return func() error { return b.finish(err) }
	})
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
}

// run searches the positions. The error is that of the context, if it ends first.
func (b *benchRun) run(ctx context.Context) error {
	for i, fen := range bench.Positions {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		b.engine.NewGame()
		started := b.now()
		result := b.engine.Search(ctx, board.NewGame(p), search.Limits{Depth: b.depth}, search.Reporter{})
		if err := ctx.Err(); err != nil {
			return err
		}
		b.spent += b.now().Sub(started)
		b.nodes += result.Nodes
		best := "none"
		if result.Best != board.NoMove {
			best = movegen.FormatMove(&p, result.Best, !p.StandardCastling())
		}
		b.out.line("%d/%d: %d nodes, %s in %s", i+1, len(bench.Positions), result.Nodes, best, fen)
	}
	return nil
}

// finish prints the sum, unless an error has ended the run.
func (b *benchRun) finish(err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		b.out.note("bench stopped")
	case err == nil:
		b.out.line("%d nodes %d nps", b.nodes, nodesPerSecond(b.nodes, b.spent))
	default:
		return err
	}
	return nil
}
