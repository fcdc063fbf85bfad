package main

import (
	"fmt"
	"math/rand/v2"

	"vertigo/eval"
	"vertigo/eval/nnue"
)

// copyNoise is how far the weights of copied neurons differ from those of the originals, as a share of them: without it,
// original and copy would stay the same.
const copyNoise = 0.05

// startFrom sets the parameters to those of a network, and returns its name for the card. The shape must be that of the training,
// but a network may have fewer neurons. They are then copied, and the seed decides how the copies differ.
func (t *trainer) startFrom(path string, seed uint64) (name string, err error) {
	net, err := eval.Load(path)
	if err != nil {
		return "", err
	}
	if net.Hidden > t.hidden || net.Buckets != t.buckets {
		return "", fmt.Errorf("%s: a network of %d -> 2x%d -> 1 with %d buckets cannot start one of %[2]d -> 2x%[5]d -> 1 with %[6]d",
			path, nnue.FeatureCount, net.Hidden, net.Buckets, t.hidden, t.buckets)
	}
	t.dequantise(net, rand.New(rand.NewPCG(seed, 1)))
	return net.String(), nil
}

// dequantise makes the parameters those that quantise rounds to n, with copied neurons where n has fewer. An output of 1 means
// nnue.DefaultScale centipawns while a network is trained.
func (t *trainer) dequantise(n *nnue.Network, rng *rand.Rand) {
	for h := range t.hidden {
		original := h % n.Hidden
		for f := range nnue.FeatureCount {
			w := float32(n.FeatureWeights[f*n.Hidden+original]) / nnue.QA
			if h != original {
				w *= float32(1 + (2*rng.Float64()-1)*copyNoise)
			}
			t.parameters[t.feature(f, h)] = min(max(w, -maxParameter), maxParameter)
		}
		t.parameters[t.bias(h)] = float32(n.FeatureBias[original]) / nnue.QA
	}
	unit := float32(n.Scale) / nnue.DefaultScale
	for bucket := range t.buckets {
		weights := n.OutputWeights[bucket*2*n.Hidden:][:2*n.Hidden]
		for perspective := range 2 {
			for h := range t.hidden {
				original := h % n.Hidden
				copies := (t.hidden-original-1)/n.Hidden + 1 // the original among them
				w := unit * float32(weights[perspective*n.Hidden+original]) / nnue.QB / float32(copies)
				t.parameters[t.output(bucket, perspective, h)] = w
			}
		}
		t.parameters[t.biases()+bucket] = unit * float32(n.OutputBias[bucket]) / (nnue.QA * nnue.QB)
	}
}
