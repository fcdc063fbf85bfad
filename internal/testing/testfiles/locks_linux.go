package testfiles

import (
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// RefuseLocks lets the system refuse, with the given error, to lock files for this process and those that it starts, as a file
// system without locks does. It cannot be undone.
func RefuseLocks(refusal syscall.Errno) error {
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		result = unix.BPF_RET | unix.BPF_K
	)
	filter := []unix.SockFilter{
		{Code: load}, // the number of the system call
		{Code: equal, Jf: 1, K: unix.SYS_FLOCK},
		{Code: result, K: unix.SECCOMP_RET_ERRNO | uint32(refusal)},
		{Code: result, K: unix.SECCOMP_RET_ALLOW},
	}
	runtime.LockOSThread() // between both calls
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, err := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&program)))
	if err != 0 {
		return err
	}
	return nil
}
