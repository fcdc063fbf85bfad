// Train fits evaluation networks to self-play games. "train help" lists its commands.
package main

import (
	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
)

func main() { cli.Main(tool()) }

func tool() *cobra.Command {
	tool := &cobra.Command{Use: "train COMMAND", Long: `
Train fits evaluation networks to self-play games.

A run keeps its files in a folder: checkpoint, network.nnue (quantised, for EvalFile) and card.txt (data, settings,
losses). They are updated after every superbatch, the checkpoint also every few minutes and at an interruption. A run
that was interrupted or killed and then continued gives the same network as one without a break.`}
	tool.AddCommand(convertCommand(), runCommand(), rulerCommand(), judgeCommand(), infoCommand())
	return tool
}

// require marks flags of a command as required. The command must have them.
func require(c *cobra.Command, flags ...string) {
	for _, name := range flags {
		_ = c.MarkFlagRequired(name)
	}
}
