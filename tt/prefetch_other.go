//go:build !amd64 && !arm64

package tt

import "unsafe"

// prefetch does nothing: Go has no instruction for it here, and a load instead could fault or wait.
func prefetch(unsafe.Pointer) {}
