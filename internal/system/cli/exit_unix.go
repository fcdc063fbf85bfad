//go:build unix

package cli

import (
	"os"
	"syscall"
)

// limitSignals come before the system ends a process that has used up a resource.
var limitSignals = []os.Signal{syscall.SIGXCPU}
