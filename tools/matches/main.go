// Command matches has fastchess play matches of the engine.
//
//	matches sprt -base COMMIT -book openings.epd
//	matches table -book openings.epd stockfish=PATH counter=PATH zahak=PATH chess-3=PATH blunder=PATH
//	matches tune -engine vertigo-tune -book openings.epd -state tuning
//	matches apply -state tuning
//	matches screen -engine vertigo-tune -book openings.epd -state screening rfpMargin=40 seeQuietMargin=60,seeCaptureMargin=90
//	matches draw
//
// Sprt tests a change: it builds the source and a commit, plays until a sequential test has decided which is stronger, and adds
// the result to docs/data/matches.csv.
//
// Table plays the matches of README.md and the one of docs/strength.svg, adds them to docs/data/matches.csv, and brings the table
// and the picture up to date. Draw does the last alone, after a row was added by hand.
//
// Tune, apply and screen find better values for the numbers of search/tunables.txt by games of a tune build (make TAGS=tune), in
// which every number is a UCI option, against itself. Tune goes by SPSA, the simultaneous perturbation stochastic approximation
// of J. C. Spall (1998). In each step all numbers are changed at once, each up for one side and down for the other at random. The
// two play some games, and every number moves towards the side that has won more of them. Apply writes the numbers to the table;
// "go generate ./search" makes them those of the engine.
//
// Screen measures single changes. It makes each of them on one of the two sides, in each step on another
// choice of sides, so that every game tells something about every change.
//
// Table, tune and screen keep their state in a file, from which the same command goes on after an interruption.
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
	"vertigo/internal/system/files"
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
			{Name: "tune", Usage: "-engine ENGINE -book FILE [flags]", Run: tune,
				About: "Tunes the numbers of search/tunables.txt by games in which all of them are changed at once."},
			{Name: "apply", Usage: "[flags]", Run: apply, About: "Writes the tuned numbers to the table."},
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

// playing holds the flags of tune and screen for the games.
type playing struct {
	flags *flag.FlagSet
	fastchess
	settings
	engine, table, state string // paths
}

// newPlaying defines the flags that tune and screen share, and returns the struct that they set.
func newPlaying(flags *flag.FlagSet, state string, nodes, steps int) *playing {
	p := &playing{flags: flags}
	p.define(flags, &p.state, state)
	flags.StringVar(&p.table, "table", "search/tunables.txt", "`file` of the tunable numbers")
	flags.StringVar(&p.engine, "engine", "", "`path` of the tune build")
	flags.IntVar(&p.Nodes, "nodes", nodes, "nodes per move")
	flags.IntVar(&p.Games, "games", 32, "games per step, an even number")
	flags.IntVar(&p.Steps, "steps", steps, "steps in all")
	flags.Uint64Var(&p.Seed, "seed", 1, "seed of the openings and of what is drawn")
	return p
}

// check reports flags that cannot be used, and reads the table.
func (p *playing) check() ([]tunable, error) {
	switch {
	case p.engine == "" || p.book == "":
		return nil, commandline.Misuse(p.flags, "-engine and -book are needed")
	case p.Games < 2 || p.Games%2 != 0 || p.Steps < 1 || p.Nodes < 1 || p.concurrency < 1:
		return nil, commandline.Misuse(p.flags, "steps, nodes and concurrency must be positive, games positive and even")
	}
	return readTable(p.table)
}

// checkEngine makes sure that the engine has an option for each number: without them, all games would be those of two equal
// engines.
func (p *playing) checkEngine(ctx context.Context, list []tunable) error {
	path, err := filepath.Abs(p.engine)
	if err != nil {
		return err
	}
	e, err := client.Start(ctx, path)
	if err != nil {
		return err
	}
	for _, t := range list {
		if !e.Has(t.Name) {
			err = fmt.Errorf("%s has no option %s: a build with \"make TAGS=tune\" has one for each number", p.engine, t.Name)
			break
		}
	}
	return errors.Join(err, e.Close())
}

