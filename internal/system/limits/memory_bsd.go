//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package limits

import (
	"encoding/binary"
	"runtime"
	"syscall"
)

// memory returns how many bytes of memory the machine has, whether they are in use or not.
func memory(freed uint64) (bytes uint64, known bool) {
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
