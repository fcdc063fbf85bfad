package commandline

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// UsageError says that the arguments of a developers' tool are wrong. Report writes it and returns ExitUsage.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// ToolFlags returns an empty set of flags for a developers' tool, or one of its commands. In the help, usage follows the name, and
// about describes the tool. The help goes to out and ends with the exit codes.
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

// ParseTool parses the arguments of a developers' tool. For -help it writes the help and returns flag.ErrHelp; any other error is a
// UsageError.
func ParseTool(flags *flag.FlagSet, args []string) error {
	out := flags.Output()
	flags.SetOutput(io.Discard) // Report writes the error
	err := flags.Parse(args)
	flags.SetOutput(out)
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.Usage()
	case err != nil:
		return Misuse(flags, "%v", err)
	}
	return err
}

// Misuse returns a UsageError about the arguments of a developers' tool, which also says where its help is.
func Misuse(flags *flag.FlagSet, format string, args ...any) error {
	return UsageError(fmt.Sprintf(format, args...) + "; " + flags.Name() + " -help describes the arguments")
}

// ExitStatus describes the exit codes, for the help of developers' tools.
func ExitStatus() string {
	b := &strings.Builder{}
	b.WriteString("Exit status:\n")
	writeEntries(b, Exits(), usualWidth)
	return b.String()
}
