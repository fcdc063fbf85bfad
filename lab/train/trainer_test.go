package main

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/system/files"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
	"vertigo/internal/testing/testfiles"
)

// trainSteps takes some steps and returns the loss of each.
func trainSteps(tb testing.TB, tr *trainer, runs [][]byte, steps int) (losses []float64) {
	tb.Helper()
	perBatch := tr.batch / runLength
	for i := range steps {
		at := i * perBatch % len(runs)
		loss := must.Get(tr.train(runs[at:at+perBatch], blend{0.3, 400}, i, 2e-3))(tb)
		losses = append(losses, loss)
	}
	return losses
}

// TestThreadsAndKernelsAgree checks that neither the number of threads nor the instruction set changes one bit of the
// parameters.
func TestThreadsAndKernelsAgree(t *testing.T) {
	settings := tinySettings()
	settings.Hidden, settings.Batch = 64, 4*runLength
	runs := randomRuns(2, 8)
	sets := availableKernels()
	want := newTrainer(&settings, sets[len(sets)-1], 1)
	losses := trainSteps(t, want, runs, 4)
	for _, k := range sets {
		for _, threads := range []int{1, 3, 16} {
			t.Run(fmt.Sprintf("%s/%d", k.name, threads), func(t *testing.T) {
				got := newTrainer(&settings, k, threads)
				for i, loss := range trainSteps(t, got, runs, 4) {
					must.Equal(t, loss, losses[i], i)
				}
				if i := differs(got.parameters, want.parameters); i >= 0 {
					t.Errorf("parameter %d is %g, want %g", i, got.parameters[i], want.parameters[i])
				}
			})
		}
	}
}

// TestIncompleteBatch checks that a batch with fewer samples has the loss of these samples alone.
func TestIncompleteBatch(t *testing.T) {
	settings := tinySettings()
	settings.Batch = 4 * runLength
	tr := busyTrainer(settings, availableKernels()[0], 2)
	runs := randomRuns(3, 4)
	sum, samples := 0.0, 0
	parts := [][][]byte{{runs[0]}, {runs[1], runs[2][:100*sampleSize]}}
	for _, part := range parts {
		n := 0
		for _, run := range part {
			n += len(run) / sampleSize
		}
		loss := must.Get(tr.evaluate(part, blend{0.4, 400}))(t)
		sum += loss * float64(n)
		samples += n
	}
	whole := must.Get(tr.evaluate([][]byte{runs[0], runs[1], runs[2][:100*sampleSize]}, blend{0.4, 400}))(t)
	if math.Abs(whole-sum/float64(samples)) > 1e-9 {
		t.Errorf("loss %g, of the parts %g", whole, sum/float64(samples))
	}
	if loss, err := tr.evaluate(nil, anyTarget); loss != 0 || err != nil {
		t.Errorf("no samples: loss %g, %v", loss, err)
	}
}

// TestDamagedSample checks that samples that are no positions are refused before the kernels see them.
func TestDamagedSample(t *testing.T) {
	settings := tinySettings()
	tr := newTrainer(&settings, availableKernels()[0], 1)
	for _, occupied := range []byte{0x00, 0xff} {
		run := make([]byte, runLength*sampleSize)
		for i := range run {
			run[i] = 0x11
		}
		for i := range 8 {
			run[5*sampleSize+i] = occupied
		}
		_, err := tr.train([][]byte{run}, anyTarget, 0, 1e-3)
		must.Fail(t, err, "", occupied)
	}
}

// TestQuantise trains a small network and compares it, rounded to integers, with the float one on random positions: as
// the trainer evaluates it, and as package nnue does.
func TestQuantise(t *testing.T) {
	settings := tinySettings()
	tr := newTrainer(&settings, availableKernels()[0], 2)
	runs := randomRuns(4, 64)
	trainSteps(t, tr, runs, 200)
	n := tr.quantise()
	must.Do(t, n.Validate())
	m := &model{layout: tr.layout, parameters: make([]float64, len(tr.parameters))}
	for i, p := range tr.parameters {
		m.parameters[i] = float64(p)
	}
	tables, evaluator := newFeatureTables(), nnue.New(n, 1)
	sum, size, count := 0.0, 0.0, 0
	for p := range playout.Positions(77, 2000) {
		one := newSample(p, 0, 1)
		features := make([]uint32, one.pieces())
		tables.features(&one, features)
		evaluator.Reset(p)
		got := evaluator.Evaluate(0, p)
		if plain := quantisedOutput(n, features) * nnue.DefaultScale; math.Abs(float64(got)-plain) > 1 {
			t.Fatalf("%s: %d cp, the trainer says %.2f", p.FEN(), got, plain)
		}
		want := m.outputOf(features) * nnue.DefaultScale
		sum += math.Abs(float64(got) - want)
		size += math.Abs(want)
		count++
	}
	if mean := sum / float64(count); mean > 3 {
		t.Errorf("rounding changes the evaluation by %.2f cp on average", mean)
	}
	if size/float64(count) < 30 {
		t.Errorf("the network has learnt nothing: %.1f cp on average", size/float64(count))
	}
}

