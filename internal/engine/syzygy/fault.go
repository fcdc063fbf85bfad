package syzygy

import (
	"errors"
	"runtime/debug"
	"unsafe"
)

// A mapped file is not safe to read: it may be truncated by someone, be on a disk that breaks or on a share that goes
// away, and then reading it is a memory fault, which ends a Go program unless the runtime is set to panic instead.

// errRead says that a mapped file could not be read.
var errRead = errors.New("can no longer be read")

// fault is what the runtime panics with: an error that knows the address.
type fault interface {
	error
	Addr() uintptr
}

// surviveFault, deferred, turns a memory fault into a probe that fails, and leaves out the file. Before is the
// goroutine's setting to restore.
func (t *Tables) surviveFault(before bool, ok *bool) {
	debug.SetPanicOnFault(before)
	if r := recover(); r != nil {
		f, isFault := r.(fault)
		if !isFault {
			panic(r)
		}
		*ok = false
		t.leaveOutAt(f.Addr())
	}
}

// leaveOutAt leaves out the file that is mapped to the address.
func (t *Tables) leaveOutAt(address uintptr) {
	for _, f := range t.files {
		if c := f.content.Load(); c != nil {
			if first := uintptr(unsafe.Pointer(unsafe.SliceData(c.data))); address-first < uintptr(len(c.data)) {
				t.leaveOut(f, errRead)
			}
		}
	}
}

// withoutFaults calls read and turns a memory fault into an error.
func withoutFaults(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, isFault := r.(fault); !isFault {
				panic(r)
			}
			err = errRead
		}
	}()
	return read()
}
