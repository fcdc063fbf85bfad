package train

import (
	"fmt"

	"vertigo/eval"
	"vertigo/eval/nnue"
)

// startFrom sets the parameters to those of a network, and returns its name for the card. The shape must be that of the training.
func (t *trainer) startFrom(path string) (name string, err error) {
	net, err := eval.Load(path)
	if err != nil {
		return "", err
	}
	if net.Hidden != t.hidden || net.Buckets != t.buckets {
		return "", fmt.Errorf("%s: a network of %d -> 2x%d -> 1 with %d buckets cannot start one of %[2]d -> 2x%[5]d -> 1 with %[6]d",
			path, nnue.FeatureCount, net.Hidden, net.Buckets, t.hidden, t.buckets)
	}
	t.dequantise(net)
	return net.String(), nil
}

// dequantise makes the parameters those that quantise rounds to n. An output of 1 means nnue.DefaultScale centipawns while a
// network is trained.
func (t *trainer) dequantise(n *nnue.Network) {
	for h := range t.hidden {
		for f := range nnue.FeatureCount {
			w := float32(n.FeatureWeights[f*n.Hidden+h]) / nnue.QA
			t.parameters[t.feature(f, h)] = min(max(w, -maxParameter), maxParameter)
		}
		t.parameters[t.bias(h)] = float32(n.FeatureBias[h]) / nnue.QA
	}
	unit := float32(n.Scale) / nnue.DefaultScale
	for bucket := range t.buckets {
		for i := range 2 * t.hidden {
			weight := n.OutputWeights[bucket*2*n.Hidden+i]
			t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)] = unit * float32(weight) / nnue.QB
		}
		t.parameters[t.biases()+bucket] = unit * float32(n.OutputBias[bucket]) / (nnue.QA * nnue.QB)
	}
}
