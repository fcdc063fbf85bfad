package diff

import (
	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
)

// runCommand executes the command with the given arguments and returns the exit code.
func runCommand(p cli.Program, args []string) int {
	root := &cobra.Command{Use: "vertigo"}
	root.AddCommand(Command(p))
	return p.Run(root, append([]string{"diff"}, args...))
}
