// Command spsa finds better values for the numbers of search/tunables.txt by games of a tune build (make TAGS=tune), in which
// every number is a UCI option, against itself. The games are played by fastchess.
//
//	spsa run -engine vertigo-tune -book openings.epd -state tuning.spsa
//	spsa apply -state tuning.spsa
//	spsa screen -engine vertigo-tune -book openings.epd -state screening rfpMargin=40 seeQuietMargin=60,seeCaptureMargin=90
//
// Run tunes the numbers by SPSA, the simultaneous perturbation stochastic approximation of J. C. Spall (1998). In each step all
// numbers are changed at once, each up for one side and down for the other at random. The two play some games, and every number
// moves towards the side that has won more of them. The course of every number is drawn beside the state. Apply writes the
// numbers to the table; "go generate ./search" makes them those of the engine.
//
// Screen measures single changes. It makes each of them on one of the two sides, in each step on another
// choice of sides, so that every game tells something about every change.
//
// Run and screen keep their state in a file, from which the same command goes on after an interruption.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"vertigo/internal/build/tunables"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
)

func main() {
	ctx, stop := commandline.Interruptible(context.Background())
	defer stop()
	commandline.Main("spsa", func(out io.Writer) error { return run(ctx, os.Args[1:], out) })
}

const overview = `Spsa finds better values for the numbers of search/tunables.txt by games of a tune build.

  spsa run -engine ENGINE -book FILE [flags]                    tune the numbers, or continue
  spsa apply [flags]                                            write the tuned numbers to the table
  spsa screen -engine ENGINE -book FILE [flags] NAME=VALUE...   measure single changes

"spsa ACTION -help" lists the flags of an action.

`

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return commandline.UsageError("name an action: run, apply or screen; spsa help describes them")
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		_, err := io.WriteString(out, overview+commandline.ExitStatus())
		return err
	case "run":
		return tune(ctx, args[1:], out)
	case "apply":
		return apply(args[1:], out)
	case "screen":
		return screen(ctx, args[1:], out)
	}
	return commandline.UsageError(fmt.Sprintf("%q is none of run, apply and screen; spsa help describes them", args[0]))
}

// playing holds the flags of run and screen for the games.
type playing struct {
	flags *flag.FlagSet
	match
	settings
	table, state string // paths
}

// newPlaying returns the flags that run and screen share, and the struct that they set.
func newPlaying(action, usage, about, state string, nodes, steps int, out io.Writer) (*flag.FlagSet, *playing) {
	flags := commandline.ToolFlags("spsa "+action, usage, about, out)
	p := &playing{flags: flags}
	flags.StringVar(&p.table, "table", "search/tunables.txt", "`file` of the tunable numbers")
	flags.StringVar(&p.engine, "engine", "", "`path` of the tune build")
	flags.StringVar(&p.fastchess, "fastchess", "fastchess", "`path` of fastchess")
	flags.StringVar(&p.book, "book", "", "`file` of openings in EPD")
	flags.IntVar(&p.concurrency, "concurrency", 2, "games at a time")
	flags.IntVar(&p.Nodes, "nodes", nodes, "nodes per move")
	flags.IntVar(&p.Games, "games", 32, "games per step, an even number")
	flags.IntVar(&p.Steps, "steps", steps, "steps in all")
	flags.Uint64Var(&p.Seed, "seed", 1, "seed of the openings and random choices")
	flags.StringVar(&p.state, "state", state, "`file` that keeps the results")
	return flags, p
}

// check reports flags that cannot be used, and reads the table.
func (p *playing) check(action string) ([]tunables.Tunable, error) {
	switch {
	case p.engine == "" || p.book == "":
		return nil, commandline.Misuse(p.flags, "%s: -engine and -book are needed", action)
	case p.Games < 2 || p.Games%2 != 0 || p.Steps < 1 || p.Nodes < 1 || p.concurrency < 1:
		return nil, commandline.Misuse(p.flags, "%s: steps, nodes and concurrency must be positive, games positive and even", action)
	}
	text, err := os.ReadFile(p.table)
	if err != nil {
		return nil, err
	}
	all, err := tunables.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.table, err)
	}
	return all, nil
}

// tune takes the steps of a tuning that are missing.
func tune(ctx context.Context, args []string, out io.Writer) error {
	flags, p := newPlaying("run", "-engine ENGINE -book FILE [flags]",
		"Tunes the numbers by games in which all of them change at once.", "tuning.spsa", 8000, 1000, out)
	flags.StringVar(&p.Numbers, "numbers", "", "regular `expression` for the whole names of the numbers to tune; empty: all")
	flags.Float64Var(&p.Rate, "rate", 0.002, "how far a number moves in the last steps for each game won, as a share of its perturbation")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	all, err := p.check("run")
	if err != nil {
		return err
	}
	if !(p.Rate > 0) {
		return commandline.Misuse(flags, "run: the rate must be positive")
	}
	t, err := openTuning(p.state, p.settings, all)
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.run(ctx, p.play, out); err != nil {
		return err
	}
	t.print(out)
	return nil
}

// screen takes the steps of a screening that are missing.
func screen(ctx context.Context, args []string, out io.Writer) error {
	flags, p := newPlaying("screen", "-engine ENGINE -book FILE [flags] NAME=VALUE[,NAME=VALUE]...",
		"Measures the worth of each change.", "screening.spsa", 40000, 64, out)
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	all, err := p.check("screen")
	if err != nil {
		return err
	}
	head, err := newScreenHead(p.settings, flags.Args(), all)
	if err != nil {
		return err
	}
	s, err := openScreening(p.state, head)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.run(ctx, p.play, out); err != nil {
		return err
	}
	s.print(out)
	return nil
}

// apply writes the tuned numbers to the table.
func apply(args []string, out io.Writer) error {
	flags := commandline.ToolFlags("spsa apply", "[flags]", "Writes the tuned numbers to the table.", out)
	table := flags.String("table", "search/tunables.txt", "`file` of the tunable numbers")
	statePath := flags.String("state", "tuning.spsa", "`file` with the course")
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	t, err := readTuning(*statePath)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(*table)
	if err != nil {
		return err
	}
	t.print(out)
	return files.WriteFile(*table, []byte(tunables.SetValues(string(text), t.rounded())))
}
