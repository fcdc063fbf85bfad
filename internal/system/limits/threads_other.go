//go:build !linux

package limits

import "math"

// threads knows no limit: only the control groups of Linux are asked.
func threads() (most int, because string) { return math.MaxInt, "" }
