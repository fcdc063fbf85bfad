package analyse

import (
	"context"
	"errors"
	"fmt"
	"io"

	"vertigo/eval"
	"vertigo/internal/analysis/input"
	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/progress"
	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/engine/syzygy"
	"vertigo/internal/system/commandline"
)

// Config is what the command needs from the program around it.
type Config struct {
	commandline.Program

	network string                    // name of the one that evaluates the positions
	disk    func(io.Writer) io.Writer // puts a writer of a test before every file, nil for none
}

// Run executes the command with the given arguments and returns the exit code.
func Run(c Config, args []string) int {
	o, err := parseOptions(args)
	if err != nil {
		return Manual().Misused(c.Out, c.Err, err)
	}
	if c.Context == nil {
		c.Context = context.Background()
	}
	a := &analysis{writer: writer{config: c, options: o}}
	if !o.quiet {
		a.progress = progress.New("analyse", c.Err, input.Size(o.inputs))
	}
	if err = a.loadNetwork(); err == nil {
		a.tables, o.tablebases, err = worker.OpenTablebases(o.syzygy)
	}
	if err == nil {
		err = a.openFilter()
	}
	if err == nil {
		err = a.openStore()
	}
	switch {
	case err != nil:
	case o.out == "":
		err = a.runToStream(a.config.Out)
	default:
		err = a.runToFile()
	}
	return a.report("analyse", errors.Join(err, a.tables.Close(), a.store.close()))
}

// analysis is one execution of the command.
type analysis struct {
	writer
	network *eval.Network
	tables  *syzygy.Tables   // nil if there are none
	store   *answerStore     // nil if there is none
	journal *results.Journal // nil if there is none

	jobs int // lines or games that have been read, also for other shards; the reader's
}

// loadNetwork reads the evaluation network.
func (a *analysis) loadNetwork() (err error) {
	if a.network, err = worker.OpenNetwork(a.options.evalFile); err == nil {
		a.config.network = a.network.String()
	}
	return err
}

// openFilter opens the book of the filter and sets the network that judges games.
func (a *analysis) openFilter() error {
	o := a.options
	if o.filter.Decided > 0 {
		o.filter.UseNetwork(a.network)
	}
	if o.bookFile == "" {
		return nil
	}
	if err := o.filter.OpenBook(o.bookFile); err != nil {
		return fmt.Errorf("--skip-book: %w", err)
	}
	return nil
}

// runToStream writes the results to standard output, a device or a pipe, each as soon as possible.
func (a *analysis) runToStream(out io.Writer) error {
	a.out, a.atOnce = out, true
	if a.options.as != "results" {
		settings := a.outputSettings()
		if a.options.out == "" {
			a.out = a.show("analyse", &settings)
		}
		a.renderer = output.New(settings)
		return a.run()
	}
	h, err := a.header()
	if err != nil {
		return err
	}
	h.NoTimes = a.options.noTimes
	a.renderer = &results.Renderer{Header: h}
	return a.run()
}

// outputSettings returns the settings of the output.
func (a *analysis) outputSettings() output.Settings {
	o := a.options
	return output.Settings{
		As: o.as, Engine: a.config.Version, Network: a.config.network, Limits: o.answerLimits(), Times: !o.noTimes, KeepMarks: o.keepMarks,
		Several: len(o.inputs) > 1,
	}
}
