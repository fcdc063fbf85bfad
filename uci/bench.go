package uci

import (
	"context"
	"errors"
	"fmt"
	"time"

	"vertigo/board"
	"vertigo/internal/system/cli"
	"vertigo/movegen"
	"vertigo/search"
)

// bench runs beside the session, on an engine of its own: the number of nodes must not depend on what the session's engine
// has done or on its options, the network apart.
func (s *Session) bench(args *tokens) error {
	depth, threads, hash := args.parseInt(), args.parseInt(), args.parseInt()
	if err := args.end(); err != nil {
		return err
	}
	if depth.value > search.MaxPly {
		return cli.UsageError(fmt.Sprintf("bench: the depth %d is not between 1 and %d", depth.value, search.MaxPly))
	}
	engine, err := s.makeEngine(hash.or(defaultHash, 1, search.MaxHash), threads.or(defaultThreads, 1, search.MaxThreads))
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	engine.SetNetwork(s.network)
	s.start(func(ctx context.Context) error {
		defer engine.Close()
		return s.searchBench(ctx, engine, depth.or(search.BenchDepth, 1, search.MaxPly))
	})
	return nil
}

// searchBench searches the bench positions and prints the nodes and the best move of each, then the sum.
func (s *Session) searchBench(ctx context.Context, engine *search.Engine, depth int) error {
	var spent time.Duration
	nodes, err := engine.Bench(ctx, depth, func(r search.BenchResult) {
		spent += r.Time
		best := "none"
		if r.Best != board.NoMove {
			best = movegen.FormatMove(&r.Position, r.Best, false)
		}
		s.out.line("%d/%d: %d nodes, %s in %s", r.Number, r.Of, r.Nodes, best, r.Position.FEN())
	})
	if err != nil {
		return errors.New("bench stopped")
	}
	s.out.line("%d nodes %d nps", nodes, nodesPerSecond(nodes, spent))
	return nil
}
