package main

import (
	"math"

	"vertigo/eval/nnue"
)

// quantise returns the network with the parameters rounded to the nearest integers. The bounds that the optimiser keeps them
// in make sure that each fits its type, and that Network.Validate accepts the sums of the output weights.
func (t *trainer) quantise() *nnue.Network {
	n := nnue.NewNetwork(t.hidden, t.buckets)
	round := func(index int, unit float64) float64 { return math.Round(float64(t.parameters[index]) * unit) }
	for h := range t.hidden {
		for f := range nnue.FeatureCount {
			n.FeatureWeights[f*t.hidden+h] = int8(round(t.feature(f, h), nnue.QA))
		}
		n.FeatureBias[h] = int16(round(t.bias(h), nnue.QA))
	}
	for bucket := range t.buckets {
		for i := range 2 * t.hidden {
			n.OutputWeights[bucket*2*t.hidden+i] = int16(round(t.output(bucket, i/t.hidden, i%t.hidden), nnue.QB))
		}
		n.OutputBias[bucket] = int32(round(t.biases()+bucket, nnue.QA*nnue.QB))
	}
	return n
}

// quantisedOutput returns n's evaluation of a position with the given packed features, in the units of the float
// network's output. It is simple and slow.
func quantisedOutput(n *nnue.Network, features []uint32) float64 {
	bucket := nnue.Bucket(len(features), n.Buckets)
	sums := make([]int, 2*n.Hidden)
	accumulate(n, features, sums)
	total := 0
	for i, w := range n.OutputWeights[bucket*2*n.Hidden:][:2*n.Hidden] {
		v := min(max(sums[i], 0), nnue.QA)
		total += v * v * int(w)
	}
	return (float64(total)/nnue.QA + float64(n.OutputBias[bucket])) / (nnue.QA * nnue.QB)
}

// accumulate writes the accumulators of n for both perspectives, the side to move's first, to sums.
func accumulate(n *nnue.Network, features []uint32, sums []int) {
	us, them := sums[:n.Hidden], sums[n.Hidden:]
	for h, bias := range n.FeatureBias {
		us[h], them[h] = int(bias), int(bias)
	}
	for _, f := range features {
		first, second := unpackFeatures(f)
		ours, theirs := n.FeatureWeights[first*n.Hidden:][:n.Hidden], n.FeatureWeights[second*n.Hidden:][:n.Hidden]
		for h := range us {
			us[h] += int(ours[h])
			them[h] += int(theirs[h])
		}
	}
}

// matchingScale returns the Scale with which n evaluates the samples in runs as highly, by the mean absolute evaluation, as
// the reference does. The margins of the search, which are in centipawns, then mean the same with both. What a network
// makes of the unit by itself depends on how it was trained: the smaller the scale of the targets and the noisier they are,
// the closer to zero are its evaluations.
func matchingScale(n, reference *nnue.Network, runs [][]byte) int {
	tables := newFeatureTables()
	var features [maxPieces]uint32
	ours, theirs := 0.0, 0.0
	for _, run := range runs {
		for at := 0; at < len(run); at += sampleSize {
			one := (*sample)(run[at:])
			list := features[:one.pieces()]
			tables.features(one, list)
			ours += math.Abs(quantisedOutput(n, list))
			theirs += math.Abs(quantisedOutput(reference, list))
		}
	}
	if ours == 0 {
		return nnue.DefaultScale
	}
	return int(math.Round(min(max(theirs*float64(reference.Scale)/ours, 1), nnue.LargestScale)))
}

// quantisationError returns by how many centipawns, on average over the samples of a few runs, n differs from the
// parameters that it was rounded from.
func (t *trainer) quantisationError(n *nnue.Network, runs [][]byte) (float64, error) {
	if _, err := t.evaluate(runs, anyTarget); err != nil {
		return 0, err
	}
	total := make([]float64, len(t.slices))
	t.each(len(t.slices), func(i int) {
		s := &t.slices[i]
		for _, g := range s.groups {
			for k := range g.samples {
				got := quantisedOutput(n, s.features[g.features+k*g.pieces:][:g.pieces])
				want := float64(t.outputs[i*t.sliceSize()+g.first+k])
				total[i] += math.Abs(got - want)
			}
		}
	})
	sum := 0.0
	for _, x := range total {
		sum += x
	}
	return sum * float64(n.Scale) / float64(max(t.samples(), 1)), nil
}
