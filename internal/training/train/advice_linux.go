package train

import (
	"os"
	"syscall"
	"unsafe"
)

// willNeed asks the system to begin reading a part of a mapped file, and returns at once. It is advice: that it was not
// taken changes no result.
func willNeed(part []byte) {
	skip := int(uintptr(unsafe.Pointer(unsafe.SliceData(part))) & uintptr(os.Getpagesize()-1))
	whole := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(part)), -skip)), len(part)+skip)
	_ = syscall.Madvise(whole, syscall.MADV_WILLNEED)
}
