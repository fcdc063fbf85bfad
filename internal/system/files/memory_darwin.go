package files

import "golang.org/x/sys/unix"

// memory returns how many bytes of memory the machine has, whether they are in use or not.
func memory(freed, _ uint64) (bytes uint64, known bool) {
	bytes, err := unix.SysctlUint64("hw.memsize")
	return bytes, err == nil
}
