package main

import (
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"vertigo/eval/nnue"
)

// Coefficients of AdamW, and the bounds on parameters. With them, every quantised feature weight fits eight bits, and every
// quantised output weight nnue.MaxOutputWeight.
const (
	beta1           = 0.9
	beta2           = 0.999
	epsilon         = 1e-8
	maxParameter    = 1
	maxOutputWeight = 0.99
)

// trainer holds the parameters and the optimiser's moments, and the work space for one batch.
type trainer struct {
	layout
	kernels kernels
	threads int
	tables  *featureTables
	decay   float64
	gain    float64 // an output times gain is what the sigmoid turns into an expected result

	parameters, momentum, variance []float32
	settled                        bool // the hidden layer stays as it is

	batch       int
	slices      []slice
	activations []float32 // [tile][sample of the batch][perspective][column], clipped, not squared
	sums        []float32 // [tile][sample of the batch]
	outputs     []float32 // [sample of the batch]; after judge with gradients, derivatives of the loss by them
	gradients   []float32 // [slice], each with the layout of the parameters
	losses      []float64 // [slice], summed over samples
}

// newTrainer returns a trainer with random parameters.
func newTrainer(s *settings, k kernels, threads int) *trainer {
	l := layout{hidden: s.Hidden, buckets: s.Buckets}
	t := &trainer{
		layout: l, kernels: k, threads: threads, tables: newFeatureTables(),
		decay: s.Decay, gain: nnue.DefaultScale / s.Scale,
		parameters: alignedFloats(l.size()), momentum: alignedFloats(l.size()), variance: alignedFloats(l.size()),
		batch: s.Batch, slices: make([]slice, s.slices()),
		activations: alignedFloats(l.tiles() * s.Batch * 2 * tileColumns),
		sums:        alignedFloats(l.tiles() * s.Batch),
		outputs:     alignedFloats(s.Batch),
		gradients:   alignedFloats(s.slices() * l.size()),
		losses:      make([]float64, s.slices()),
	}
	for i := range t.slices {
		t.slices[i] = newSlice(t.sliceSize())
	}
	t.initialise(rand.New(rand.NewPCG(s.Seed, 0)))
	return t
}

// initialise draws the first parameters. Weights of features are such that the accumulators of ordinary positions
// spread over the range in which neurons are active; biases begin at zero.
func (t *trainer) initialise(rng *rand.Rand) {
	within := func(limit float64) float32 { return float32((2*rng.Float64() - 1) * limit) }
	features := math.Sqrt(6.0 / nnue.FeatureCount)
	outputs := 1 / math.Sqrt(float64(2*t.hidden))
	for f := range nnue.FeatureCount {
		for h := range t.hidden {
			t.parameters[t.feature(f, h)] = within(features)
		}
	}
	for bucket := range t.buckets {
		for i := range 2 * t.hidden {
			t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)] = within(outputs)
		}
	}
}

// sliceSize returns the number of samples in a full slice.
func (t *trainer) sliceSize() int { return t.batch / len(t.slices) }

// each calls f for 0..n-1, on all threads at once, and returns when all calls have.
func (t *trainer) each(n int, f func(i int)) {
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(i)
		}
	}
	var helpers sync.WaitGroup
	for range min(t.threads, n) - 1 {
		helpers.Go(work)
	}
	work()
	helpers.Wait()
}

// forward evaluates the prepared samples in all tiles.
func (t *trainer) forward() {
	t.eachUnit(func(tile, first int, s *slice) {
		base := tile * t.tileSize()
		for _, g := range s.groups {
			at := tile*t.batch + first + g.first
			output := base + (outputRow+2*nnue.Bucket(g.pieces, t.buckets))*tileColumns
			t.kernels.forward(&unit{tile: &t.parameters[base], output: &t.parameters[output], features: &s.features[g.features],
				samples: g.samples, pieces: g.pieces, activations: &t.activations[at*2*tileColumns], sums: &t.sums[at]})
		}
	})
}

// backward adds up the gradients of all tiles. Differentiate must have left derivatives in outputs.
func (t *trainer) backward() {
	t.eachUnit(func(tile, first int, s *slice) {
		base := tile * t.tileSize()
		gradient := t.gradients[first/t.sliceSize()*t.size():][:t.size()]
		for _, g := range s.groups {
			at := first + g.first
			output := base + (outputRow+2*nnue.Bucket(g.pieces, t.buckets))*tileColumns
			t.kernels.backward(&unit{gradient: &gradient[base], outputGradient: &gradient[output], output: &t.parameters[output],
				features: &s.features[g.features], samples: g.samples, pieces: g.pieces,
				activations: &t.activations[(tile*t.batch+at)*2*tileColumns], errors: &t.outputs[at]})
		}
	})
}

// eachUnit calls work for all pairs of tiles and slices. First is the number of the slice's first sample in the batch.
func (t *trainer) eachUnit(work func(tile, first int, s *slice)) {
	t.each(t.tiles()*len(t.slices), func(unit int) {
		tile, i := unit/len(t.slices), unit%len(t.slices)
		work(tile, i*t.sliceSize(), &t.slices[i])
	})
}

// judge adds up the outputs, compares them with the targets, and returns the mean loss, which is the mean of the squared errors.
func (t *trainer) judge() float64 {
	t.each(len(t.slices), func(i int) {
		s := &t.slices[i]
		first := i * t.sliceSize()
		outputs := t.outputs[first:][:s.samples]
		t.sum(s, first, outputs)
		t.losses[i] = 0
		for k, output := range outputs {
			d := sigmoid(t.gain*float64(output)) - float64(s.targets[k])
			t.losses[i] += d * d
		}
	})
	total := 0.0
	for _, loss := range t.losses {
		total += loss
	}
	return total / float64(max(t.samples(), 1))
}

