// Package input reads the input of an analysis: lists of positions and collections of games. It divides them into jobs, one for
// each line or game. Files may have any size; one line or one game is in memory at a time.
package input
