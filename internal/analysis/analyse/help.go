package analyse

import "vertigo/internal/system/commandline"

const helpHead = `NAME
  vertigo analyse - search positions and games from files, at any size

SYNOPSIS
  vertigo analyse [flags] INPUT...

DESCRIPTION
  Searches positions and tells what it finds. An INPUT is a file, - for standard input, startpos, or a
  FEN in quotation marks. Files hold FENs or EPD lines, games in PGN, or JSON lines; of a game every
  position is searched, but for those of its variations. What cannot be read is reported with its
  place, and the rest goes on. Memory does not grow with the input.

  The table and the histories are emptied before each position, so that a search to a fixed --depth or
  number of --nodes with one thread has the same result in every run, whatever the number of workers
  and whatever was searched before.

  Scores are for the side to move, in games for White, and shown so that +1.00 wins every second game
  of the engine against itself.

  Flags and inputs may come in any order. A flag has one hyphen or two.
`

const helpTail = `INTERRUPTION
  While it works, --out FILE keeps what it has found in FILE.journal and writes the output to FILE.part.
  At the end FILE.part becomes FILE, and the journal is removed. Whatever ends the process early - kill,
  a full disk, a power failure - the same command continues where it was, and the output is that of a
  run without interruption. If an input or a setting that changes results is no longer the same, it says
  so and stops; --restart begins anew. --workers, --as and --no-times may change. Standard input
  has to be given again from its beginning.

SHARDS
  To divide the work among processes or machines, give each the same command with another --shard, and
      --as results --out part-I.results
  vertigo merge then writes the output that a single process would have written. A shard that is started
  again continues where it was; if it is complete it has nothing to do.

FILTER
  With - as the input each answer is written as soon as it is there, in the order of the lines, so the
  command works in a pipe. With --as json a line that cannot be read is answered by an object with the
  members source and error.

PROGRESS
  Goes to standard error: a bar on a terminal, otherwise a line each minute. --quiet turns it off.

EXIT STATUS
  0  all went well
  1  the analysis failed
  2  the arguments are wrong
  3  part of the input could not be read; the rest is done (0 with --tolerant)

EXAMPLES
  vertigo analyse "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
  vertigo analyse --epd wac.epd --movetime 500
  vertigo analyse --depth 14 --workers 4 --as pgn --out annotated.pgn games.pgn
  vertigo analyse --nodes 100000 --shard 3/8 --as results --out part-3.results positions.epd
`

// Help returns the description of the command with every flag and its default.
func Help() string { return commandline.Manual(helpHead, new(options).sections(), helpTail) }
