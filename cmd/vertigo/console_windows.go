package main

import (
	"syscall"
	"unsafe"
)

var consoleProcesses = syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// ownsConsole reports whether the console closes with the process, as no other process uses it: after a double click on the
// program, or when files are dropped on it.
func ownsConsole() bool {
	var processes [2]uint32
	count, _, _ := consoleProcesses.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return count == 1 // 0 without a console
}
