// Package limits says how much memory, how many threads and how many processors the system lets this process have. The limits
// are those of the machine, of its user and of the Linux control groups around the process, by which a container sets them.
package limits

import "fmt"

// Memory returns how many bytes this process could take once it has given back freed bytes. If known is false, the system does
// not say.
func Memory(freed uint64) (bytes uint64, known bool) { return memory(freed) }

// spareThreads is how many threads a program needs beside those that search: for input and output, and for the background work of
// Go.
const spareThreads = 8

// CheckThreads returns an error if the system does not let this process have n threads that search, by all engines together.
// Go ends a program that is refused a thread, so the limits are looked up first. One thread is always tried.
func CheckThreads(n int) error {
	if most, because := threads(); n > max(most-spareThreads, 1) {
		return fmt.Errorf("no room for %d threads: %s leaves room for %d", n, because, max(most-spareThreads, 1))
	}
	return nil
}
