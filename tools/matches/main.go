// Command matches has fastchess play matches of the engine.
//
//	matches sprt -base COMMIT -book openings.epd
//	matches table -book openings.epd stockfish=PATH counter=PATH zahak=PATH chess-3=PATH blunder=PATH
//	matches screen -engine vertigo-tune -book openings.epd -state screening rfpMargin=40 seeQuietMargin=60,seeCaptureMargin=90
//	matches draw
//
// Sprt tests a change: it builds the source and a commit, plays until a sequential test has decided which is stronger, and adds
// the result to docs/data/matches.csv.
//
// Table plays the matches of README.md and the one of docs/strength.svg, adds them to docs/data/matches.csv, and brings the table
// and the picture up to date. Draw does the last alone, after a row was added by hand.
//
// Screen measures single changes of the numbers in search/tunables.txt by games of a tune build (make TAGS=tune), in which every number
// is a UCI option, against itself. It makes each change on one of the two sides, in each step on another choice of sides, so that every
// game says something about every change.
//
// Sprt, table and screen keep their state in a file, from which the same command goes on after an interruption.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"vertigo/internal/build/docs"
	"vertigo/internal/system/commandline"
	"vertigo/internal/training/client"
)

func main() {
	ctx, _ := commandline.Interruptible(context.Background())
	os.Exit(commandline.Run("matches", os.Stdout, os.Stderr, func(out, errOut io.Writer) int {
		return run(ctx, os.Args[1:], out, errOut)
	}))
}

// run is the program: it returns the exit code.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	return commandline.Tool{
		Name:  "matches",
		About: "Matches has fastchess play matches of the engine. A run that was interrupted goes on with the same command.",
		Commands: []commandline.ToolCommand{
			{Name: "sprt", Usage: "-base COMMIT -book FILE [flags]", Run: sprt,
				About: "Tests whether the source is stronger than a commit, by games until the bounds of the test decide."},
			{Name: "table", Usage: "-book FILE [flags] NAME=PATH...", Run: table,
				About: "Plays the matches of README.md and of docs/strength.svg on a machine that is idle otherwise. The opponents are\n" +
					opponents() + "."},
			{Name: "write", Usage: "[flags]", Run: writeGo, About: "Writes the table of the tunable numbers as Go."},
			{Name: "screen", Usage: "-engine ENGINE -book FILE [flags] NAME=VALUE[,NAME=VALUE]...", Run: screen,
				About: "Tells what each of the changes is worth."},
			{Name: "draw", Usage: "[flags]", Run: draw,
				About: "Writes what docs/data/matches.csv says into README.md and docs/strength.svg."},
		},
	}.Run(ctx, args, out, errOut)
}

// define defines the flags of a command that plays games.
func (f *fastchess) define(flags *flag.FlagSet, state *string, usual string) {
	flags.StringVar(&f.path, "fastchess", "fastchess", "`path` of fastchess")
	flags.StringVar(&f.book, "book", "", "`file` of openings in EPD")
	flags.IntVar(&f.concurrency, "concurrency", 2, "games at a time")
	flags.StringVar(state, "state", usual, "`file` that keeps the results")
}

// screen takes the steps of a screening that are missing.
func screen(ctx context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	var f fastchess
	var state string
	var s settings
	f.define(flags, &state, "screening")
	table := flags.String("table", "search/tunables.txt", "`file` of the tunable numbers")
	engine := flags.String("engine", "", "`path` of the tune build")
	flags.IntVar(&s.Nodes, "nodes", 40_000, "nodes per move")
	flags.IntVar(&s.Games, "games", 32, "games per step, an even number")
	flags.IntVar(&s.Steps, "steps", 64, "steps in all")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of the openings and of what is drawn")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	switch {
	case *engine == "" || f.book == "":
		return commandline.Misuse(flags, "-engine and -book are needed")
	case s.Games < 2 || s.Games%2 != 0 || s.Steps < 1 || s.Nodes < 1 || f.concurrency < 1:
		return commandline.Misuse(flags, "steps, nodes and concurrency must be positive, games positive and even")
	}
	all, err := readTable(*table)
	if err != nil {
		return err
	}
	screening, err := openScreening(state, s, flags.Args(), all)
	if err != nil {
		return err
	}
	defer screening.close()
	if err := checkEngine(ctx, *engine, screening.head.Numbers); err != nil {
		return err
	}
	play := func(ctx context.Context, step int, plus, minus map[string]int) (result, error) {
		return f.play(ctx, match{sides: [2]side{{"plus", *engine, numbers(plus)}, {"minus", *engine, numbers(minus)}},
			each: []string{"tc=inf", fmt.Sprintf("nodes=%d", s.Nodes), "option.Hash=8"},
			seed: s.Seed*1_000_003 + uint64(step), first: 1, games: s.Games})
	}
	if err := screening.run(ctx, play, out); err != nil {
		return err
	}
	screening.print(out)
	return nil
}

// checkEngine makes sure that the engine has an option for each number: without them, all games would be those of two equal
// engines.
func checkEngine(ctx context.Context, engine string, list []tunable) error {
	path, err := filepath.Abs(engine)
	if err != nil {
		return err
	}
	e, err := client.Start(ctx, path)
	if err != nil {
		return err
	}
	for _, t := range list {
		if !e.Has(t.Name) {
			err = fmt.Errorf("%s has no option %s: a build with \"make TAGS=tune\" has one for each number", engine, t.Name)
			break
		}
	}
	return errors.Join(err, e.Close())
}

// draw writes what the match log says into the documents.
func draw(_ context.Context, flags *flag.FlagSet, args []string, _, _ io.Writer) error {
	root := flags.String("root", ".", "`folder` of the source")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	return docs.Update(*root)
}