// TestSettle checks that a settled hidden layer has the values of the quantised network and keeps them in further steps,
// also when it is settled again as after a resumption, while the output weights go on learning.
func TestSettle(t *testing.T) {
	settings := tinySettings()
	tr := newTrainer(&settings, availableKernels()[0], 2)
	runs := randomRuns(5, 8)
	trainSteps(t, tr, runs, 20)
	tr.settle()
	before := slices.Clone(tr.parameters)
	trainSteps(t, tr, runs, 10)
	tr.settle()
	trainSteps(t, tr, runs, 10)
	n := tr.quantise()
	for h := range tr.hidden {
		for row := range outputRow {
			i := tr.feature(row, h)
			want := float64(n.FeatureBias[h])
			if row != biasRow {
				want = float64(n.FeatureWeights[row*tr.hidden+h])
			}
			if got := float64(tr.parameters[i]) * nnue.QA; math.Abs(got-want) > 1e-4 || tr.parameters[i] != before[i] {
				t.Fatalf("row %d of neuron %d: %g, settled as %g, quantised %g", row, h, got, before[i]*nnue.QA, want)
			}
		}
		if i := tr.output(0, 0, h); tr.parameters[i] == before[i] {
			t.Errorf("the output weight of neuron %d has not moved", h)
		}
	}
	if i := slices.IndexFunc(tr.gradients, func(g float32) bool { return g != 0 }); i >= 0 {
		t.Errorf("gradient %d is %g after a step, which would count in the next", i, tr.gradients[i])
	}
}

