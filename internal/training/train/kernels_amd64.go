package train

import "golang.org/x/sys/cpu"

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels {
	var sets []kernels
	if cpu.X86.HasAVX512F {
		sets = append(sets, kernels{name: "avx512", forward: forwardAVX512, backward: backwardAVX512, step: stepAVX512})
	}
	if cpu.X86.HasAVX2 {
		sets = append(sets, kernels{name: "avx2", forward: forwardAVX2, backward: backwardAVX2, step: stepAVX2})
	}
	return append(sets, referenceKernels())
}
