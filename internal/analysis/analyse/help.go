package analyse

import "vertigo/internal/system/commandline"

// Manual returns the description of the command.
func Manual() *commandline.Manual { return new(options).manual() }

// manual returns the description of the command, whose flags set o.
func (o *options) manual() *commandline.Manual {
	return &commandline.Manual{
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
Searches positions and reports the results. An INPUT is a file, - for standard input, startpos, or a FEN. Files contain FENs or EPD lines, games in PGN, or JSON lines, and may be compressed with gzip or Zstandard. Every position of a game is
searched, except those of its variations. If part of the input cannot be read, the command says in which line and what it does about
it, and continues with the rest. Of a game with an illegal move, the part before it is searched. Memory use does not grow with the
input.

The filters choose moves of games; a move must pass all of them. A chosen move is judged by a search of the positions before and
after it. Other positions are not searched, and other moves stay as they are in annotated games. Games without a chosen move do
not appear in reports. Single positions are never filtered.

The transposition table and the histories are cleared before each position, or before each --chunk of a game. A search to a fixed
--depth or number of --nodes with one thread therefore has the same result in every run, for any number of workers and after
any other searches. With --store, such a result is searched only once.

Scores are for White, also when Black is to move: more is better for White. The only exception is the operation ce of EPD, which its
standard defines for the side to move. Scores are scaled so that a side with +1.00 wins half of the engine's games against itself.

Openings have the names of Lichess' list, by the positions of a game, so the order of its moves does not matter. The tags ECO and Opening of
a game come first, and annotated games get the ones that they lack.
`

func topics() []commandline.Topic {
	return []commandline.Topic{
		{Title: "Games", Text: `
Without flags, the command searches every position of every game for 1,000,000 nodes, as many at a time as there are processors.
It shows each game when it is ready, in the order of the input: the players and the result; the accuracy of both and their average
loss in centipawns, as Lichess defines them; and the inaccuracies (?!), mistakes (?) and blunders (??), with the scores before and
after them and the better lines. Positions around such moves are searched once more; see --verify. With
--store FILE, a report or another form of the same games needs no second search.

On a terminal, lines end at its width, and marks have colours unless NO_COLOR is set. In a pipe or a file there are no colours,
and lines are whole unless COLUMNS says how wide they may be. This text is for people; programs should read --as json or --as csv.
`},
		{Title: "Interruption", Text: `
During a run with --out FILE, the results so far are in FILE.journal. At the end FILE is written from it, as FILE.part until it is
complete, and the journal is removed, so FILE is never incomplete. If FILE is a link, this is about the file that it leads to.
A device, a pipe, /dev/stdout or, without --out, standard output is written as results are found. What is written stays, and the
message says how many games or positions that is; with --skip, the same command goes on from there.

If a signal, a full disk or a power failure ends the process early, the same command continues where it stopped, and the output is
that of a run without interruption. If an input or a setting that affects the results has changed, the command says so and stops;
--restart starts again. --workers, --as and --no-times may change. Standard input must be given again from its beginning.
`},
		{Title: "Shards", Text: `
To divide the work among processes or machines, give each the same command with a different --shard, and with

    --as results --out part-I.results

vertigo merge then writes the output that a single process would have written. A shard that is started again continues where it
stopped, or does nothing if it is complete.

Shard I has one of every N lines or games, beginning with number I. It reads the whole input, which takes about a minute for each
gigabyte.
`},
		{Title: "Pipes", Text: `
With - as the input, each answer is written as soon as it is found, in the order of the lines. With --as json, a line that cannot
be read gives an object with the members source and error.
`},
		{Title: "Progress", Text: `
Progress goes to standard error: a bar on a terminal, otherwise a line every minute. It counts positions. How many a file has, and
how long they and the second searches of --verify will take, follows from what has been read and done of it. --quiet turns it off.
`},
	}
}
