// Package limits finds the memory, threads and processors that the system grants this process. The limits are those of the machine
// and of the Linux control groups around the process, which containers set.
package limits

import "fmt"

// Memory returns how many bytes this process could take once it has given back freed bytes. If known is false, the system does
// not say.
func Memory(freed uint64) (bytes uint64, known bool) { return memory(freed) }

// spareThreads is the number of threads that a program needs beside those that search: for input and output, and for Go's
// runtime.
const spareThreads = 8

// CheckThreads returns an error if a control group does not grant this process n search threads, of all engines together. Go ends
// a program that cannot get a thread, so the groups are asked first. The limits of the user (ulimit -u) and of the machine are
// not: they depend on what else runs, and are far above the threads of an engine. One thread is always tried.
func CheckThreads(n int) error {
	if most, because := threads(); n > max(most-spareThreads, 1) {
		return fmt.Errorf("no room for %d threads: the control group (%s) leaves room for %d", n, because, max(most-spareThreads, 1))
	}
	return nil
}
