// Package puzzles finds puzzles in games and holds the command "vertigo puzzles". A puzzle is a position after a mistake in which
// only one move wins or saves the game, at every turn of the solver.
//
// A game goes through these steps:
//
//	candidates.go  positions where the expected score jumps, by known scores or a first, short search
//	solve.go       the line: the solver's only moves and the best defence, by searches of many nodes
//	puzzle.go      the puzzle, and the themes that the position and the line prove; package motif defines them
//	players.go     players of limited strength try to find it; rating.go makes a rating of their results
//	tally.go       how many moves gave no puzzle, and why
//	form*.go       the output
//
// All searches are limited by nodes and know nothing of other games. So a game has the same puzzles in every run, whichever
// worker searches it.
package puzzles
