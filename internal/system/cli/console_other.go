//go:build !windows

package cli

// OwnsConsole reports whether the console closes with the process. Only Windows gives a process such a console.
func OwnsConsole() bool { return false }
