//go:build !amd64

package main

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels { return []kernels{referenceKernels()} }
