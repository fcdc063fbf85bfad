package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"vertigo/internal/system/files"
	"vertigo/internal/system/progress"
	"vertigo/internal/training/judge"
)

// makeSet has a far stronger engine judge positions of games, for judgeNetworks.
func makeSet(ctx context.Context, flags *flag.FlagSet, args []string, out, errOut io.Writer) error {
	d, r := judge.Draw{Positions: 20000}, judge.Ruler{Nodes: 100_000}
	set := flags.String("set", "", "`file` of positions to write, which must not exist")
	flags.StringVar(&r.Engine, "engine", "", "`path` of the engine, which speaks UCI")
	flags.IntVar(&r.Engines, "engines", 2, "engines at a time, with one thread each")
	flags.IntVar(&r.Hash, "hash", 16, "`MiB` of the table of an engine")
	flags.Var((*count)(&r.Nodes), "nodes", "`nodes` of each search")
	flags.Var((*count)(&d.Positions), "positions", "most `positions` to draw")
	flags.IntVar(&d.PerGame, "per-game", 2, "most positions of a game, of different numbers of pieces if it has them")
	flags.IntVar(&d.FromPly, "from-ply", 10, "leave out positions before this `ply` of a game")
	flags.Uint64Var(&d.Seed, "seed", 1, "seed of the draw")
	if err := parse(flags, args, 1, -1, "set", "engine"); err != nil {
		return err
	}
	if r.Engines < 1 || r.Hash < 1 || r.Nodes < 1 || d.Positions < 1 || d.PerGame < 1 || d.FromPly < 0 {
		return errors.New("engines, hash, nodes, positions and per-game must be positive, from-ply not negative")
	}
	if err := files.CheckNew(*set); err != nil {
		return err
	}
	drawn, err := d.From(flags.Args(), func(err error) { fmt.Fprintf(errOut, "left out: %v\n", err) })
	if err != nil {
		return err
	}
	show := progressLines(out)
	done := 0
	if err := r.Judge(ctx, drawn, func() {
		done++
		show(done, len(drawn), fmt.Sprintf("%d/%d positions", done, len(drawn)))
	}); err != nil {
		return err
	}
	return files.Write(*set, func(f *files.File) error { return judge.Write(f, drawn) })
}

// progressLines returns a function that tells how far a command is: now and then and at the end it prints a line, with the time
// left.
func progressLines(out io.Writer) func(done, all int, line string) {
	start := time.Now()
	last := start
	return func(done, all int, line string) {
		if now := time.Now(); now.Sub(last) >= 10*time.Second || done == all {
			last = now
			fmt.Fprintln(out, line+progress.Left(now.Sub(start), float64(done), float64(all)))
		}
	}
}
