package train

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"vertigo/eval/nnue"
	"vertigo/internal/testing/must"
	"vertigo/internal/testing/testfiles"
)

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
	for _, path := range []string{"vector_amd64.s", "../../../eval/nnue/vector_amd64.s"} {
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
