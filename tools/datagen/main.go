// Datagen makes the training data of the evaluation network: games that the engine plays against itself, in packed
// files (package gamedata). "datagen help" lists its commands, "datagen COMMAND -help" their options.
package main

import "vertigo/internal/system/cli"

func main() { tool.Main() }

var tool = cli.Tool{
	Name:  "datagen",
	About: "Datagen makes the training data of the evaluation network: games that the engine plays against itself.",
	Commands: []cli.ToolCommand{
		{Name: "play", Usage: "-out FILE [flags]", About: "Plays games, or continues an earlier run.", Run: play},
		{Name: "stats", Usage: "FILE...",
			About: "Counts games, results, positions, and the reasons why positions are not usable, and reports damage.", Run: stats},
	},
}
