package nnue

import "unsafe"

// kernels are the loops that an evaluator spends its time in, for one instruction set. The functions trust their
// arguments: hidden is a multiple of HiddenStep, an accumulator holds both perspectives' hidden neurons one after the
// other, White's first, and rows are given by the index of their first element in weights. Additions and subtractions
// wrap around, so that the order in which rows are applied does not matter.
type kernels struct {
	name string // of the instruction set

	// addSub writes to dst the hidden neurons of one perspective in src with any number of rows added and subtracted.
	// Dst may be src.
	addSub func(dst, src *int16, weights *int8, adds *int, addCount int, subs *int, subCount int, hidden int)

	// dot returns the sum over hidden neurons of us with the first hidden weights, and of them with the following, of
	// (clip(v) * w) * clip(v). No weight is beyond ±MaxOutputWeight.
	dot func(us, them, weights *int16, hidden int) int32
}

// InstructionSet names the instructions that this machine evaluates with: those of its fastest kernels.
func InstructionSet() string { return availableKernels()[0].name }

// referenceKernels returns the kernels in plain Go. They say what the others must compute.
func referenceKernels() kernels {
	return kernels{name: "go", addSub: addSub, dot: dot}
}

func addSub(dst, src *int16, weights *int8, adds *int, addCount int, subs *int, subCount int, hidden int) {
	to := unsafe.Slice(dst, hidden)
	copy(to, unsafe.Slice(src, hidden))
	for _, first := range unsafe.Slice(adds, addCount) {
		for i, w := range row(weights, first, hidden) {
			to[i] += int16(w)
		}
	}
	for _, first := range unsafe.Slice(subs, subCount) {
		for i, w := range row(weights, first, hidden) {
			to[i] -= int16(w)
		}
	}
}

func dot(us, them, weights *int16, hidden int) int32 {
	return dotSide(unsafe.Slice(us, hidden), row(weights, 0, hidden)) +
		dotSide(unsafe.Slice(them, hidden), row(weights, hidden, hidden))
}

func dotSide(side, weights []int16) int32 {
	sum := int32(0)
	weights = weights[:len(side)]
	for i, v := range side {
		clipped := int32(min(max(v, 0), QA))
		sum += clipped * int32(weights[i]) * clipped
	}
	return sum
}

// row returns the hidden weights that begin at the index first.
func row[T int8 | int16](weights *T, first, hidden int) []T {
	return unsafe.Slice((*T)(unsafe.Add(unsafe.Pointer(weights), int(unsafe.Sizeof(*weights))*first)), hidden)
}
