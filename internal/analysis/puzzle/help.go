package puzzle

import "vertigo/internal/system/commandline"

const helpHead = `NAME
  vertigo puzzles - find puzzles in games

SYNOPSIS
  vertigo puzzles [flags] GAMES|RESULTS...

DESCRIPTION
  Finds positions of games in which, after a mistake of the opponent, one move alone wins or saves the
  game, at this and every further turn of the solver. An input is a file with games in PGN, results of
  vertigo analyse --as results, or - for games on standard input. Positions of which the results or the
  comments of a game ([%eval], or scores as cutechess and fastchess write them) have no score are
  searched in a first pass; only where the expected score jumps, a line is searched for.

  A move wins if the expected score is 0.95 or more while every other move stays at 0.55 or less. It
  saves if the expected score is 0.40 to 0.80 while all others stay at 0.05 or less. Where the solver
  mates by force, no other move may; at his last move, everything is right that mates at once. The
  opponent plays the best defence. Puzzles that consist of taking back are left out, and so are positions
  that were there before.

  The themes are proved by the position and the line. The rating is that of the players of UCI_Elo who
  find the line in half of their replays.

  All searches are limited by nodes, so the output is always the same, whatever --workers says.

  Flags and inputs may come in any order. A flag has one hyphen or two.
`

const helpTail = `INTERRUPTION
  If it is interrupted by a signal, the command writes what it has found so far, says how many games that
  were, and ends. --skip goes on behind them.

EXIT STATUS
  0  all went well
  1  the search failed or was interrupted
  2  the arguments are wrong
  3  part of the input could not be read; the rest is done (0 with --tolerant)

EXAMPLES
  vertigo puzzles games.pgn
  vertigo puzzles --workers auto --out puzzles.html --out puzzles.csv games.pgn
  vertigo puzzles --nodes 1000000 --syzygy tables --out puzzles.pgn part-1.results part-2.results
`

// Help returns the description of the command with every flag and its default.
func Help() string { return commandline.Manual(helpHead, new(options).sections(), helpTail) }
