// Package analyse is the engine without a chess program around it: positions and games in, answers out. It holds the
// commands "vertigo analyse" and "vertigo merge", and leads the work through other packages: source reads jobs, workers
// search their positions, game gives each position its value, and output turns each finished job into text. What was
// found is kept in a store, so that an interrupted analysis continues.
//
// At most a few jobs per worker are under way at a time, so memory hardly grows with the input. Each worker has a
// search pool and a table of its own, and forgets everything before each position or, in games, before each chunk of
// positions that share a table: the result of a search to a fixed depth or number of nodes depends on the settings and
// the positions of the chunk alone, whatever the number of workers and whatever was searched before. So an answer that
// a store has need not be searched again.
package analyse
