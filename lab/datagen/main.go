// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND --help" their flags.
package main

import (
	"github.com/spf13/cobra"

	"vertigo/internal/system/cli"
)

func main() { cli.Main(tool()) }

func tool() *cobra.Command {
	tool := &cobra.Command{
		Use:  "datagen COMMAND",
		Long: "Datagen makes the training data of the evaluation network: games that the engine plays against itself.",
	}
	tool.AddCommand(playCommand())
	return tool
}
