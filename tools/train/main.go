// Train fits evaluation networks to self-play games. "train help" lists its commands.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"vertigo/internal/system/commandline"
)

func main() {
	ctx, _ := commandline.Interruptible(context.Background())
	os.Exit(commandline.Run("train", os.Stdout, os.Stderr, func(out, errOut io.Writer) int { return run(ctx, os.Args[1:], out, errOut) }))
}

const overview = `Train fits evaluation networks to self-play games.

  train convert -out SAMPLES GAMES...   turn packed games into shuffled samples
  train run -data SAMPLES -out FOLDER   train a network
  train resume FOLDER                   continue a training that was interrupted or killed
  train ruler -set POSITIONS GAMES...   let a stronger engine score positions of games, for train judge
  train judge -set POSITIONS NETWORK... measure networks against a stronger engine's scores
  train info FILE...                    describe samples, a checkpoint or a network
  train help                            print this text

"train COMMAND -help" lists the flags of a command.

A training keeps its files in a folder: checkpoint, network.nnue (quantised, for EvalFile) and card.txt (data, settings,
losses). They are updated after every superbatch, the checkpoint also every few minutes and at an interruption. A training
that was interrupted or killed and then resumed gives the same network as one without a break.
`

// run is the program: it returns the exit code.
func run(ctx context.Context, args []string, out, errOut io.Writer) (code int) {
	commands := map[string]func(ctx context.Context, args []string, out, errOut io.Writer) error{
		"convert": convert, "run": begin, "resume": resume, "ruler": makeSet, "judge": judgeNetworks, "info": info,
	}
	if len(args) == 0 {
		fmt.Fprint(errOut, overview, "\n", commandline.ExitStatus())
		return commandline.ExitUsage
	}
	switch args[0] {
	case "help", "-help", "--help", "-h":
		fmt.Fprint(out, overview, "\n", commandline.ExitStatus())
		return commandline.ExitOK
	}
	command, ok := commands[args[0]]
	if !ok {
		fmt.Fprintf(errOut, "train: unknown command %q; \"train help\" lists them\n", args[0])
		return commandline.ExitUsage
	}
	err := command(ctx, args[1:], out, errOut)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return commandline.ExitOK
	}
	return commandline.Report(errOut, "train "+args[0], err)
}

// newFlags returns a set of flags for a command whose arguments look like usage. The help goes to out.
func newFlags(command, usage, about string, out io.Writer) *flag.FlagSet {
	return commandline.ToolFlags("train "+command, usage, about, out)
}

// parse parses the arguments and checks that between least and most are left, most < 0 being any number.
func parse(flags *flag.FlagSet, args []string, least, most int) error {
	if err := commandline.ParseTool(flags, args); err != nil {
		return err
	}
	if n := flags.NArg(); n < least || most >= 0 && n > most {
		return commandline.Misuse(flags, "%s after the flags", commandline.Count(n, "argument"))
	}
	return nil
}

// required reports a flag that must be given and was not.
func required(flags *flag.FlagSet, name string) error {
	if flags.Lookup(name).Value.String() != "" {
		return nil
	}
	return commandline.Misuse(flags, "the flag -%s is missing", name)
}

// count is the value of a flag that takes a number of things, for which k, M and G may stand for zeros.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	n, err := commandline.Number(text, 0, 1e15)
	*c = count(n)
	return err
}
