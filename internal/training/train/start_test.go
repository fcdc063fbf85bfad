package train

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vertigo/eval"
	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
)

// TestStartFrom trains a network, and starts others from its file and from its checkpoint: the first is that network up to
// rounding, the second exactly.
func TestStartFrom(t *testing.T) {
	samples := makeSamples(t, 5, 60)
	folder := filepath.Join(t.TempDir(), "first")
	first, err := Begin(folder, samples, tinySettings(), "", 2)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	for range 40 {
		if _, err := first.step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.save(); err != nil {
		t.Fatal(err)
	}
	if err := first.writeNetwork(); err != nil {
		t.Fatal(err)
	}
	saved, err := eval.Load(filepath.Join(folder, NetworkFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, name string
		tolerance  float64 // of a parameter; the file has output weights in 1/128, which are rounded up or down
		unit       float32 // of the output weights, in the first training's
	}{
		{NetworkFile, "5632x32x2-3-", 1.01 / 128, float32(saved.Scale) / nnue.DefaultScale},
		{CheckpointFile, "checkpoint of first, batch 40", 0, 1},
	} {
		r, err := Begin(t.TempDir(), samples, tinySettings(), filepath.Join(folder, c.file), 2)
		if err != nil {
			t.Fatal(err)
		}
		if name := r.Settings().Start; !strings.HasPrefix(name, c.name) {
			t.Errorf("%s: started from %q", c.file, name)
		}
		for i, want := range first.trainer.parameters[:first.trainer.biases()] {
			got := r.trainer.parameters[i]
			if i%r.trainer.tileSize() >= outputRow*tileColumns {
				got /= c.unit
			}
			if math.Abs(float64(got-want)) > c.tolerance {
				t.Fatalf("%s: parameter %d is %g, want %g", c.file, i, got, want)
			}
		}
		if i := slices.IndexFunc(r.trainer.momentum, func(x float32) bool { return x != 0 }); i >= 0 {
			t.Errorf("%s: the optimiser remembers a step", c.file)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	narrow := tinySettings()
	narrow.Buckets++
	wide := tinySettings()
	wide.Hidden = 64
	for _, c := range []struct {
		file     string
		settings Settings
	}{{NetworkFile, narrow}, {CheckpointFile, narrow}, {CheckpointFile, wide}} {
		_, err := Begin(t.TempDir(), samples, c.settings, filepath.Join(folder, c.file), 2)
		if err == nil || !strings.Contains(err.Error(), "2x32") {
			t.Errorf("a network of another shape started from %s: %v", c.file, err)
		}
	}
	if _, err := Begin(t.TempDir(), samples, wide, samples.Path(), 2); err == nil ||
		!strings.Contains(err.Error(), "not a checkpoint") {
		t.Errorf("samples started a network: %v", err)
	}
}

// TestStartFromNarrower starts networks with more neurons than there are in the file. They say almost the same, as the weights of
// the copies differ a little.
func TestStartFromNarrower(t *testing.T) {
	n := nnue.RandomNetwork(5, 64, 3)
	for i, w := range n.FeatureWeights {
		n.FeatureWeights[i] = w / 4 // so that the noise shifts few activations much
	}
	path := filepath.Join(t.TempDir(), NetworkFile)
	if err := files.Write(path, func(f *files.File) error { return n.Write(f) }); err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []int{96, 128, 160} {
		s := tinySettings()
		s.Hidden, s.Buckets = hidden, 3
		r := newTrainer(&s, referenceKernels(), 1)
		if name, err := r.startFrom(path, 1); err != nil || !strings.HasPrefix(name, n.String()) {
			t.Fatalf("%d neurons: started from %q, %v", hidden, name, err)
		}
		copied := r.feature(1000, hidden-1)
		original := r.feature(1000, (hidden-1)%64)
		if a, b := r.parameters[copied], r.parameters[original]; a == b || math.Abs(float64(a-b)) > copyNoise*math.Abs(float64(b)) {
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
	if got := matchingScale(n, reference, randomRuns(3, 2)); got != 600 {
		t.Errorf("scale %d, want 600", got)
	}
	clear(n.OutputWeights)
	clear(n.OutputBias)
	if got := matchingScale(n, reference, randomRuns(3, 2)); got != nnue.DefaultScale {
		t.Errorf("a network that says nothing has a scale of %d", got)
	}
}
