package train

import (
	"os"

	"vertigo/internal/system/aside"
)

// replaceFile writes a file aside, makes sure that the system has stored it, and renames it to path. Whatever happens
// in between, path is either as it was or complete.
func replaceFile(path string, write func(f *os.File) error) error {
	return aside.Write(path, ".new", func(f *aside.File) error { return write(f.File) })
}
