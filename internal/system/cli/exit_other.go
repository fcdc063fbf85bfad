//go:build !unix

package cli

import "os"

// limitSignals come before the system ends a process that has used up a resource; here there are none.
var limitSignals []os.Signal
