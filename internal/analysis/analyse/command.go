package analyse

import (
	"context"
	"errors"
	"io"

	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/analysis/worker"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// Config is what the command needs from the program around it.
type Config struct {
	cli.Program

	disk func(io.Writer) io.Writer // puts a writer of a test before every file, nil for none
}

// Run executes the command with the given arguments and returns the exit code.
func Run(c Config, args []string) int {
	o, err := parseOptions(args)
	if err == nil {
		err = cli.CheckPage(c.Out, o.as, o.out)
	}
	if err != nil {
		return Manual().Misused(c.Out, c.Err, err)
	}
	if c.Context == nil {
		c.Context = context.Background()
	}
	a := &analysis{writer: writer{config: c, options: o}}
	if !o.quiet {
		a.progress = cli.NewProgress("analyse", c.Err, source.Size(o.inputs))
		a.progress.Shorter = o.shorter()
	}
	if a.inputs, err = source.Check(o.inputs); err == nil {
		a.inputs.Part = o.shard.Count > 1
		a.Resources, err = worker.Open(o.evalFile, o.syzygy)
		o.tablebases = a.Tablebases
	}
	if err == nil {
		err = o.filter.open(a.Network, o.bookFile)
	}
	if err == nil {
		err = a.openStore()
	}
	if err == nil {
		err = a.runTo()
	}
	return a.report("analyse", errors.Join(err, a.Tables.Close(), a.closeStore()))
}

// analysis is one execution of the command.
type analysis struct {
	writer
	worker.Resources
	store *results.Store // that of --store, or the journal of --out; nil if there is none
	wait  bool           // the output is a file that is seen when it is complete
	jobs  int            // lines or games that have been read, also for other shards; the reader's
}

// runTo searches, and writes the output where it goes.
func (a *analysis) runTo() error {
	if a.options.out == "" {
		return a.runToStream(a.config.Out)
	}
	target, err := a.checkOut()
	switch {
	case err != nil:
		return err
	case target.AtOnce:
		return target.Write(func(f *files.File) error { return a.runToStream(f) })
	}
	return a.runToFile(target)
}

// runToStream writes the results to standard output, a device or a pipe, each as soon as possible.
func (a *analysis) runToStream(out io.Writer) error {
	h, err := a.header(a.options.as == "results")
	if err != nil {
		return err
	}
	a.atOnce = true
	a.begin("analyse", h, out)
	return a.run()
}
