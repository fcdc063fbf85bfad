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
	for _, n := range []struct {
		intArg
		name string
		most int
	}{{depth, "depth", search.MaxPly}, {threads, "number of threads", search.MaxThreads}, {hash, "hash size", search.MaxHash}} {
		if n.given && (n.value < 1 || n.value > n.most) {
			return cli.UsageError(fmt.Sprintf("bench: the %s %d is not between 1 and %d", n.name, n.value, n.most))
		}
	}
	engine, err := s.makeEngine(hash.or(defaultHash, 1, search.MaxHash), threads.or(defaultThreads, 1, search.MaxThreads))
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	engine.SetNetwork(s.network)
	s.start(func(ctx context.Context) (string, error) {
		defer engine.Close()
		return s.searchBench(ctx, engine, depth.or(search.BenchDepth, 1, search.MaxPly))
	})
	return nil
}

// searchBench searches the bench positions and prints the nodes and the best move of each. It returns the line of the sum.
func (s *Session) searchBench(ctx context.Context, engine *search.Engine, depth int) (string, error) {
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
		return "", errors.New("bench stopped")
	}
	return fmt.Sprintf("%d nodes %d nps", nodes, nodesPerSecond(nodes, spent)), nil
}
