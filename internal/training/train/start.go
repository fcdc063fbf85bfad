package train

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/cespare/xxhash/v2"

	"vertigo/eval"
	"vertigo/eval/nnue"
)

// startFrom makes the parameters those of a network or checkpoint, and returns what to call it in the card. The optimiser
// begins anew. Its shape must be that of the training.
func (t *trainer) startFrom(path string) (name string, err error) {
	net, err := eval.Load(path)
	if err == nil {
		return net.String(), t.dequantise(net)
	}
	if !errors.Is(err, nnue.ErrNotNetwork) {
		return "", err
	}
	c, err := readCheckpoint(path)
	if err != nil {
		return "", err
	}
	s := &c.state.Settings
	if err := t.checkShape(s.Hidden, s.Buckets); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	if err := c.restore(t); err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	clear(t.momentum)
	clear(t.variance)
	return fmt.Sprintf("checkpoint of %s, batch %d, xxHash64 %016x", filepath.Base(filepath.Dir(absolute(path))), c.state.Batches,
		xxhash.Sum64(c.floats)), nil
}

func (t *trainer) checkShape(hidden, buckets int) error {
	if hidden != t.hidden || buckets != t.buckets {
		return fmt.Errorf("a network of %d -> 2x%d -> 1 with %d buckets cannot start one of %[1]d -> 2x%[4]d -> 1 with %[5]d",
			nnue.FeatureCount, hidden, buckets, t.hidden, t.buckets)
	}
	return nil
}

// dequantise makes the parameters those that quantise rounds to n. An output of 1 means nnue.DefaultScale centipawns while
// a network is trained.
func (t *trainer) dequantise(n *nnue.Network) error {
	if err := t.checkShape(n.Hidden, n.Buckets); err != nil {
		return err
	}
	for h := range t.hidden {
		for f := range nnue.FeatureCount {
			t.parameters[t.feature(f, h)] = float32(n.FeatureWeights[f*t.hidden+h]) / nnue.QA
		}
		t.parameters[t.bias(h)] = float32(n.FeatureBias[h]) / nnue.QA
	}
	unit := float32(n.Scale) / nnue.DefaultScale
	for bucket := range t.buckets {
		for i := range 2 * t.hidden {
			t.parameters[t.output(bucket, i/t.hidden, i%t.hidden)] = unit * float32(n.OutputWeights[bucket*2*t.hidden+i]) / nnue.QB
		}
		t.parameters[t.biases()+bucket] = unit * float32(n.OutputBias[bucket]) / (nnue.QA * nnue.QB)
	}
	return nil
}
