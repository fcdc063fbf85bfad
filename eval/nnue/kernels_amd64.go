package nnue

import "golang.org/x/sys/cpu"

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels {
	var sets []kernels
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW {
		sets = append(sets, kernels{name: "avx512", addSub: addSubAVX512, dot: dotAVX512})
	}
	if cpu.X86.HasAVX2 {
		sets = append(sets, kernels{name: "avx2", addSub: addSubAVX2, dot: dotAVX2})
	}
	return append(sets, referenceKernels())
}
