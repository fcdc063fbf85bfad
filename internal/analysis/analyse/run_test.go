package analyse

import (
	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
)

// Run executes "vertigo analyse" with the given arguments and returns the exit code.
func Run(c cli.Program, args []string) int { return runCommand(c, "analyse", args) }

// Merge executes "vertigo merge".
func Merge(c cli.Program, args []string) int { return runCommand(c, "merge", args) }

func runCommand(c cli.Program, name string, args []string) int {
	c.Args = args
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(c), MergeCommand(c))
	return c.Run(root, append([]string{name}, args...))
}

// parseOptions reads the arguments of "vertigo analyse".
func parseOptions(args []string) (*options, error) {
	o := newOptions(args)
	c := o.command(cli.Program{})
	if err := c.ParseFlags(args); err != nil {
		return nil, err
	}
	return o, o.parse(c.Flags(), c.Flags().Args())
}
