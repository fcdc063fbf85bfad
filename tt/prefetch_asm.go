//go:build amd64 || arm64

package tt

import "unsafe"

// prefetch asks for the cache line at address. It never faults, whatever the address.
//
//go:noescape
func prefetch(address unsafe.Pointer)
