// Command spsa tunes the numbers of search/tunables.txt by SPSA, the simultaneous perturbation stochastic approximation of
// J. C. Spall (1998):
//
//	spsa run -engine vertigo-tune -fastchess fastchess -book openings.epd -state tuning.spsa
//	spsa apply -state tuning.spsa
//
// In each step all numbers are changed at once, each up for one side and down for the other at random. The two play some games,
// and every number moves towards the side that has won more of them. Run keeps its state in a file, from which the same command
// goes on after an interruption, and draws the course of every number beside it. Apply writes the numbers to the table; "go
// generate ./search" makes them those of the engine. The games are played by fastchess with a tune build (make TAGS=tune), in
// which every number is a UCI option.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"vertigo/internal/build/tunables"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "spsa:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 {
		return errors.New("name an action, run or apply; spsa run -help describes the flags")
	}
	switch args[0] {
	case "run":
		return tune(ctx, args[1:], out)
	case "apply":
		return apply(args[1:], out)
	}
	return fmt.Errorf("%q is neither run nor apply", args[0])
}

// tune takes the steps that are missing.
func tune(ctx context.Context, args []string, out io.Writer) error {
	var (
		m         match
		s         settings
		flags     = flag.NewFlagSet("spsa run", flag.ContinueOnError)
		table     = flags.String("table", "search/tunables.txt", "`file` of the tunable numbers")
		statePath = flags.String("state", "tuning.spsa", "`file` that keeps the course; the picture is written beside it")
	)
	flags.StringVar(&m.engine, "engine", "", "`path` of the tune build")
	flags.StringVar(&m.fastchess, "fastchess", "fastchess", "`path` of fastchess")
	flags.StringVar(&m.book, "book", "", "`file` of openings in EPD")
	flags.IntVar(&m.concurrency, "concurrency", 2, "games at a time")
	flags.StringVar(&s.Numbers, "numbers", "", "regular `expression`; only numbers whose whole name it matches are tuned, all of them if it is empty")
	flags.IntVar(&s.Nodes, "nodes", 8000, "nodes per move")
	flags.IntVar(&s.Games, "games", 32, "games per step, an even number")
	flags.IntVar(&s.Steps, "steps", 1000, "steps in all")
	flags.Float64Var(&s.Rate, "rate", 0.002, "how far a number moves in the last steps for each game won, as a share of its perturbation")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of directions and openings")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case m.engine == "" || m.book == "":
		return errors.New("run: -engine and -book are needed")
	case s.Games < 2 || s.Games%2 != 0 || s.Steps < 1 || s.Nodes < 1 || m.concurrency < 1 || !(s.Rate > 0):
		return errors.New("run: steps, nodes, concurrency and rate must be positive, games positive and even")
	}
	text, err := os.ReadFile(*table)
	if err != nil {
		return err
	}
	all, err := tunables.Parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", *table, err)
	}
	t, err := openTuning(*statePath, s, all)
	if err != nil {
		return err
	}
	defer t.close()
	if err := t.run(ctx, m.play, out); err != nil {
		return err
	}
	t.print(out)
	return nil
}

// apply writes the tuned numbers to the table.
func apply(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("spsa apply", flag.ContinueOnError)
	table := flags.String("table", "search/tunables.txt", "`file` of the tunable numbers")
	statePath := flags.String("state", "tuning.spsa", "`file` with the course")
	if err := flags.Parse(args); err != nil {
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
	return os.WriteFile(*table, []byte(tunables.SetValues(string(text), t.rounded())), 0o644)
}
