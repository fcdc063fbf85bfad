package train

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"vertigo/eval"
	"vertigo/eval/nnue"
)

// copyNoise is how far the weights of copied neurons differ from those of the originals, as a share of them: without it,
// original and copy would learn the same for ever.
const copyNoise = 0.05

// startFrom sets the parameters to those of a network or checkpoint, and returns its name for the card. The optimiser begins
// anew. The shape must be that of the training, but a network may have fewer neurons. They are then copied, and the seed
// decides how the copies differ.
func (t *trainer) startFrom(path string, seed uint64) (name string, err error) {
	net, err := eval.Load(path)
	if err == nil {
		return net.String(), t.dequantise(net, rand.New(rand.NewPCG(seed, 1)))
	}
	if !errors.Is(err, nnue.ErrNotNetwork) {
		return "", err
	}
	c, err := readCheckpoint(path)
	if err != nil {
		return "", err
	}
	s := &c.state.Settings
	if s.Hidden != t.hidden || s.Buckets != t.buckets {
		return "", fmt.Errorf("%s: %w", path, t.wrongShape(s.Hidden, s.Buckets))
	}
	if err := c.restore(t); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	clear(t.momentum)
	clear(t.variance)
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return fmt.Sprintf("checkpoint of %s, batch %d, xxHash64 %016x", filepath.Base(filepath.Dir(path)), c.state.Batches,
		xxhash.Sum64(c.floats)), nil
}

func (t *trainer) wrongShape(hidden, buckets int) error {
	return fmt.Errorf("a network of %d -> 2x%d -> 1 with %d buckets cannot start one of %[1]d -> 2x%[4]d -> 1 with %[5]d",
		nnue.FeatureCount, hidden, buckets, t.hidden, t.buckets)
}

// dequantise makes the parameters those that quantise rounds to n, with copied neurons where n has fewer. An output of 1 means
// nnue.DefaultScale centipawns while a network is trained.
func (t *trainer) dequantise(n *nnue.Network, rng *rand.Rand) error {
	if n.Hidden > t.hidden || n.Buckets != t.buckets {
		return t.wrongShape(n.Hidden, n.Buckets)
	}
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
	return nil
}
