//go:build !windows

package main

// ownsConsole reports whether the console closes with the process. Only Windows gives a process such a console.
func ownsConsole() bool { return false }
