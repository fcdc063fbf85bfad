package nnue

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// testedHiddens has the sizes in use and some that leave every kind of rest in the kernels' loops.
var testedHiddens = []int{32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 384, 416, 512, 544, 1024, MaxHidden}

// vectorKernels returns the kernels to hold against the reference; the test is skipped where there are none.
func vectorKernels(t *testing.T) []kernels {
	t.Helper()
	all := availableKernels()
	if len(all) == 1 {
		t.Skip("this machine runs the reference kernels")
	}
	return all[:len(all)-1]
}

// values makes int16 values of one kind each: the whole range, around the clipping points, the ends of the range.
var values = []struct {
	name string
	next func(rng *rand.Rand) int16
}{
	{"any", func(rng *rand.Rand) int16 { return int16(rng.Uint32()) }},
	{"around the clipping", func(rng *rand.Rand) int16 { return int16(rng.IntN(QA+41) - 20) }},
	{"edges", func(rng *rand.Rand) int16 {
		edges := [...]int16{math.MinInt16, math.MinInt16 + 1, -1, 0, 1, QA - 1, QA, QA + 1, math.MaxInt16 - 1, math.MaxInt16}
		return edges[rng.IntN(len(edges))]
	}},
	{"lowest", func(*rand.Rand) int16 { return math.MinInt16 }},
	{"highest", func(*rand.Rand) int16 { return math.MaxInt16 }},
	{"one", func(*rand.Rand) int16 { return QA }},
}

func fill[T int8 | int16](s []T, rng *rand.Rand, next func(*rand.Rand) int16) []T {
	for i := range s {
		s[i] = T(next(rng))
	}
	return s
}

// guarded returns n values that lie between others, at an odd address as far as vectors are concerned, together with
// all of them, which a kernel that writes too far changes.
func guarded(n int) (inner, all []int16) {
	const guard = 37
	all = make([]int16, n+2*guard)
	for i := range all {
		all[i] = 12345
	}
	return all[guard : guard+n], all
}

func TestPatchKernels(t *testing.T) {
	reference := referenceKernels()
	for _, k := range vectorKernels(t) {
		for _, hidden := range testedHiddens {
			rng := rand.New(rand.NewPCG(2, uint64(hidden)))
			for _, v := range values {
				weights := fill(make([]int8, 16*hidden), rng, v.next)
				for _, counts := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {2, 3}, {maxPieces, maxPieces}} {
					var lists [2][maxPieces]int
					for i := range lists {
						for j := range lists[i] {
							lists[i][j] = rng.IntN(16) * hidden
						}
					}
					run := func(k kernels, dst, src []int16) {
						k.addSub(&dst[0], &src[0], &weights[0], &lists[0][0], counts[0], &lists[1][0], counts[1], hidden)
					}
					src := fill(make([]int16, hidden), rng, v.next)
					want, wantAll := guarded(hidden)
					got, gotAll := guarded(hidden)
					run(reference, want, src)
					run(k, got, src)
					if !slices.Equal(gotAll, wantAll) {
						t.Fatalf("%s, %d neurons, %v rows, %s: differs from the reference", k.name, hidden, counts, v.name)
					}
					run(k, src, src)
					if !slices.Equal(src, want) {
						t.Fatalf("%s, %d neurons, %v rows, %s: differs in place", k.name, hidden, counts, v.name)
					}
				}
			}
		}
	}
}

// outputs makes output weights of one kind each, as far as the contract allows: every size of theirs and, since sums
// may not overflow 32 bits, only in numbers that a valid network can have.
var outputs = []struct {
	name string
	next func(rng *rand.Rand, hidden int) int16
}{
	{"any", func(rng *rand.Rand, hidden int) int16 {
		limit := min(MaxOutputWeight, 24000/hidden)
		return int16(rng.IntN(2*limit+1) - limit)
	}},
	{"largest, mixed signs", func(rng *rand.Rand, hidden int) int16 {
		if rng.IntN(2*hidden) > 200 {
			return 0
		}
		return int16(MaxOutputWeight * (2*rng.IntN(2) - 1))
	}},
	{"all positive", func(_ *rand.Rand, hidden int) int16 {
		return int16(min(MaxOutputWeight, math.MaxInt32/(QA*QA)/(2*hidden)))
	}},
	{"all negative", func(_ *rand.Rand, hidden int) int16 {
		return -int16(min(MaxOutputWeight, math.MaxInt32/(QA*QA)/(2*hidden)))
	}},
}

// TestDotKernels also holds the reference against a sum in 64 bits, and so shows that the contract excludes overflow.
func TestDotKernels(t *testing.T) {
	for _, k := range availableKernels() {
		for _, hidden := range testedHiddens {
			rng := rand.New(rand.NewPCG(4, uint64(hidden)))
			for _, v := range values {
				for _, o := range outputs {
					us, them := fill(make([]int16, hidden), rng, v.next), fill(make([]int16, hidden), rng, v.next)
					weights := fill(make([]int16, 2*hidden), rng, func(rng *rand.Rand) int16 { return o.next(rng, hidden) })
					want := int64(0)
					for i, a := range append(slices.Clone(us), them...) {
						clipped := int64(min(max(a, 0), QA))
						want += clipped * clipped * int64(weights[i])
					}
					got := k.dot(&us[0], &them[0], &weights[0], hidden)
					if int64(got) != want {
						t.Fatalf("%s, %d neurons, accumulators %s, weights %s: %d, want %d", k.name, hidden, v.name, o.name, got, want)
					}
				}
			}
		}
	}
}

// TestDotKernelsEveryProduct multiplies every weight with every value from below the clipping to above it, in
// changing lanes of a block of neurons on both sides.
func TestDotKernelsEveryProduct(t *testing.T) {
	reference := referenceKernels()
	values, weights := make([]int16, 2*HiddenStep), make([]int16, 2*HiddenStep)
	for _, k := range vectorKernels(t) {
		for weight := -MaxOutputWeight; weight <= MaxOutputWeight; weight++ {
			for v := -2; v <= QA+2; v++ {
				lane := (v + 3*weight) & (len(values) - 1)
				values[lane], weights[lane] = int16(v), int16(weight)
				want := reference.dot(&values[0], &values[HiddenStep], &weights[0], HiddenStep)
				got := k.dot(&values[0], &values[HiddenStep], &weights[0], HiddenStep)
				values[lane], weights[lane] = 0, 0
				if got != want {
					t.Fatalf("%s: value %d with weight %d in lane %d gives %d, want %d", k.name, v, weight, lane, got, want)
				}
			}
		}
	}
}
