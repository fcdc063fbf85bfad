//go:build !unix

package commandline

import "syscall"

// raise reports that there are no signals.
func raise(syscall.Signal) bool { return false }
