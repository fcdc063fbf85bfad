package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/testing/must"
)

// model is the network in double precision, as plain as can be: what the trainer must agree with.
type model struct {
	layout
	gain       float64
	parameters []float64
}

// output returns the output for a position with the given packed features.
func (m *model) outputOf(features []uint32) float64 {
	bucket := nnue.Bucket(len(features), m.buckets)
	out := m.parameters[m.biases()+bucket]
	for h := range m.hidden {
		for perspective := range 2 {
			a := m.parameters[m.bias(h)]
			for _, f := range features {
				first, second := unpackFeatures(f)
				a += m.parameters[m.feature([]int{first, second}[perspective], h)]
			}
			a = min(max(a, 0), 1)
			out += a * a * m.parameters[m.output(bucket, perspective, h)]
		}
	}
	return out
}

// loss returns the mean loss over the prepared samples.
func (m *model) loss(prepared []slice) float64 {
	sum, n := 0.0, 0
	for i := range prepared {
		s := &prepared[i]
		for _, g := range s.groups {
			for k := range g.samples {
				p := 1 / (1 + math.Exp(-m.gain*m.outputOf(s.features[g.features+k*g.pieces:][:g.pieces])))
				sum += math.Pow(p-float64(s.targets[g.first+k]), 2)
				n++
			}
		}
	}
	return sum / float64(n)
}

// slope returns the derivative of the loss by a parameter, by finite differences.
func (m *model) slope(prepared []slice, parameter int) float64 {
	const step = 1e-5
	was := m.parameters[parameter]
	m.parameters[parameter] = was + step
	above := m.loss(prepared)
	m.parameters[parameter] = was - step
	below := m.loss(prepared)
	m.parameters[parameter] = was
	return (above - below) / (2 * step)
}

// busyTrainer returns a trainer with parameters such that neurons are off, active and saturated.
func busyTrainer(s Settings, k kernels, threads int) *trainer {
	t := newTrainer(&s, k, threads)
	rng := rand.New(rand.NewPCG(11, 0))
	for i := range t.parameters[:t.biases()] {
		t.parameters[i] = float32(rng.NormFloat64() * 0.12)
	}
	for h := range t.hidden {
		t.parameters[t.bias(h)] = float32(rng.Float64())
	}
	for b := range t.buckets {
		t.parameters[t.biases()+b] = float32(rng.NormFloat64() * 0.2)
	}
	return t
}

func tinySettings() Settings {
	s := DefaultSettings()
	s.Hidden, s.Buckets, s.Batch = 32, 3, 2*runLength
	s.Superbatches, s.SuperbatchSize, s.WarmUp = 4, 20*s.Batch, 5
	s.Rate, s.Floor = 5e-3, 1e-4
	return s
}

// TestGradients compares the gradients that the kernels add up with finite differences of the plain model, for some
// parameters of every kind.
func TestGradients(t *testing.T) {
	runs := randomRuns(1, 1)
	for _, k := range availableKernels() {
		t.Run(k.name, func(t *testing.T) { checkGradients(t, busyTrainer(tinySettings(), k, 2), runs) })
	}
}

func checkGradients(t *testing.T, tr *trainer, runs [][]byte) {
	t.Helper()
	must.Do(t, tr.prepare(runs, blend{0.4, 120}))
	tr.forward()
	loss := tr.judge()
	tr.differentiate()
	tr.backward()
	m := &model{layout: tr.layout, gain: nnue.DefaultScale / 120.0, parameters: make([]float64, len(tr.parameters))}
	for i, p := range tr.parameters {
		m.parameters[i] = float64(p)
	}
	if want := m.loss(tr.slices); math.Abs(loss-want) > 1e-6 {
		t.Errorf("loss %g, want %g", loss, want)
	}
	rng := rand.New(rand.NewPCG(12, 0))
	var chosen []int
	for h := range 8 {
		chosen = append(chosen, m.bias(h*4+rng.IntN(4)), m.output(rng.IntN(m.buckets), h%2, rng.IntN(m.hidden)))
	}
	for range 12 { // of pieces that are there: weights of other features have no gradient
		features := tr.slices[0].features
		us, them := unpackFeatures(features[rng.IntN(20*runLength/2)])
		chosen = append(chosen, m.feature(us, rng.IntN(m.hidden)), m.feature(them, rng.IntN(m.hidden)))
	}
	for b := range m.buckets {
		chosen = append(chosen, m.biases()+b)
	}
	moving := 0
	for _, i := range chosen {
		got := 0.0
		for s := range tr.slices {
			got += float64(tr.gradients[s*tr.size()+i])
		}
		want := m.slope(tr.slices, i)
		if math.Abs(got-want) > 2e-7+2e-3*math.Abs(want) {
			t.Errorf("parameter %d: gradient %g, finite difference %g", i, got, want)
		}
		if math.Abs(want) > 1e-5 {
			moving++
		}
	}
	if moving < len(chosen)/3 {
		t.Errorf("only %d of %d gradients are large enough", moving, len(chosen))
	}
}
