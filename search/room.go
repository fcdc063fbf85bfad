package search

import (
	"fmt"
	"unsafe"
)

// MaxThreads is the greatest number of threads a Engine accepts.
const MaxThreads = 1024

// MaxHash is the size in MiB up to which a table may be asked for. Whether there is so much memory is another question.
const MaxHash = 1 << 20

// threadMemory is about how many bytes a thread takes: what it has learned, its line of play, its evaluator and stacks.
const threadMemory = uint64(unsafe.Sizeof(thread{})+unsafe.Sizeof(histories{})+unsafe.Sizeof(corrHistories{})) + 1<<20

// memoryForThreads returns an error if room bytes are too few for n threads where had are there.
func memoryForThreads(n, had int, room uint64) error {
	if need := uint64(max(n-had, 0)) * threadMemory; need > room {
		return fmt.Errorf("no memory for %d threads, which take %d MiB: %d MiB are available", n, need>>20, room>>20)
	}
	return nil
}

// spareThreads is how many threads of the operating system a program needs beside those that search: for input and output,
// and for what Go does in the background.
const spareThreads = 8

// RoomForThreads returns an error if the system does not let this process have n threads that search, by all engines together.
// Go ends a program that is refused a thread, so the limits are looked up first. One thread is always tried.
func RoomForThreads(n int) error {
	if most, because := osThreads(); n > max(most-spareThreads, 1) {
		return fmt.Errorf("no room for %d threads: %s leaves room for %d", n, because, max(most-spareThreads, 1))
	}
	return nil
}
