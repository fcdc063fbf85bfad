// Package input reads what is to be analysed: lists of positions and collections of games, cut into jobs, and each job
// parsed into its positions. It takes files of any size; what it holds at a time is one line or one game.
package input
