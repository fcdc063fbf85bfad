package analyse

const description = `
Searches positions and games, and reports the results. An INPUT is a file, - for
standard input, startpos, or a FEN. Files contain FENs or EPD lines, games in
PGN, or JSON lines, and may be compressed with gzip or Zstandard; games and
puzzles as Lichess exports them, in JSON and CSV, are read too. If part of the
input cannot be read, the command names the line and the fault, and continues
with the rest.

Without flags, every position of every game is searched for 1,000,000 nodes, one
on each processor. Each game appears when it is ready, in the order of the
input: the players and the result, the accuracy of both and their average loss
in centipawns, as Lichess defines them, and the inaccuracies (?!), mistakes (?)
and blunders (??) with the better lines. This text is for people; programs
should read --as json or --as csv.

The filters choose moves of games; a move must pass all of them. Only the
positions that these moves need are searched. Annotated games keep the other
moves unchanged. Single positions are refused with filters.

The transposition table and the histories are cleared before each position, or
before each --chunk of a game. So a search to a fixed --depth or number of
--nodes with one thread has the same result in every run, for any number of
workers. With --store, it is searched only once.

Scores are for White, even if Black is to move, except in EPD, results, and
reports of one player's moves. At +1.00, a side wins half of the games that the
engine plays against itself.

If a signal, a full disk or a power failure ends a run with --out FILE, the same
command continues where it stopped. Until FILE is complete, the answers so far
are in FILE.journal, or in the file of --store.

To divide the work, give each process the same command with its own --shard and
--as results --out part-I.results. "vertigo merge" then writes what a single
process would have written.`

const examples = `  vertigo analyse games.pgn
  vertigo analyse games.pgn --depth 14 --out report.html
  vertigo analyse "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
  vertigo analyse --epd wac.epd --movetime 500
  vertigo analyse --nodes 100k --shard 3/8 --out part-3.results positions.epd`
