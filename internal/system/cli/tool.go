package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// ToolFlags returns an empty set of flags for a developers' tool, or one of its commands. In the help, usage follows the name,
// and about describes the tool. The help goes to out and ends with the exit codes.
func ToolFlags(name, usage, about string, out io.Writer) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() {
		out := flags.Output()
		fmt.Fprintf(out, "usage: %s %s\n\n%s\n\n", name, usage, strings.TrimSpace(about))
		flags.PrintDefaults()
		fmt.Fprint(out, "\n", ExitStatus())
	}
	return flags
}

// ToolCommand is a command of a developers' tool, as ToolFlags describes it.
type ToolCommand struct {
	Name, Usage, About string
	Run                func(ctx context.Context, flags *flag.FlagSet, args []string, out, errOut io.Writer) error
}

// Tool is a developers' tool.
type Tool struct {
	Name, About string
	Commands    []ToolCommand
}

// Main runs the tool as the program of this process, which it ends.
func (t Tool) Main() {
	ctx, _ := Interruptible(context.Background())
	os.Exit(Streams(t.Name, os.Stdout, os.Stderr, func(out, errOut io.Writer) int { return t.Run(ctx, os.Args[1:], out, errOut) }))
}

// Run runs the command that the first argument names, and returns the exit code. For "help", it prints what the tool does and its
// commands.
func (t Tool) Run(ctx context.Context, args []string, out, errOut io.Writer) int {
	help := func(w io.Writer) {
		fmt.Fprintf(w, "%s\n\n", t.About)
		for _, c := range t.Commands {
			fmt.Fprintf(w, "  %s %s %s\n", t.Name, c.Name, c.Usage)
		}
		fmt.Fprintf(w, "\n\"%s COMMAND -help\" describes a command and lists its flags.\n\n%s", t.Name, ExitStatus())
	}
	if len(args) == 0 {
		help(errOut)
		return ExitUsage
	}
	for _, c := range t.Commands {
		if c.Name != args[0] {
			continue
		}
		err := c.Run(ctx, ToolFlags(t.Name+" "+c.Name, c.Usage, c.About, out), args[1:], out, errOut)
		switch {
		case err == nil || errors.Is(err, flag.ErrHelp):
			return ExitOK
		case errors.Is(err, context.Canceled):
			Report(errOut, t.Name+" "+c.Name, err)
			return ExitInterrupted
		}
		return Report(errOut, t.Name+" "+c.Name, err)
	}
	switch args[0] {
	case "help", "-help", "--help", "-h":
		help(out)
		return ExitOK
	}
	fmt.Fprintf(errOut, "%s: unknown command %q; \"%[1]s help\" lists them\n", t.Name, args[0])
	return ExitUsage
}

// ParseTool parses the arguments of a developers' tool. It checks that between least and most are left, any number if most < 0, and that
// the required flags are given. For -help it writes the help and returns flag.ErrHelp; any other error is a UsageError.
func ParseTool(flags *flag.FlagSet, args []string, least, most int, required ...string) error {
	out := flags.Output()
	flags.SetOutput(io.Discard) // Report writes the error
	err := flags.Parse(args)
	flags.SetOutput(out)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.Usage()
		return err
	case err != nil:
		return Misuse(flags, "%v", err)
	}
	switch n := flags.NArg(); {
	case n < least:
		return Misuse(flags, "%s after the flags, want at least %d", Count(n, "argument"), least)
	case most >= 0 && n > most:
		return Misuse(flags, "unexpected %q", flags.Arg(most))
	}
	for _, name := range required {
		if flags.Lookup(name).Value.String() == "" {
			return Misuse(flags, "the flag -%s is missing", name)
		}
	}
	return nil
}

// Misuse returns a UsageError about the arguments of a developers' tool, which also says where its help is.
func Misuse(flags *flag.FlagSet, format string, args ...any) error {
	return UsageError(fmt.Sprintf(format, args...))
}

// ExitStatus describes the exit codes, for the help of developers' tools.
func ExitStatus() string {
	return "Exit status: 0 success, 1 failure, 2 wrong arguments, 130 interrupted\n"
}

// OldMain runs the program of the process with the given name, and ends the process. A program that has shown its help returns
// flag.ErrHelp.
func OldMain(name string, program func(out io.Writer) error) {
	os.Exit(Streams(name, os.Stdout, os.Stderr, func(out, errOut io.Writer) int {
		if err := program(out); err != nil && !errors.Is(err, flag.ErrHelp) {
			return Report(errOut, name, err)
		}
		return ExitOK
	}))
}
