// Command matches plays matches of the engine with fastchess.
//
//	matches sprt --base COMMIT --book openings.epd
//	matches table --book openings.epd --stockfish PATH --counter PATH --zahak PATH --chess-3 PATH --blunder PATH
//
// Sprt tests a change: it builds the source and a commit, plays until a sequential test has decided which is stronger, and adds
// the result to docs/data/matches.csv.
//
// Table plays the matches of README.md and the one of docs/strength.svg, adds them to docs/data/matches.csv, and brings the table
// and the picture up to date. After a row was added by hand, "make docs" does the last alone.
//
// Fastchess keeps what was played in a folder, from which the same command continues after an interruption.
package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vertigo/internal/system/cli"
)

func main() { cli.Main(tool()) }

func tool() *cobra.Command {
	tool := &cobra.Command{
		Use:  "matches COMMAND",
		Long: "Matches plays matches of the engine with fastchess. The same command continues a run that was interrupted.",
	}
	tool.AddCommand(sprtCommand(), tableCommand())
	return tool
}

// define defines the flags of a command that plays games.
func (f *fastchess) define(flags *pflag.FlagSet) {
	flags.StringVar(&f.path, "fastchess", "fastchess", "`path` of fastchess")
	flags.StringVar(&f.book, "book", "", "`file` of openings in EPD")
	f.concurrency = 2
	flags.Var(cli.Number(&f.concurrency, 1, 4096), "concurrency", "games at a time")
	flags.StringVar(&f.state, "state", "matches.state", "`folder` that keeps what was played")
}
