// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND -help" their options.
package main

import (
	"context"
	"io"
	"os"

	"vertigo/internal/system/commandline"
)

func main() {
	ctx, _ := commandline.Interruptible(context.Background())
	os.Exit(commandline.Run("datagen", os.Stdout, os.Stderr, func(out, log io.Writer) int {
		return run(ctx, os.Args[1:], out, log)
	}))
}

// run executes the command and returns the exit code. Results go to out, progress and warnings to log.
func run(ctx context.Context, args []string, out, log io.Writer) (code int) {
	return commandline.Tool{
		Name:  "datagen",
		About: "Datagen makes the training data of the evaluation network: games that the engine plays against itself.",
		Commands: []commandline.ToolCommand{
			{Name: "play", Usage: "-out FILE [flags]", About: "Plays games, or continues an earlier run.", Run: play},
			{Name: "stats", Usage: "FILE...",
				About: "Counts games, results, positions and why positions are not usable, and reports damage.", Run: stats},
		},
	}.Run(ctx, args, out, log)
}
