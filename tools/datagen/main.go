// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND -help" their options.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"vertigo/internal/system/commandline"
)

func main() {
	ctx, _ := commandline.Interruptible(context.Background())
	os.Exit(commandline.Run("datagen", os.Stdout, os.Stderr, func(out, log io.Writer) int { return run(ctx, os.Args[1:], out, log) }))
}

// command is a sub-command. Its out is for results, its log for progress and warnings.
type command struct {
	name, synopsis, summary string
	run                     func(ctx context.Context, flags *flag.FlagSet, args []string, out, log io.Writer) error
}

func commands() []command {
	return []command{
		{"play", "-out FILE [options]", "play games, or continue an earlier run", play},
		{"stats", "FILE…", "count games, results, positions and why positions are not usable, and report damage", stats},
	}
}

// run executes the command and returns the exit code.
func run(ctx context.Context, args []string, out, log io.Writer) (code int) {
	if len(args) == 0 {
		usage(log)
		return commandline.ExitUsage
	}
	for _, c := range commands() {
		if c.name != args[0] {
			continue
		}
		flags := commandline.ToolFlags("datagen "+c.name, c.synopsis, c.summary, out)
		if err := c.run(ctx, flags, args[1:], out, log); err != nil && !errors.Is(err, flag.ErrHelp) {
			return commandline.Report(log, "datagen "+c.name, err)
		}
		return commandline.ExitOK
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(out)
		return commandline.ExitOK
	}
	fmt.Fprintf(log, "datagen: unknown command %q\n", args[0])
	usage(log)
	return commandline.ExitUsage
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: datagen COMMAND …")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s %s\t%s\n", c.name, c.synopsis, c.summary)
	}
	table.Flush()
	fmt.Fprint(w, "\n", commandline.ExitStatus())
}

// parse parses the options and makes sure that there are files, if the command wants any, and nothing else.
func parse(flags *flag.FlagSet, args []string, wantsFiles bool) error {
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	switch n := flags.NArg(); {
	case wantsFiles && n == 0:
		return commandline.Misuse(flags, "no file is given")
	case !wantsFiles && n > 0:
		return commandline.Misuse(flags, "unexpected %q", flags.Arg(0))
	}
	return nil
}
