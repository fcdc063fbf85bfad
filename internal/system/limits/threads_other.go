//go:build !linux

package limits

import "math"

// threads sets no limit: only Linux is asked.
func threads() (most int, because string) { return math.MaxInt, "" }
