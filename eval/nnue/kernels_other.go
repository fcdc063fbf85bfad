//go:build !amd64 && !arm64

package nnue

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels { return []kernels{referenceKernels()} }
