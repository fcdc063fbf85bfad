//go:build !windows

package files

import "os"

// obeyControls does nothing: terminals obey control characters.
func obeyControls(*os.File) {}
