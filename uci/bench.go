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

// bench runs beside the session, on an engine of its own: the number of nodes must not depend on what the session's engine
// has done or on its options, the network apart.
func (s *Session) bench(args *tokens) error {
	depth, threads, hash := args.number(), args.number(), args.number()
	if err := args.end(); err != nil {
		return err
	}
	mib := int(hash.or(defaultHash, 1, search.MaxHash))
	engine, err := s.config.NewEngine(mib, int(threads.or(defaultThreads, 1, search.MaxThreads)))
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	engine.SetNetwork(s.network)
	b := &benchRun{engine: engine, out: s.out, depth: int(depth.or(bench.Depth, 1, search.MaxPly)), now: s.now}
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
