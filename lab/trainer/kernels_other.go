//go:build !amd64

package trainer

// availableKernels returns the kernels that this machine can run, the fastest first and the reference last.
func availableKernels() []kernels { return []kernels{referenceKernels()} }
