package files

import (
	"os"

	"golang.org/x/sys/windows"
)

// obeyControls has a console obey control characters, which those of Windows do only when they are told to. One that cannot shows
// them.
func obeyControls(f *os.File) {
	console := windows.Handle(f.Fd())
	var mode uint32
	if windows.GetConsoleMode(console, &mode) == nil {
		_ = windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}