// differentiate replaces the outputs, which judge has left, by the derivatives of the mean loss, and adds up those of the output
// biases.
func (t *trainer) differentiate() {
	samples := float64(t.samples())
	t.each(len(t.slices), func(i int) {
		s, first := &t.slices[i], i*t.sliceSize()
		for _, g := range s.groups {
			sum := 0.0
			for k := g.first; k < g.first+g.samples; k++ {
				output := &t.outputs[first+k]
				p := sigmoid(t.gain * float64(*output))
				slope := 2 * (p - float64(s.targets[k])) * t.gain * p * (1 - p) / samples
				*output = float32(slope)
				sum += slope
			}
			t.gradients[i*t.size()+t.biases()+nnue.Bucket(g.pieces, t.buckets)] += float32(sum)
		}
	})
}

// samples returns how many samples are prepared.
func (t *trainer) samples() (n int) {
	for i := range t.slices {
		n += t.slices[i].samples
	}
	return n
}

// sum writes the outputs of a slice, whose first sample has the given number in the batch: the bias of the bucket and
// the shares of the tiles, in the tiles' order.
func (t *trainer) sum(s *slice, first int, outputs []float32) {
	for _, g := range s.groups {
		bias := t.parameters[t.biases()+nnue.Bucket(g.pieces, t.buckets)]
		for k := range g.samples {
			outputs[g.first+k] = bias
		}
	}
	for tile := range t.tiles() {
		shares := t.sums[tile*t.batch+first:][:len(outputs)]
		for k, share := range shares {
			outputs[k] += share
		}
	}
}

// settle rounds the hidden layer to the integers of the quantised network and keeps it fixed. The output weights are then
// trained for the very activations that the engine computes, so the rounding of the hidden layer costs no accuracy.
func (t *trainer) settle() {
	for tile := range t.tiles() {
		weights := t.parameters[tile*t.tileSize():][:outputRow*tileColumns]
		for i, w := range weights {
			weights[i] = float32(math.Round(float64(w)*nnue.QA) / nnue.QA)
		}
	}
	t.settled = true
}

// update moves all parameters that are not settled against their gradients, and zeroes the gradients. Steps is the number
// of updates so far.
func (t *trainer) update(steps int, rate float64) {
	r := rates{
		rateKeep1: beta1, rateTake1: 1 - beta1, rateKeep2: beta2, rateTake2: 1 - beta2,
		rateDecay:      float32(1 - rate*t.decay),
		rateSize:       float32(rate / (1 - math.Pow(beta1, float64(steps+1)))),
		rateCorrection: float32(1 / math.Sqrt(1-math.Pow(beta2, float64(steps+1)))),
		rateEpsilon:    epsilon,
		rateLimit:      maxParameter,
	}
	outputs := r
	outputs[rateLimit] = maxOutputWeight
	t.each(t.tiles()+1, func(tile int) {
		begin := tile * t.tileSize()
		if tile == t.tiles() {
			t.step(begin, t.size(), &r) // output biases
			return
		}
		middle := begin + outputRow*tileColumns
		if t.settled {
			for i := range t.slices {
				clear(t.gradients[i*t.size():][begin:middle])
			}
		} else {
			t.step(begin, middle, &r)
		}
		t.step(middle, begin+t.tileSize(), &outputs)
	})
	t.boundOutputs()
}

// boundOutputs makes sure that nnue.Network.Validate accepts the sums of the output weights, however they are rounded: where
// those of one sign in a bucket add up to too much, they are scaled down together. Only wide networks ever come near.
func (t *trainer) boundOutputs() {
	most := float64(nnue.MaxOutputSum-2*t.hidden) / nnue.QB // rounding moves each weight by at most one step
	for bucket := range t.buckets {
		positive, negative := 0.0, 0.0
		for i := range 2 * t.hidden {
			w := float64(t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)])
			positive += max(w, 0)
			negative -= min(w, 0)
		}
		if max(positive, negative) <= most {
			continue
		}
		up, down := float32(min(most/positive, 1)), float32(min(most/negative, 1))
		for i := range 2 * t.hidden {
			if w := &t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)]; *w > 0 {
				*w *= up
			} else {
				*w *= down
			}
		}
	}
}

// step updates the parameters from index begin to end.
func (t *trainer) step(begin, end int, r *rates) {
	t.kernels.step(&update{parameters: &t.parameters[begin], momentum: &t.momentum[begin], variance: &t.variance[begin],
		gradients: &t.gradients[begin], count: end - begin, slices: len(t.slices), stride: t.size(), rates: r})
}

// train takes one step on a batch of runs and returns the mean loss before it.
func (t *trainer) train(runs [][]byte, b blend, steps int, rate float64) (float64, error) {
	loss, err := t.evaluate(runs, b)
	if err != nil {
		return 0, err
	}
	t.differentiate()
	t.backward()
	t.update(steps, rate)
	return loss, nil
}

// evaluate returns the loss over a batch of runs, and leaves the outputs, in the samples' order by slice.
func (t *trainer) evaluate(runs [][]byte, b blend) (float64, error) {
	if err := t.prepare(runs, b); err != nil {
		return 0, err
	}
	t.forward()
	return t.judge(), nil
}
