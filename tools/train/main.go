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
	"strings"

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
  train ruler -set POSITIONS GAMES...   have a stronger engine judge positions of games, for train judge
  train judge -set POSITIONS NETWORK... measure networks against a stronger engine's opinions
  train info FILE...                    describe samples, a checkpoint or a network
  train help                            print this text

"train COMMAND -help" lists the flags of a command.

A training keeps everything in its folder: checkpoint, network.nnue (quantised, for EvalFile) and card.txt (data,
settings, losses). They are updated after every superbatch, and the
checkpoint also every few minutes and when the program is interrupted. A training that is interrupted or killed and then
resumed gives the same network as one that runs without a break.
`

// errUsage marks an error in the arguments, after which the exit code is 2. The flag package has said what is wrong.
var errUsage = errors.New("wrong arguments")

// run is the program: it returns the exit code, 0 if all went well, 2 if the arguments are wrong, 130 after an
// interruption, else 1.
func run(ctx context.Context, args []string, out, errOut io.Writer) (code int) {
	commands := map[string]func(ctx context.Context, args []string, out, errOut io.Writer) error{
		"convert": convert, "run": begin, "resume": resume, "ruler": makeSet, "judge": judgeNetworks, "info": info,
	}
	if len(args) == 0 {
		fmt.Fprint(errOut, overview)
		return 2
	}
	switch args[0] {
	case "help", "-help", "--help", "-h":
		fmt.Fprint(out, overview)
		return 0
	}
	command, ok := commands[args[0]]
	if !ok {
		fmt.Fprintf(errOut, "train: unknown command %q; \"train help\" lists them\n", args[0])
		return 2
	}
	err := command(ctx, args[1:], out, errOut)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		return 2
	}
	code = commandline.Report(errOut, "train "+args[0], err)
	if errors.Is(err, context.Canceled) {
		return 130
	}
	return code
}

// newFlags returns a set of flags for a command whose arguments look like usage.
func newFlags(command, usage, about string, errOut io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet("train "+command, flag.ContinueOnError)
	flags.SetOutput(errOut)
	flags.Usage = func() {
		fmt.Fprintf(errOut, "usage: train %s %s\n\n%s\n\n", command, usage, about)
		flags.PrintDefaults()
	}
	return flags
}

// parse parses the arguments and checks that between least and most are left, most < 0 being any number.
func parse(flags *flag.FlagSet, args []string, least, most int) error {
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage
	}
	if n := flags.NArg(); n < least || most >= 0 && n > most {
		fmt.Fprintf(flags.Output(), "%s: %d arguments after the flags\n", flags.Name(), n)
		flags.Usage()
		return errUsage
	}
	return nil
}

// required reports a flag that must be given and was not.
func required(flags *flag.FlagSet, name string) error {
	if flags.Lookup(name).Value.String() != "" {
		return nil
	}
	fmt.Fprintf(flags.Output(), "%s: the flag -%s is missing\n", flags.Name(), name)
	flags.Usage()
	return errUsage
}

// count is the value of a flag that takes a number of things, for which k, M and G may stand for zeros.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }

func (c *count) Set(text string) error {
	unit := 1.0
	if digits, found := strings.CutSuffix(text, "k"); found {
		text, unit = digits, 1e3
	} else if digits, found := strings.CutSuffix(text, "M"); found {
		text, unit = digits, 1e6
	} else if digits, found := strings.CutSuffix(text, "G"); found {
		text, unit = digits, 1e9
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x*unit >= 0 && x*unit < 1e15) {
		return errors.New("want a number such as 250000, 250k or 1.5M")
	}
	*c = count(x * unit)
	return nil
}
