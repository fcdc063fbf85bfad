// Package limits finds the memory and processors that the system grants this process. The limits are those of the machine
// and of the Linux control groups around the process, which containers set.
package limits

import "runtime"

// Memory returns how many bytes this process could take once it has given back freed bytes. If known is false, the system does
// not say.
func Memory(freed uint64) (bytes uint64, known bool) { return memory(freed) }

// Processors returns how many processors this process may use, as Go sees it: those of the machine, or as many as the quota of a
// container allows, rounded up, and at least two. It is asked before an engine raises GOMAXPROCS.
func Processors() int { return runtime.GOMAXPROCS(0) }