// play lets the tune build with the numbers plus play against itself with the numbers minus.
func (p *playing) play(ctx context.Context, step int, plus, minus map[string]int) (result, error) {
	return p.fastchess.play(ctx, match{sides: [2]side{{"plus", p.engine, numbers(plus)}, {"minus", p.engine, numbers(minus)}},
		each: []string{"tc=inf", fmt.Sprintf("nodes=%d", p.Nodes), "option.Hash=8"},
		seed: p.Seed*1_000_003 + uint64(step), first: 1, games: p.Games})
}

// experiment is a tuning or a screening. Its steps are kept as they are taken.
type experiment interface {
	taken() int                          // steps
	sides() (plus, minus map[string]int) // the numbers of both sides in the next step, by name
	take(result) error                   // takes the next step
	print(io.Writer)                     // prints what all steps tell
	close()
}

// player plays the games of a step between sides with the numbers plus and minus.
type player func(ctx context.Context, step int, plus, minus map[string]int) (result, error)

// takeSteps takes the steps that are missing.
func takeSteps(ctx context.Context, e experiment, steps int, play player, out io.Writer) error {
	for e.taken() < steps {
		plus, minus := e.sides()
		r, err := play(ctx, e.taken(), plus, minus)
		if err != nil {
			return err
		}
		if err := e.take(r); err != nil {
			return err
		}
		fmt.Fprintf(out, "step %d of %d: %s\n", e.taken(), steps, r)
	}
	return nil
}

// run runs an experiment with the numbers to its end.
func (p *playing) run(ctx context.Context, e experiment, numbers []tunable, out io.Writer) error {
	defer e.close()
	if err := p.checkEngine(ctx, numbers); err != nil {
		return err
	}
	if err := takeSteps(ctx, e, p.Steps, p.play, out); err != nil {
		return err
	}
	e.print(out)
	return nil
}

// tune takes the steps of a tuning that are missing.
func tune(ctx context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	p := newPlaying(flags, "tuning", 8000, 1000)
	flags.StringVar(&p.Numbers, "numbers", "",
		"regular `expression`; only numbers whose whole name it matches are tuned, all of them if it is empty")
	flags.Float64Var(&p.Rate, "rate", 0.002,
		"how far a number moves in the last steps for each game won, as a share of its perturbation")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	all, err := p.check()
	if err != nil {
		return err
	}
	if !(p.Rate > 0) {
		return commandline.Misuse(flags, "the rate must be positive")
	}
	t, err := openTuning(p.state, p.settings, all)
	if err != nil {
		return err
	}
	return p.run(ctx, t, t.head.Numbers, out)
}

// screen takes the steps of a screening that are missing.
func screen(ctx context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	p := newPlaying(flags, "screening", 40000, 64)
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	all, err := p.check()
	if err != nil {
		return err
	}
	s, err := openScreening(p.state, p.settings, flags.Args(), all)
	if err != nil {
		return err
	}
	return p.run(ctx, s, s.head.Numbers, out)
}

// apply writes the tuned numbers to the table.
func apply(_ context.Context, flags *flag.FlagSet, args []string, out, _ io.Writer) error {
	table := flags.String("table", "search/tunables.txt", "`file` of the tunable numbers")
	statePath := flags.String("state", "tuning", "`file` with the course")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	j, err := readJournal[header, point](*statePath)
	if err != nil {
		return err
	}
	t := &tuning{j}
	text, err := files.ReadFile(*table)
	if err != nil {
		return err
	}
	t.print(out)
	return files.WriteFile(*table, []byte(setValues(string(text), t.rounded())))
}

// draw writes what the match log says into the documents.
func draw(_ context.Context, flags *flag.FlagSet, args []string, _, _ io.Writer) error {
	root := flags.String("root", ".", "`folder` of the source")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	return docs.Update(*root)
}
