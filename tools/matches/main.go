// Command matches has fastchess play matches of the engine.
//
//	matches sprt -base COMMIT -book openings.epd
//	matches table -book openings.epd stockfish=PATH counter=PATH zahak=PATH chess-3=PATH blunder=PATH
//	matches draw
//
// Sprt tests a change: it builds the source and a commit, plays until a sequential test has decided which is stronger, and adds
// the result to docs/data/matches.csv.
//
// Table plays the matches of README.md and the one of docs/strength.svg, adds them to docs/data/matches.csv, and brings the table
// and the picture up to date. Draw does the last alone, after a row was added by hand.
//
// Sprt and table keep their state in a file, from which the same command continues after an interruption.
package main

import (
	"context"
	"flag"
	"io"

	"vertigo/internal/system/cli"
)

func main() { tool.Main() }

var tool = cli.Tool{
	Name:  "matches",
	About: "Matches has fastchess play matches of the engine. The same command continues a run that was interrupted.",
	Commands: []cli.ToolCommand{
		{Name: "sprt", Usage: "-base COMMIT -book FILE [flags]", Run: sprt,
			About: "Tests whether the source is stronger than a commit, by games until the bounds of the test decide."},
		{Name: "table", Usage: "-book FILE [flags] NAME=PATH...", Run: table,
			About: "Plays the matches of README.md and of docs/strength.svg on an otherwise idle machine. The opponents are\n" +
				opponents() + "."},
		{Name: "write", Usage: "[flags]", Run: writeGo, About: "Writes the table of the tunable numbers as Go."},
		{Name: "draw", Usage: "[flags]", Run: draw,
			About: "Writes what docs/data/matches.csv says into README.md and docs/strength.svg."},
	},
}

// define defines the flags of a command that plays games.
func (f *fastchess) define(flags *flag.FlagSet, state *string, usual string) {
	flags.StringVar(&f.path, "fastchess", "fastchess", "`path` of fastchess")
	flags.StringVar(&f.book, "book", "", "`file` of openings in EPD")
	flags.IntVar(&f.concurrency, "concurrency", 2, "games at a time")
	flags.StringVar(state, "state", usual, "`file` that keeps the results")
}

// draw writes what the match log says into the documents.
func draw(_ context.Context, flags *flag.FlagSet, args []string, _, _ io.Writer) error {
	root := flags.String("root", ".", "`folder` of the source")
	if err := cli.ParseTool(flags, args, 0, 0); err != nil {
		return err
	}
	return updateDocuments(*root)
}
