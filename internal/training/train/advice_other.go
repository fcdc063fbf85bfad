//go:build !linux

package train

// willNeed does nothing: the standard library knows no such call here.
func willNeed([]byte) {}
