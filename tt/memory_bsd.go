//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package tt

import (
	"encoding/binary"
	"runtime"
	"syscall"
)

// adviseHugePages does nothing: these systems promote aligned memory to large pages by themselves, or not at all.
func adviseHugePages([]byte) {}

// availableMemory returns how many bytes of memory the machine has. It does not take into account what is in
// use, so the number of freed bytes does not matter.
func availableMemory(freed uint64) (bytes uint64, known bool) {
	name := "hw.physmem"
	switch runtime.GOOS {
	case "darwin", "ios":
		name = "hw.memsize"
	case "netbsd":
		name = "hw.physmem64"
	}
	text, err := syscall.Sysctl(name)
	if err != nil {
		return 0, false
	}
	// The number arrives as its bytes, of which Sysctl drops a zero at the end, taking it for that of a string.
	var number [8]byte
	copy(number[:], text)
	return binary.NativeEndian.Uint64(number[:]), true
}
