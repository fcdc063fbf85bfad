// Package trainer fits evaluation networks (see package nnue) to positions from self-play games.
//
// # From games to a network
//
// Convert reads packed games, keeps the positions that a static evaluation should know, and writes them in random
// order to a file of samples with 44 bytes each. A Run maps that file and goes through it in batches: it evaluates
// each sample, compares the result with a target blended from the score of the search and the outcome of the game,
// and moves all parameters against the gradient with AdamW. Some games are held out of training for validation.
//
// # How the work is divided
//
// The hidden layer is cut into tiles of 16 columns, one cache line of every row of weights, so that the weights of a tile are 352
// KiB and stay in the second cache level. A batch is cut into a few slices. One unit of work is one slice in one tile: all rows
// of the tile are at hand, and each unit writes gradients that no other unit touches. The optimiser adds up the gradients of the
// slices. Nothing depends on which thread does which unit, and the kernels of all instruction sets round alike, so a program
// gives the same bits on any number of threads and, on x86-64, with or without AVX2. The losses and targets are computed by plain
// Go in float64, which rounds otherwise in builds for another x86-64 level and on processors without fused multiply-add.
package trainer
