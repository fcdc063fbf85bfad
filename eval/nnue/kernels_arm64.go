package nnue

import "golang.org/x/sys/cpu"

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last. Every 64-bit Arm
// processor that Go runs on has NEON.
func availableKernels() []kernels {
	var sets []kernels
	k := kernels{
		name:   "neon",
		addSub: addSubNEON,
		dot:    dotNEON,
	}
	if cpu.ARM64.HasI8MM {
		mixed := k
		mixed.name, mixed.dot = "neon-i8mm", dotI8MM
		sets = append(sets, mixed)
	}
	if cpu.ARM64.HasASIMDDP { // FEAT_DotProd, whatever the comment in package cpu says
		unsigned := k
		unsigned.name, unsigned.dot = "neon-dotprod", dotDotProd
		sets = append(sets, unsigned)
	}
	return append(sets, k, referenceKernels())
}
