//go:build !linux

package train

// willNeed does nothing: the standard library has no such call on this system.
func willNeed([]byte) {}
