package files

import (
	"fmt"
	"runtime"
)

// Memory returns how many bytes this process could take once it has given back freed bytes. If known is false, the system does
// not say.
func Memory(freed uint64) (bytes uint64, known bool) { return memory(freed, 0) }

// goArena is how many more addresses than it fills Go's heap takes: it grows by arenas of 64 MiB, and has tables about them.
const goArena = 96 << 20

// Heap returns by how many bytes Go's heap could grow. If known is false, the system does not say. Go ends a program whose heap
// cannot grow, so the limits are read first.
func Heap() (bytes uint64, known bool) { return memory(0, goArena) }

// spareThreads are the threads that a program needs beside those that search: for input, output and Go's runtime.
const spareThreads = 8

// CheckThreads returns an error if the system does not grant this process n threads that search, of all engines together. Go ends
// a program that cannot get a thread, so the limits are read first. One thread is always tried.
func CheckThreads(n int) error {
	if n < 2 {
		return nil
	}
	if most, because := threads(); uint64(n)+spareThreads > most {
		return fmt.Errorf("no room for %d threads: %s leaves room for %d", n, because, max(most, spareThreads+1)-spareThreads)
	}
	return nil
}

// Processors returns how many processors this process may use, as Go sees it: those of the machine, or as many as the quota of a
// container allows, rounded up, and at least two. It is asked before an engine raises GOMAXPROCS.
func Processors() int { return runtime.GOMAXPROCS(0) }
