//go:build !linux

package files

import "math"

// threads knows no limit: only Linux is asked.
func threads() (most uint64, because string) { return math.MaxUint64, "" }
