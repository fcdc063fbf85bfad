package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
	"vertigo/lab/client"
	"vertigo/movegen"
)

// ruler says how to run the engine whose scores networks are measured against. No network learns from these scores.
type ruler struct {
	engine  string // path of an engine with the option UCI_ShowWDL
	engines int    // how many of it run at a time
	nodes   int    // of each search
	hash    int    // MiB of each engine
}

func rulerCommand() *cobra.Command {
	d, r, set := draw{positions: 20_000, perGame: 2, fromPly: 10}, ruler{engines: 2, nodes: 100_000, hash: 16}, ""
	c := &cobra.Command{
		Use: "ruler --set FILE --engine ENGINE [flags] GAMES.pgn...", Short: "make a set of positions for train judge",
		Args: cobra.MinimumNArgs(1),
		Long: "Makes a set of positions for train judge: draws positions from games, and lets a far stronger engine score each of\n" +
			"them as the first of a new game. The expected score is wins and half the draws, as its option\n" +
			"UCI_ShowWDL reports them. The source of a position is the name of its file of games. The set measures networks:\n" +
			"never train on it.",
		RunE: func(c *cobra.Command, args []string) error {
			return makeSet(c.Context(), d, r, set, args, c.OutOrStdout(), c.ErrOrStderr())
		},
	}
	flags := c.Flags()
	flags.StringVar(&set, "set", "", "`file` of positions to write, which must not exist")
	flags.StringVar(&r.engine, "engine", "", "`path` of the engine, which speaks UCI")
	flags.Var(cli.Number(&r.engines, 1, 4096), "engines", "engines at a time, with one thread each")
	flags.Var(cli.Number(&r.hash, 1, 1<<20), "hash", "`MiB` of the table of an engine")
	flags.Var(cli.Number(&r.nodes, 1, mostSamples), "nodes", "`nodes` of each search")
	flags.Var(cli.Number(&d.positions, 1, mostSamples), "positions", "most `positions` to draw")
	flags.Var(cli.Number(&d.perGame, 1, mostSamples), "per-game", "most positions of a game, of different numbers of pieces if it has them")
	flags.Var(cli.Number(&d.fromPly, 0, mostSamples), "from-ply", "leave out positions before this `ply` of a game")
	flags.Uint64Var(&d.seed, "seed", 1, "seed of the draw")
	require(c, "set", "engine")
	return c
}

// makeSet has the ruler judge positions of games, for judge.
func makeSet(ctx context.Context, d draw, r ruler, set string, games []string, out, errOut io.Writer) error {
	if err := files.CheckNew(set); err != nil {
		return err
	}
	drawn, err := d.from(games, func(err error) { fmt.Fprintf(errOut, "left out: %v\n", err) })
	if err != nil {
		return err
	}
	show, done := progressLines(out), 0
	if err := r.judge(ctx, drawn, func() {
		done++
		show(done, len(drawn), fmt.Sprintf("%d/%d positions", done, len(drawn)))
	}); err != nil {
		return err
	}
	return files.Write(set, func(f *files.File) error { return writeSet(f, drawn) })
}

// judge asks the ruler about the positions, each as the first of a new game, and calls done after each of them, in their order.
// If the context ends or an engine fails, no more positions are begun.
func (r ruler) judge(ctx context.Context, positions []judged, done func()) (err error) {
	var engines []*client.Engine
	defer func() {
		for _, e := range engines {
			err = errors.Join(err, e.Close())
		}
		if ctx.Err() != nil {
			err = ctx.Err()
		}
	}()
	for range r.engines {
		e, err := client.Start(ctx, r.engine)
		if err != nil {
			return err
		}
		engines = append(engines, e)
		if err := errors.Join(e.Set("Hash", r.hash), e.Set("UCI_ShowWDL", true)); err != nil {
			return err
		}
	}
	return cli.Pipeline(ctx, engines, func(_ context.Context, emit func(*judged, ...*judged) bool) error {
		for i := range positions {
			if p := &positions[i]; !emit(p, p) {
				break
			}
		}
		return nil
	}, func(_ context.Context, e *client.Engine, p *judged) error {
		if err := r.ask(e, p); err != nil {
			return fmt.Errorf("position %s: %w", p.FEN(), err)
		}
		return nil
	}, func(*judged) error {
		done()
		return nil
	})
}

// ask has the engine judge a position.
func (r ruler) ask(e *client.Engine, p *judged) error {
	if err := e.NewGame(); err != nil {
		return err
	}
	a, err := e.Search("fen "+p.FEN(), fmt.Sprintf("nodes %d", r.nodes))
	if err != nil {
		return err
	}
	if err := p.take(a); err != nil {
		return fmt.Errorf("%s: %w", r.engine, err)
	}
	return nil
}

// take sets what the ruler's answer says of the position.
func (p *judged) take(a client.Answer) error {
	best, err := movegen.ParseMove(&p.Position, a.Move)
	switch {
	case err != nil:
		return err
	case !a.Scored:
		return errors.New("a move without an exact score")
	case !a.HasOdds:
		return errors.New("a score without the odds that the option UCI_ShowWDL asks for")
	}
	p.quiet = p.IsQuiet(best)
	p.expected = float64(2*a.Odds[0]+a.Odds[1]) / 2000
	return nil
}
