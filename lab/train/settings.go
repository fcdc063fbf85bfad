package main

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/spf13/pflag"

	"vertigo/eval/nnue"
	"vertigo/internal/system/cli"
)

// Scales that a training accepts, in centipawns. With one far above that of the data, a training spends its effort on decided
// positions: +8 instead of +5 pawns would change the expected result as much as +0.3 instead of -0.3.
const (
	leastScale = 20
	mostScale  = 2000
)

// settings are the settings of a training, as their flags describe. Together with the samples and the program they determine the
// network bit by bit.
type settings struct {
	Hidden, Buckets int // Hidden is a multiple of nnue.HiddenStep

	Batch          int
	Superbatches   int
	SuperbatchSize int // rounded to whole batches

	Rate, EndShare float64
	WarmUp         int
	Decay          float64
	Settle         float64

	Result, Scale float64 // of the targets; Scale is that of predictions, too

	Start string // names the network whose parameters were the first, empty for random ones

	Seed uint64
}

// defaultSettings returns the settings that the command begins with.
func defaultSettings() settings {
	return settings{
		Hidden: 128, Buckets: 8,
		Batch: 16384, Superbatches: 20, SuperbatchSize: 100_000_000,
		Rate: 1e-3, EndShare: 0.01, WarmUp: 200, Decay: 0.01, Settle: 0.1,
		Result: 0.1, Scale: 120,
		Seed: 1,
	}
}

// mostSamples bounds numbers of samples and of nodes.
const mostSamples = 1e15

// register defines the flags that the network depends on, with the present values.
func (s *settings) register(flags *pflag.FlagSet) {
	flags.IntVar(&s.Hidden, "hidden", s.Hidden, "neurons in the hidden layer, a multiple of 32")
	flags.Var(cli.Number(&s.Buckets, 1, nnue.MaxBuckets), "buckets", "output buckets, chosen by the number of pieces")
	flags.Var(cli.Number(&s.Batch, 1, 1<<20), "batch", "`samples` per step of the optimiser, a multiple of 256")
	flags.Var(cli.Number(&s.Superbatches, 1, 500), "superbatches",
		"number of superbatches to train; the card of the network lists the losses of all")
	flags.Var(cli.Number(&s.SuperbatchSize, 1, mostSamples), "superbatch",
		"`samples` after which the network is validated and saved, such as 100M")
	flags.Float64Var(&s.Rate, "lr", s.Rate, "learning rate after the warm-up")
	flags.Float64Var(&s.EndShare, "lr-end-share", s.EndShare,
		"`share` of --lr that the learning rate has at the end, reached along a cosine")
	flags.Var(cli.Number(&s.WarmUp, 0, 1e9), "warm-up", "`batches` in which the learning rate rises from 0")
	flags.Float64Var(&s.Decay, "decay", s.Decay, "weight decay of AdamW")
	flags.Float64Var(&s.Settle, "settle", s.Settle,
		"last `share` of the training in which the hidden layer stays fixed, rounded to integers")
	flags.Float64Var(&s.Result, "result", s.Result,
		"`share` of the game's result in the target, the rest being the score of the search")
	flags.Float64Var(&s.Scale, "scale", s.Scale, "`centipawns` K for which a score s expects the result 1/(1+exp(-s/K))")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the first weights and of the order of the samples")
}

// validate returns an error that says which setting makes no sense.
func (s *settings) validate() error {
	for name, x := range map[string]float64{"lr-end-share": s.EndShare, "decay": s.Decay, "settle": s.Settle, "result": s.Result} {
		if !(x >= 0 && x <= 1) { // or NaN
			return fmt.Errorf("--%s is %g, want 0 to 1", name, x)
		}
	}
	switch {
	case s.Hidden < nnue.HiddenStep || s.Hidden > nnue.MaxHidden || s.Hidden%nnue.HiddenStep != 0:
		return fmt.Errorf("%d hidden neurons, want a multiple of %d up to %d", s.Hidden, nnue.HiddenStep, nnue.MaxHidden)
	case s.Batch%runLength != 0:
		return fmt.Errorf("batch of %d samples, want a multiple of %d", s.Batch, runLength)
	case !(s.Rate > 0 && s.Rate <= 1):
		return fmt.Errorf("learning rate %g, want more than 0 and at most 1", s.Rate)
	case !(s.Scale >= leastScale && s.Scale <= mostScale):
		return fmt.Errorf("scale of %g centipawns, want %d to %d", s.Scale, leastScale, mostScale)
	}
	return nil
}

// superbatch returns the number of batches in a superbatch.
func (s *settings) superbatch() int { return max((s.SuperbatchSize+s.Batch/2)/s.Batch, 1) }

// batches returns the number of batches of the whole training.
func (s *settings) batches() int { return s.Superbatches * s.superbatch() }

// settled returns the number of batches after which the hidden layer stays fixed.
func (s *settings) settled() int { return s.batches() - int(s.Settle*float64(s.batches())) }

// rate returns the learning rate of a batch, counted from 0.
func (s *settings) rate(batch int) float64 {
	if batch < s.WarmUp {
		return s.Rate * float64(batch+1) / float64(s.WarmUp)
	}
	done := float64(batch-s.WarmUp) / float64(max(s.batches()-1-s.WarmUp, 1))
	return s.Rate * (s.EndShare + (1-s.EndShare)*(1+math.Cos(math.Pi*done))/2)
}

// slices returns how many slices a batch is cut into: enough to keep many threads busy, few where the gradients that
// every slice has are large. It depends only on the settings, since it decides in which order gradients are added.
func (s *settings) slices() int {
	want := min(max(64*tileColumns/s.Hidden, 4), 16)
	runs := s.Batch / runLength
	return min(1<<(bits.Len(uint(want))-1), runs&-runs)
}
