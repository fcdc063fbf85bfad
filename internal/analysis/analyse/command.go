package analyse

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"vertigo/internal/analysis/results"
	"vertigo/internal/analysis/source"
	"vertigo/internal/system/cli"
	"vertigo/internal/system/files"
)

// Command returns "vertigo analyse".
func Command(c cli.Program) *cobra.Command { return newOptions(c.Args).command(c) }

// command returns "vertigo analyse", whose flags set o.
func (o *options) command(c cli.Program) *cobra.Command {
	command := &cobra.Command{
		Use: "analyse [flags] INPUT...", Aliases: []string{"analyze"}, Short: "search positions and games, in files of any size",
		Long: description, Example: examples,
	}
	cli.Section(command, "Input", o.inputFlags)
	cli.Section(command, filterSection, o.filterFlags)
	cli.Section(command, "Search", o.searchFlags)
	cli.Section(command, "Output", o.outputFlags)
	cli.Section(command, "Run", o.runFlags)
	_, _ = command.MarkFlagDirname("syzygy"), command.MarkFlagFilename("evalfile", "nnue") // there are these flags
	command.PreRunE = func(_ *cobra.Command, args []string) error {
		if err := o.parse(command.Flags(), args); err != nil {
			return err
		}
		return cli.CheckPage(c.Out, o.as, o.out)
	}
	command.RunE = func(*cobra.Command, []string) error { return cli.Exit(run(c, o)) }
	return command
}

// run executes the command and returns the exit code.
func run(c cli.Program, o *options) int {
	var err error
	var stop func()
	c.Context, stop = c.Interruptible() // process 1 of a container would end with ExitUsage
	defer stop()
	a := &analysis{writer: writer{config: c, options: o}}
	if !o.quiet {
		a.progress = cli.NewProgress("analyse", c.Err, source.Size(o.inputs))
		a.progress.Shorter = o.shorter()
	}
	if a.inputs, err = source.Check(o.inputs); err == nil {
		a.inputs.Part = o.shard.Count > 1
		a.Resources, err = OpenResources(o.evalFile, o.syzygy)
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
	Resources
	store *results.Store // that of --store, or the journal of --out; nil if there is none
	wait  bool           // the output is a file that is seen when it is complete
	jobs  int            // lines or games that have been read, also for other shards; the reader's

	fingerprints []source.Fingerprint // of the inputs, once they were needed
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
	case target.Direct:
		f, err := await(a, target.Create) // a pipe may have no reader yet
		if err != nil {
			return err
		}
		return f.Fill(func(f *files.File) error { return a.runToStream(f) })
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
