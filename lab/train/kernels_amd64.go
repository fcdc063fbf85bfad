package main

import "golang.org/x/sys/cpu"

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels {
	if !cpu.X86.HasAVX2 {
		return []kernels{referenceKernels()}
	}
	return []kernels{{name: "avx2", forward: forwardAVX2, backward: backwardAVX2, step: stepAVX2}, referenceKernels()}
}
