package nnue

import "unsafe"

// kernels are the loops that an evaluator spends its time in, for one instruction set. The functions trust their
// arguments: hidden is a multiple of HiddenStep, an accumulator holds both perspectives' hidden neurons one after the
// other, White's first, and rows are given by the index of their first element in weights. Additions and subtractions
// wrap around, so that the order in which rows are applied does not matter.
type kernels struct {
	name string // of the instruction set

	// update derives dst, the accumulator after a move, from src, the one before, by the rows that the move adds and
	// removes. There is one function for each shape of a move.
	update [shapeCount]func(dst, src, weights *int16, rows *rows, hidden int)

	// patch writes to dst the hidden neurons of one perspective in src with any number of rows added and subtracted.
	// Dst may be src.
	patch func(dst, src, weights *int16, adds *int, addCount int, subs *int, subCount int, hidden int)

	// dot returns the sum over hidden neurons of us with the first hidden weights, and of them with the following, of
	// (clip(v) * w) * clip(v). No weight is beyond ±MaxOutputWeight.
	dot func(us, them, weights *int16, hidden int) int32
}

// shape tells how many rows a move adds to and removes from each perspective.
type shape uint8

const (
	add1Sub1 shape = iota // a move, a promotion
	add1Sub2              // a capture, with or without promotion
	add2Sub2              // castling
	shapeCount
)

// rows are the rows that a move changes, four for White's perspective and four for Black's. The first is added, the
// second removed, the third removed unless the shape is add1Sub1, the fourth added if it is add2Sub2.
type rows = [8]int

// InstructionSet names the instructions that this machine evaluates with: those of its fastest kernels.
func InstructionSet() string { return availableKernels()[0].name }

// referenceKernels returns the kernels in plain Go. They say what the others must compute.
func referenceKernels() kernels {
	return kernels{
		name: "go",
		update: [shapeCount]func(dst, src, weights *int16, rows *rows, hidden int){
			updateAdd1Sub1, updateAdd1Sub2, updateAdd2Sub2,
		},
		patch: patch,
		dot:   dot,
	}
}

func updateAdd1Sub1(dst, src, weights *int16, rows *rows, hidden int) {
	to, from := unsafe.Slice(dst, 2*hidden), unsafe.Slice(src, 2*hidden)
	for perspective := range 2 {
		to, from := to[perspective*hidden:][:hidden], from[perspective*hidden:][:hidden]
		add0, sub0 := row(weights, rows[4*perspective], hidden), row(weights, rows[4*perspective+1], hidden)
		for i := range to {
			to[i] = from[i] + add0[i] - sub0[i]
		}
	}
}

func updateAdd1Sub2(dst, src, weights *int16, rows *rows, hidden int) {
	to, from := unsafe.Slice(dst, 2*hidden), unsafe.Slice(src, 2*hidden)
	for perspective := range 2 {
		to, from := to[perspective*hidden:][:hidden], from[perspective*hidden:][:hidden]
		add0, sub0 := row(weights, rows[4*perspective], hidden), row(weights, rows[4*perspective+1], hidden)
		sub1 := row(weights, rows[4*perspective+2], hidden)
		for i := range to {
			to[i] = from[i] + add0[i] - sub0[i] - sub1[i]
		}
	}
}

func updateAdd2Sub2(dst, src, weights *int16, rows *rows, hidden int) {
	to, from := unsafe.Slice(dst, 2*hidden), unsafe.Slice(src, 2*hidden)
	for perspective := range 2 {
		to, from := to[perspective*hidden:][:hidden], from[perspective*hidden:][:hidden]
		add0, sub0 := row(weights, rows[4*perspective], hidden), row(weights, rows[4*perspective+1], hidden)
		sub1, add1 := row(weights, rows[4*perspective+2], hidden), row(weights, rows[4*perspective+3], hidden)
		for i := range to {
			to[i] = from[i] + add0[i] - sub0[i] - sub1[i] + add1[i]
		}
	}
}

func patch(dst, src, weights *int16, adds *int, addCount int, subs *int, subCount int, hidden int) {
	to := unsafe.Slice(dst, hidden)
	copy(to, unsafe.Slice(src, hidden))
	for _, first := range unsafe.Slice(adds, addCount) {
		for i, w := range row(weights, first, hidden) {
			to[i] += w
		}
	}
	for _, first := range unsafe.Slice(subs, subCount) {
		for i, w := range row(weights, first, hidden) {
			to[i] -= w
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
func row(weights *int16, first, hidden int) []int16 {
	return unsafe.Slice((*int16)(unsafe.Add(unsafe.Pointer(weights), 2*first)), hidden)
}
