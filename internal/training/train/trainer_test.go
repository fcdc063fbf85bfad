package train

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/playout"
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
		if _, err := tr.train([][]byte{run}, anyTarget, 0, 1e-3); err == nil {
			t.Errorf("a sample with the occupied squares %x… was taken", occupied)
		}
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
	must.Do(t, tr.roundOutputs(n, runs))
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

// TestRoundOutputs checks that choosing the directions of rounding pays on positions by which they were not chosen, that
// no weight is moved beyond the neighbouring steps, and that a bucket without positions stays as it was.
func TestRoundOutputs(t *testing.T) {
	settings := tinySettings()
	settings.Hidden = 64
	tr := busyTrainer(settings, availableKernels()[0], 2)
	runs, others := randomRuns(6, 64), randomRuns(7, 2)
	nearest, chosen, untouched := tr.quantise(), tr.quantise(), tr.quantise()
	must.Do(t, tr.roundOutputs(chosen, runs))
	before := must.Get(tr.quantisationError(nearest, others))(t)
	after := must.Get(tr.quantisationError(chosen, others))(t)
	if !(after > 0 && after < 0.8*before) {
		t.Errorf("error of %.2f cp, %.2f cp with the nearest steps", after, before)
	}
	turned := 0
	for i, w := range chosen.OutputWeights {
		bucket, at := i/(2*tr.hidden), i%(2*tr.hidden)
		exact := float64(tr.parameters[tr.output(bucket, at/tr.hidden, at%tr.hidden)]) * nnue.QB
		if math.Abs(float64(w)-exact) > 1 {
			t.Errorf("weight %d of %g was rounded to %d", i, exact, w)
		}
		if w != nearest.OutputWeights[i] {
			turned++
		}
	}
	if turned == 0 || turned > len(chosen.OutputWeights)/2 {
		t.Errorf("%d of %d weights were turned", turned, len(chosen.OutputWeights))
	}
	if err := tr.roundOutputs(untouched, nil); err != nil || !slices.Equal(untouched.OutputWeights, nearest.OutputWeights) ||
		!slices.Equal(untouched.OutputBias, nearest.OutputBias) {
		t.Errorf("without positions the weights change (%v)", err)
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
			settings := DefaultSettings()
			settings.Hidden = hidden
			tr := newTrainer(&settings, availableKernels()[0], 2)
			for b.Loop() {
				trainSteps(b, tr, runs, 1)
			}
			b.ReportMetric(float64(b.N*settings.Batch)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
