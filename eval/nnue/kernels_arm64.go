package nnue

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last. Every 64-bit Arm
// processor that Go runs on has NEON.
func availableKernels() []kernels {
	return []kernels{{name: "neon", addSub: addSubNEON, dot: dotNEON}, referenceKernels()}
}

// addSubNEON is addSub in NEON instructions.
//
//go:noescape
func addSubNEON(dst, src *int16, weights *int8, adds *int, addCount int, subs *int, subCount int, hidden int)

// dotNEON is dot in NEON instructions.
//
//go:noescape
func dotNEON(us, them, weights *int16, hidden int) int32
