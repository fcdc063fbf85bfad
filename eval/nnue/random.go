package nnue

import (
	"fmt"
	"math/rand/v2"
)

// RandomNetwork returns a network of the given shape with random weights, the same for the same seed, for tests that
// need any network at all. The weights are such that neurons are off, saturated and in between in ordinary positions.
func RandomNetwork(seed uint64, hidden, buckets int) *Network {
	rng := rand.New(rand.NewPCG(seed, 768))
	within := func(limit int) int { return rng.IntN(2*limit+1) - limit }
	n := NewNetwork(hidden, buckets)
	n.Info = fmt.Sprintf("random weights, seed %d", seed)
	for i := range n.FeatureWeights {
		n.FeatureWeights[i] = int8(within(30))
	}
	for i := range n.FeatureBias {
		n.FeatureBias[i] = int16(QA/2 + within(QA/2))
	}
	output := min(MaxOutputWeight, 8000/hidden) // keeps the scores of wide networks in an ordinary range, too
	for i := range n.OutputWeights {
		n.OutputWeights[i] = int16(within(output))
	}
	for i := range n.OutputBias {
		n.OutputBias[i] = int32(within(QA * QB / 8))
	}
	return n
}