// TestWideNetworksStayValid drives all output weights of a wide network to their bounds, each in turn, and rounds them
// against it: the network must be one that can be written, whatever the training does.
func TestWideNetworksStayValid(t *testing.T) {
	settings := tinySettings()
	settings.Hidden = 1024
	tr := newTrainer(&settings, availableKernels()[0], 2)
	for _, limit := range []float32{maxOutputWeight, -maxOutputWeight} {
		for bucket := range tr.buckets {
			for i := range 2 * tr.hidden {
				w := limit
				if bucket == 0 && i%3 == 0 {
					w = -limit / 8 // no sum of this sign is too large: it stays
				}
				tr.parameters[tr.output(bucket, i/tr.hidden, i%tr.hidden)] = w
			}
		}
		tr.update(0, 1e-3)
		n := tr.quantise()
		for i := range n.OutputWeights {
			if w := &n.OutputWeights[i]; *w > 0 {
				*w++
			} else {
				*w--
			}
		}
		must.Do(t, n.Validate(), limit)
		if w := tr.parameters[tr.output(0, 0, 0)]; math.Abs(float64(w+limit/8)) > 0.01 {
			t.Errorf("weights at %g: one of the other sign became %g", limit, w)
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	runs := randomRuns(1, 64)
	for _, hidden := range []int{32, 64, 128, 256} {
		b.Run(fmt.Sprint(hidden), func(b *testing.B) {
			settings := defaultSettings()
			settings.Hidden = hidden
			tr := newTrainer(&settings, availableKernels()[0], 2)
			for b.Loop() {
				trainSteps(b, tr, runs, 1)
			}
			b.ReportMetric(float64(b.N*settings.Batch)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}

// TestStartFrom starts networks from one with as many neurons or fewer. They say almost the same, as the weights of the copies
// differ a little.
func TestStartFrom(t *testing.T) {
	n := nnue.RandomNetwork(5, 64, 3)
	n.Scale = 300
	for i, w := range n.FeatureWeights {
		n.FeatureWeights[i] = w / 4 // The noise shifts few activations much.
	}
	path := filepath.Join(t.TempDir(), networkFile)
	must.Do(t, files.Write(path, func(f *files.File) error { return n.Write(f) }))
	samples := makeSamples(t, 5, 20)
	s := tinySettings()
	for _, hidden := range []int{64, 96, 128, 160} {
		s.Hidden = hidden
		run := must.Get(begin(t.TempDir(), samples, s, path, 1))(t)
		if err := run.close(); err != nil || !strings.HasPrefix(run.state.Settings.Start, "5632x64x2-3-") {
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
	for _, s := range []settings{narrow, other} {
		if _, err := begin(t.TempDir(), samples, s, path, 1); err == nil || !strings.Contains(err.Error(), "2x64") {
			t.Errorf("a network of another shape was taken: %v", err)
		}
	}
	if _, err := begin(t.TempDir(), samples, s, samples.path, 1); !errors.Is(err, nnue.ErrNotNetwork) {
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
func busyTrainer(s settings, k kernels, threads int) *trainer {
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

func tinySettings() settings {
	s := defaultSettings()
	s.Hidden, s.Buckets, s.Batch = 32, 3, 2*runLength
	s.Superbatches, s.SuperbatchSize, s.WarmUp = 4, 20*s.Batch, 5
	s.Rate, s.EndShare = 5e-3, 0.02
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

// material is the input of a test of kernels: a tile, and samples with random features.
type material struct {
	layout
	samples, pieces    int
	parameters         []float32
	features           []uint32
	activations, sums  []float32
	errors             []float32
	gradient           []float32
	momentum, variance []float32
}

func newMaterial(seed uint64, samples, pieces int) *material {
	rng := rand.New(rand.NewPCG(seed, 7))
	l := layout{hidden: tileColumns, buckets: 3}
	m := &material{layout: l, samples: samples, pieces: pieces}
	floats := func(n int, scale float64) []float32 {
		s := alignedFloats(n)
		for i := range s {
			s[i] = float32(rng.NormFloat64() * scale)
		}
		return s
	}
	m.parameters = floats(l.size(), 0.3)
	m.features = make([]uint32, samples*pieces)
	for i := range m.features {
		m.features[i] = packFeatures(rng.IntN(nnue.FeatureCount), rng.IntN(nnue.FeatureCount))
	}
	m.features[0] = packFeatures(767, 0)
	m.activations, m.sums = alignedFloats(samples*2*tileColumns), alignedFloats(samples)
	m.errors = floats(samples, 1e-3)
	m.gradient = floats(4*l.size(), 1e-2)
	m.momentum, m.variance = floats(l.size(), 1e-3), floats(l.size(), 1e-3)
	for i, v := range m.variance {
		m.variance[i] = v * v
		switch rng.IntN(8) {
		case 0: // what decays has to end at zero
			m.momentum[i], m.variance[i] = v*1e-27, v*v*1e-25
			for s := range 4 {
				m.gradient[s*l.size()+i] = 0
			}
		case 1:
			m.momentum[i], m.variance[i] = 0, 0
		}
	}
	return m
}

// unit returns the work that forward and backward are tested with.
func (m *material) unit() *unit {
	at := m.output(1, 0, 0)
	return &unit{tile: &m.parameters[0], output: &m.parameters[at], gradient: &m.gradient[0], outputGradient: &m.gradient[at],
		features: &m.features[0], samples: m.samples, pieces: m.pieces, activations: &m.activations[0], sums: &m.sums[0],
		errors: &m.errors[0]}
}

func (m *material) step(k kernels) {
	k.step(&update{parameters: &m.parameters[0], momentum: &m.momentum[0], variance: &m.variance[0], gradients: &m.gradient[0],
		count: m.size(), slices: 4, stride: m.size(), rates: &rates{0.9, 0.1, 0.999, 0.001, 0.99999, 3e-2, 1.1, 1e-8, 0.5}})
}

// TestKernelsEqualReference compares all kernels with the reference in plain Go: not one bit of a number may differ,
// but for the sign of zeros, which changes nothing.
func TestKernelsEqualReference(t *testing.T) {
	sets := availableKernels()
	if sets[len(sets)-1].name != "go" {
		t.Fatal("the reference is missing")
	}
	for _, k := range sets[:len(sets)-1] {
		for _, size := range [][2]int{{1, 2}, {1, 3}, {5, 32}, {64, 17}, {33, 24}} {
			t.Run(fmt.Sprintf("%s/%dx%d", k.name, size[0], size[1]), func(t *testing.T) {
				got, want := newMaterial(1, size[0], size[1]), newMaterial(1, size[0], size[1])
				for range 3 {
					for _, side := range []struct {
						kernels
						*material
					}{{k, got}, {referenceKernels(), want}} {
						side.kernels.forward(side.unit())
						side.kernels.backward(side.unit())
						side.material.step(side.kernels)
					}
					for name, pair := range map[string][2][]float32{
						"activations": {got.activations, want.activations},
						"sums":        {got.sums, want.sums},
						"gradient":    {got.gradient, want.gradient},
						"momentum":    {got.momentum, want.momentum},
						"variance":    {got.variance, want.variance},
						"parameters":  {got.parameters, want.parameters},
					} {
						if i := differs(pair[0], pair[1]); i >= 0 {
							t.Fatalf("%s[%d] is %g, want %g", name, i, pair[0][i], pair[1][i])
						}
					}
					copy(got.gradient, newMaterial(2, size[0], size[1]).gradient)
					copy(want.gradient, got.gradient)
				}
			})
		}
	}
}

// differs returns the first index where a and b have different numbers, or one has none, else -1.
func differs(a, b []float32) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// TestAVX2KernelsNeedNoAVX512 looks into the kernels for AVX2, here and in package nnue, for registers that only AVX-512
// has. The assembler takes them without a word, and on a machine with both nothing else would show it.
func TestAVX2KernelsNeedNoAVX512(t *testing.T) {
	beyond := regexp.MustCompile(`\b([XY](1[6-9]|2[0-9]|3[01])|Z[0-9]+|K[0-7])\b`)
	for _, path := range []string{"vector_amd64.s", "../../eval/nnue/vector_amd64.s"} {
		text := testfiles.Text(t, path)
		kernels := 0
		for _, kernel := range strings.Split(text, "\nTEXT ")[1:] {
			name, _, _ := strings.Cut(kernel, "(")
			if !strings.Contains(name, "AVX2") {
				continue
			}
			kernels++
			must.Equal(t, beyond.FindString(kernel), "", path, name)
		}
		if kernels == 0 {
			t.Errorf("%s has no kernel for AVX2", path)
		}
	}
}
