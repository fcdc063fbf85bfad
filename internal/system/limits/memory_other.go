//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package limits

// memory returns a gibibyte. A failed allocation ends a Go program, and a 32-bit address space, such as that of WebAssembly,
// may not have more.
func memory(freed uint64) (bytes uint64, known bool) { return 1 << 30, true }
