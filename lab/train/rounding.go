package main

import (
	"math"

	"vertigo/eval/nnue"
)

// Output weights have few steps, QB to the unit, and a position's output sums up the errors of several hundred of them.
// Where every weight is rounded to the nearest step these errors amount to many centipawns. So the direction of each
// rounding is chosen, up or down, such that together they change the outputs on real positions least. (The idea of
// choosing directions by their effect is that of AdaRound, Nagel et al. 2020; the search is a plain descent.)

const (
	roundingMost    = 2048 // samples per bucket, at most
	roundingFewest  = 64   // a bucket with fewer keeps the nearest steps
	roundingCaution = 0.05 // how much the error of each weight by itself counts beside the joint one
)

// rounder finds the rounding of one bucket's output weights.
type rounder struct {
	features [][]uint32 // of each position
	outputs  []float64  // of the float network

	columns [][]float32 // [weight][position]: squared activations of the rounded hidden layer, less their mean
	means   []float64   // [weight]
	errors  []float64   // [weight]: rounded less exact
	slopes  []float64   // [weight]: half the derivative of the squared error of the outputs
	gram    [][]float64 // [weight][weight]: products of the columns
}

// roundOutputs chooses the output weights and biases of n, which quantise has made, by the training samples in runs.
func (t *trainer) roundOutputs(n *nnue.Network, runs [][]byte) error {
	buckets := make([]rounder, t.buckets)
	perBatch := t.batch / runLength
	for first := 0; first < len(runs); first += perBatch {
		if _, err := t.evaluate(runs[first:min(first+perBatch, len(runs))], anyTarget); err != nil {
			return err
		}
		for i := range t.slices {
			s := &t.slices[i]
			for _, g := range s.groups {
				b := &buckets[nnue.Bucket(g.pieces, t.buckets)]
				for k := 0; k < g.samples && len(b.outputs) < roundingMost; k++ {
					b.features = append(b.features, append([]uint32(nil), s.features[g.features+k*g.pieces:][:g.pieces]...))
					b.outputs = append(b.outputs, float64(t.outputs[i*t.sliceSize()+g.first+k]))
				}
			}
		}
	}
	t.each(t.buckets, func(bucket int) {
		if b := &buckets[bucket]; len(b.outputs) >= roundingFewest {
			b.activate(n)
			t.round(b, n, bucket)
		}
		buckets[bucket] = rounder{} // large
	})
	return nil
}

// activate computes the columns and the products between them.
func (r *rounder) activate(n *nnue.Network) {
	size, positions := 2*n.Hidden, len(r.outputs)
	r.columns, r.means = make([][]float32, size), make([]float64, size)
	for i := range r.columns {
		r.columns[i] = make([]float32, positions)
	}
	sums := make([]int, size)
	for k, features := range r.features {
		accumulate(n, features, sums)
		for i, v := range sums {
			v = min(max(v, 0), nnue.QA)
			r.columns[i][k] = float32(v*v) / (nnue.QA * nnue.QA)
			r.means[i] += float64(r.columns[i][k]) / float64(positions)
		}
	}
	r.gram = make([][]float64, size)
	for i := range r.gram {
		for k := range r.columns[i] {
			r.columns[i][k] -= float32(r.means[i])
		}
		r.gram[i] = make([]float64, size)
		for j := range i + 1 {
			product := float64(dot(r.columns[i], r.columns[j]))
			r.gram[i][j], r.gram[j][i] = product, product
		}
	}
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

// dot returns the scalar product of two columns. Four sums keep the additions from waiting for each other.
func dot(a, b []float32) float32 {
	var sums [4]float32
	i := 0
	for ; i+4 <= len(a) && i+4 <= len(b); i += 4 {
		x, y := a[i:i+4:i+4], b[i:i+4:i+4]
		sums[0] += float32(x[0] * y[0])
		sums[1] += float32(x[1] * y[1])
		sums[2] += float32(x[2] * y[2])
		sums[3] += float32(x[3] * y[3])
	}
	for ; i < len(a); i++ {
		sums[0] += float32(a[i] * b[i])
	}
	return sums[0] + sums[1] + (sums[2] + sums[3])
}

// round moves one weight after the other between the step below and the step above, always the one that helps most, until none
// does. Then the bias takes the mean of the remaining error.
func (t *trainer) round(r *rounder, n *nnue.Network, bucket int) {
	weights := n.OutputWeights[bucket*2*n.Hidden:][:2*n.Hidden]
	exact := make([]float64, len(weights))
	for i := range exact {
		exact[i] = float64(t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)])
	}
	r.begin(weights, exact)
	for range 16 * len(weights) { // each turn helps, so there is an end; this bounds the time
		best, gain := -1, -1e-9
		for i := range weights {
			if change := r.change(i, turn(weights[i], exact[i])); change < gain {
				best, gain = i, change
			}
		}
		if best < 0 {
			break
		}
		d := turn(weights[best], exact[best])
		weights[best] += int16(d * nnue.QB)
		r.errors[best] += d
		for i, product := range r.gram[best] {
			r.slopes[i] += d * product
		}
	}
	bias := 0.0
	for k, output := range r.outputs {
		for i, w := range weights {
			output -= (float64(r.columns[i][k]) + r.means[i]) * float64(w) / nnue.QB
		}
		bias += output / float64(len(r.outputs))
	}
	n.OutputBias[bucket] = int32(math.Round(bias * nnue.QA * nnue.QB))
}

// begin computes the errors and slopes for weights that are rounded to the nearest step.
func (r *rounder) begin(weights []int16, exact []float64) {
	r.errors, r.slopes = make([]float64, len(weights)), make([]float64, len(weights))
	differences := make([]float32, len(r.outputs)) // of the outputs; the bias absorbs their mean
	for k, output := range r.outputs {
		differences[k] = float32(-output)
	}
	mean := 0.0
	for i, w := range weights {
		r.errors[i] = float64(w)/nnue.QB - exact[i]
		for k, x := range r.columns[i] {
			differences[k] += float32(x * float32(w) / nnue.QB)
		}
	}
	for _, d := range differences {
		mean += float64(d) / float64(len(differences))
	}
	for k := range differences {
		differences[k] -= float32(mean)
	}
	for i := range r.slopes {
		r.slopes[i] = float64(dot(r.columns[i], differences))
	}
}

// turn returns the change of a rounded weight that takes it to the other side of the exact one.
func turn(weight int16, exact float64) float64 {
	if float64(weight)/nnue.QB > exact {
		return -1. / nnue.QB
	}
	return 1. / nnue.QB
}

// change returns the effect of a change d of weight i on the squared errors.
func (r *rounder) change(i int, d float64) float64 {
	g := r.gram[i][i]
	return 2*d*(r.slopes[i]+roundingCaution*g*r.errors[i]) + d*d*g*(1+roundingCaution)
}
