package main

import "math/rand/v2"

// runLength is the number of samples that stay together in every epoch, 11 KiB of the file. They were brought
// together by chance, so that a batch of 64 runs is as good as one of single samples, and reading them is fast even
// where the file does not fit into memory.
const runLength = 256

// order is the sequence of runs that a training goes through: in every epoch all of them, in an order of its own. It
// follows from the seed alone, so that a position in it is just a number. The samples of an incomplete last
// run are not trained with.
type order struct {
	seed        uint64
	epoch       int      // of the permutation, -1 at the beginning
	permutation []uint32 // of the runs
}

func newOrder(seed uint64, samples int) *order {
	return &order{seed: seed, epoch: -1, permutation: make([]uint32, samples/runLength)}
}

// run returns the number of the run that comes at place k of the sequence. It is fast when k grows step by step.
func (o *order) run(k int) int {
	runs := len(o.permutation)
	if epoch := k / runs; epoch != o.epoch {
		o.epoch = epoch
		for i := range o.permutation {
			o.permutation[i] = uint32(i)
		}
		rng := rand.New(rand.NewPCG(o.seed, 2+uint64(epoch)))
		rng.Shuffle(runs, func(i, j int) {
			o.permutation[i], o.permutation[j] = o.permutation[j], o.permutation[i]
		})
	}
	return int(o.permutation[k%runs])
}
