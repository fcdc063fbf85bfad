package analyse

import "vertigo/internal/system/cli"

// Manual returns the description of the command.
func Manual() *cli.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *cli.Manual {
	return &cli.Manual{
		Name: "analyse", Also: "analyze", Does: "search positions and games, in files of any size",
		Usage: []string{"analyse [flags] INPUT..."}, Text: description, Sections: o.sections(), Topics: topics(),
		Examples: []string{
			"analyse games.pgn",
			"analyse games.pgn --depth 14 --out report.html",
			`analyse "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"`,
			"analyse --epd wac.epd --movetime 500",
			"analyse --nodes 100k --shard 3/8 --out part-3.results positions.epd",
		},
	}
}

const description = `
Searches positions and games, and reports the results. An INPUT is a file, - for standard input, startpos, or a FEN. Files contain
FENs or EPD lines, games in PGN, or JSON lines, and may be compressed with gzip or Zstandard. FENs may stand among other columns or in
quotation marks; games and puzzles as Lichess exports them, in JSON and CSV, are read too. Every position of a game is searched, except
those of its variations. If part of the input cannot be read, the command names the line and the fault, and continues with the
rest. A game with an illegal move is searched up to that move. Memory use hardly grows with the input.

The filters choose moves of games; a move must pass all of them. Only the positions before and after a chosen move are searched.
Annotated games keep the other moves unchanged. Games without a chosen move do not appear in reports. Single positions are never
filtered.

The transposition table and the histories are cleared before each position, or before each --chunk of a game. So a search to a fixed
--depth or number of --nodes with one thread has the same result in every run, for any number of workers. With --store, it is
searched only once.

Scores are for White, even if Black is to move. The only exception is the operation ce of EPD, which its standard defines for the side
to move. A side with +1.00 wins half of the engine's games against itself.

Openings are named by Lichess' list, by position, so the order of the moves does not matter. The tags ECO and Opening of a game take
precedence, and annotated games get those that they lack.
`

func topics() []cli.Topic {
	return []cli.Topic{
		{Title: "Games", Text: `
Without flags, the command searches every position of every game for 1,000,000 nodes, one on each processor. It shows each game when
it is ready, in the order of the input: the players and the result; the accuracy of both and their average loss in centipawns, as
Lichess defines them; and the inaccuracies (?!), mistakes (?) and blunders (??), with the scores before and after them and the better
lines. Before a move is marked, a longer search compares it with the better one; see --verify. With --store FILE, a report of the same
games needs no second search. "vertigo games.pgn" is short for "vertigo analyse games.pgn".

On a terminal, lines are cut at its width, and marks are coloured unless NO_COLOR is set. In a pipe or a file there are no colours, and
lines are whole unless COLUMNS sets a width. This text is for people; programs should read --as json or --as csv.
`},
		{Title: "Interruption", Text: `
If a signal, a full disk or a power failure ends a run with --out FILE, the same command continues where it stopped, and the output is
the same as without the interruption. Until FILE is complete, the answers so far are in FILE.journal, or in the file of --store.
`},
		{Title: "Shards", Text: `
To divide the work among processes or machines, give each the same command with its own --shard and

    --as results --out part-I.results

vertigo merge then writes the output that a single process would have written. A shard that is started again continues where it
stopped, or does nothing if it is complete.

Shard I has every Nth line or game, beginning with number I. It reads the whole input, in about a minute per gigabyte.
`},
		{Title: "Pipes", Text: `
With - as the input, each answer is written as soon as it is ready, in the order of the lines. With --as json, a line that cannot
be read gives an object with the members source and error.
`},
		{Title: "Progress", Text: `
Progress goes to standard error: a bar on a terminal, otherwise a line every minute. It counts positions, and estimates their total
and the time left, second searches of --verify included, from the part done so far. Before a long run, a terminal shows how to make it
shorter. --quiet turns it off.
`},
	}
}
