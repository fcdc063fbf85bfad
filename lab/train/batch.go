package main

import (
	"errors"
	"fmt"
	"math"
)

// slice is a part of a batch, prepared for the kernels: its samples are sorted by the number of pieces, so that the
// kernels' loops have the same length for many samples on end, and the output bucket stays the same.
type slice struct {
	samples  int
	groups   []group
	features []uint32  // packed; of all samples, one after the other
	targets  []float32 // expected result, 0..1, by sample
}

// group is a row of samples with the same number of pieces.
type group struct {
	pieces, first, samples int
	features               int // the place where those of the first sample begin
}

func newSlice(samples int) slice {
	return slice{
		groups:   make([]group, 0, maxPieces),
		features: make([]uint32, samples*maxPieces),
		targets:  make([]float32, samples),
	}
}

// blend gives the target of a sample: a share of the game's result, and for the rest the expected score of the search. A score
// of s centipawns expects sigmoid(s/scale).
type blend struct{ result, scale float64 }

// anyTarget is for those who look at the outputs only.
var anyTarget = blend{scale: 1}

func (b blend) target(s *sample) float32 {
	return float32((1-b.result)*sigmoid(float64(s.score())/b.scale) + b.result*s.result())
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fill makes the slice of runs of samples.
func (s *slice) fill(tables *featureTables, runs [][]byte, b blend) error {
	var count [maxPieces + 1]int
	for _, run := range runs {
		for at := 0; at < len(run); at += sampleSize {
			pieces := (*sample)(run[at:]).pieces()
			if pieces < 2 || pieces > maxPieces {
				return fmt.Errorf("a sample has %d pieces: the file of samples is damaged", pieces)
			}
			count[pieces]++
		}
	}
	s.samples, s.groups = 0, s.groups[:0]
	var next [maxPieces + 1]group // the place of the next sample, by its number of pieces
	features := 0
	for pieces, n := range count {
		if n > 0 {
			next[pieces] = group{pieces: pieces, first: s.samples, samples: n, features: features}
			s.groups = append(s.groups, next[pieces])
			s.samples += n
			features += n * pieces
		}
	}
	for _, run := range runs {
		for at := 0; at < len(run); at += sampleSize {
			one := (*sample)(run[at:])
			pieces := one.pieces()
			to := &next[pieces]
			tables.features(one, s.features[to.features:][:pieces])
			s.targets[to.first] = b.target(one)
			to.first++
			to.features += pieces
		}
	}
	return nil
}

// prepare fills the slices with runs of samples, at most as many as a batch has. Where there are fewer, the last
// slices stay empty.
func (t *trainer) prepare(runs [][]byte, b blend) error {
	perSlice := t.batch / runLength / len(t.slices)
	failed := make([]error, len(t.slices))
	t.each(len(t.slices), func(i int) {
		first := min(i*perSlice, len(runs))
		failed[i] = t.slices[i].fill(t.tables, runs[first:min(first+perSlice, len(runs))], b)
	})
	return errors.Join(failed...)
}
