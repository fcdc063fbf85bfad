// Package analyse is the engine without a chess program around it: positions and games in, answers out. It reads
// lists of positions and games, searches every position on a number of workers, and writes the results in the order
// of the input.
//
// The work flows through one pipe: a source reads jobs, workers search their positions, and a renderer turns each
// finished job into text. At most a few jobs per worker are under way at a time, so memory does not grow with the
// input. Each worker has a search pool and a table of its own, and forgets everything before each position: the
// result of a search to a fixed depth or number of nodes depends on the position and the settings alone, whatever
// the number of workers and whatever was searched before.
package analyse
