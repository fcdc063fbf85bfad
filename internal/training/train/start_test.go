package train

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
)

// TestStartFrom starts networks from one with as many neurons or fewer. They say almost the same, as the weights of the copies
// differ a little.
func TestStartFrom(t *testing.T) {
	n := nnue.RandomNetwork(5, 64, 3)
	n.Scale = 300
	for i, w := range n.FeatureWeights {
		n.FeatureWeights[i] = w / 4 // The noise shifts few activations much.
	}
	path := filepath.Join(t.TempDir(), NetworkFile)
	must.Do(t, files.Write(path, func(f *files.File) error { return n.Write(f) }))
	samples := makeSamples(t, 5, 20)
	s := tinySettings()
	for _, hidden := range []int{64, 96, 128, 160} {
		s.Hidden = hidden
		run := must.Get(Begin(t.TempDir(), samples, s, path, 1))(t)
		if err := run.Close(); err != nil || !strings.HasPrefix(run.state.Settings.Start, "5632x64x2-3-") {
			t.Fatalf("%d neurons: started from %q, %v", hidden, run.state.Settings.Start, err)
		}
		r := run.trainer
		a, b := r.parameters[r.feature(1000, hidden-1)], r.parameters[r.feature(1000, (hidden-1)%64)]
		if (a == b) != (hidden == 64) || math.Abs(float64(a-b)) > copyNoise*math.Abs(float64(b)) {
			t.Errorf("%d neurons: weight %g is the copy of %g", hidden, a, b)
		}
		wide := r.quantise()
		far, spread := 0.0, 0.0
		runs := randomRuns(6, 1)
		tables := newFeatureTables()
		for at := 0; at < len(runs[0]); at += sampleSize {
			one := (*sample)(runs[0][at:])
			features := make([]uint32, one.pieces())
			tables.features(one, features)
			want := quantisedOutput(n, features) * float64(n.Scale) / nnue.DefaultScale
			far += math.Abs(quantisedOutput(wide, features) - want)
			spread += math.Abs(want)
		}
		if far > spread/20 {
			t.Errorf("%d neurons: the outputs differ by %.3f of their size", hidden, far/spread)
		}
	}
	narrow, other := s, s
	narrow.Hidden, other.Buckets = 32, 4
	for _, s := range []Settings{narrow, other} {
		if _, err := Begin(t.TempDir(), samples, s, path, 1); err == nil || !strings.Contains(err.Error(), "2x64") {
			t.Errorf("a network of another shape was taken: %v", err)
		}
	}
	if _, err := Begin(t.TempDir(), samples, s, samples.Path, 1); !errors.Is(err, nnue.ErrNotNetwork) {
		t.Errorf("samples started a network: %v", err)
	}
}

// TestMatchingScale checks that a network gets the scale with which it evaluates as highly as another.
func TestMatchingScale(t *testing.T) {
	n, reference := nnue.RandomNetwork(1, 32, 8), nnue.RandomNetwork(1, 32, 8)
	for i := range n.OutputWeights {
		reference.OutputWeights[i] = n.OutputWeights[i] / 2 * 2
		n.OutputWeights[i] /= 2 // half as much
	}
	for i := range n.OutputBias {
		reference.OutputBias[i] = n.OutputBias[i] / 2 * 2
		n.OutputBias[i] /= 2
	}
	reference.Scale = 300
	must.Equal(t, matchingScale(n, reference, randomRuns(3, 2)), 600, "scale")
	clear(n.OutputWeights)
	clear(n.OutputBias)
	must.Equal(t, matchingScale(n, reference, randomRuns(3, 2)), nnue.DefaultScale, "a network that says nothing has a scale")
}
