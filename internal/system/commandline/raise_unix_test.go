//go:build unix

package commandline

import "syscall"

// raise sends a signal to this process.
func raise(s syscall.Signal) bool { return syscall.Kill(syscall.Getpid(), s) == nil }
