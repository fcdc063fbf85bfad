package puzzles

import "vertigo/internal/system/commandline"

// Manual returns the description of the command.
func Manual() *commandline.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *commandline.Manual {
	return &commandline.Manual{
		Name: "puzzles", Does: "find puzzles in games",
		Usage: []string{"puzzles [flags] GAMES|RESULTS..."}, Text: description, Sections: o.sections(),
		Topics: []commandline.Topic{{Title: "Interruption", Text: `
If a signal interrupts the command, it writes the puzzles that it has found so far, says how many games that were, and ends. With
--skip the same command goes on after them; give it other names after --out, to keep what is written.
`}},
		Examples: []string{
			"puzzles --out puzzles.html --out puzzles.csv games.pgn",
			"puzzles --nodes 1M --syzygy tables --out puzzles.pgn part-1.results part-2.results",
		},
	}
}

const description = `
Finds positions of games in which, after a mistake of the opponent, one move alone wins or saves the game, at this and every
further turn of the solver. An input is a file with games in PGN, results of vertigo analyse --as results, or - for games on
standard input. Positions without a score in the results or the comments of a game ([%eval], or scores as cutechess and fastchess
write them) are searched in a first pass; a line is searched only where the expected score jumps.

A move wins if the expected score is 0.95 or more while every other move stays at 0.55 or less. It saves if the expected score is
0.40 to 0.80 while all others stay at 0.05 or less. Where the solver mates by force, no other move may mate; at the last
move, every mate is right. The opponent plays the best defence. Puzzles that consist of recaptures are left out, and so are
positions that have occurred before.

The themes are proved by the position and the line. The rating is that of the players of UCI_Elo who find the line in half of
their replays.

All searches are limited by nodes, so the output is always the same, for any number of --workers.
`
