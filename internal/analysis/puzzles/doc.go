// Package puzzles finds puzzles in games: positions behind a mistake in which one move alone wins or saves the game, at every
// turn of the solver. "vertigo puzzles" is its command.
//
// A game goes through five steps, each with a file of its own:
//
//	candidates.go  where the expected score jumps, by what is known of the game or by a first, cheap search
//	solve.go       the line: the solver's only moves and the best defence, by searches of many nodes
//	theme*.go      what the line contains, as far as position and line prove it
//	rating.go      how strong a player must be to find it, by package difficulty
//	form*.go       the output
//
// All searches are limited by nodes and know nothing of other games, so a game has the same puzzles whoever searches it,
// whenever and beside whatever else.
package puzzles
