package train

import (
	"errors"
	"os"

	"vertigo/internal/system/aside"
)

// replaceFile writes a file aside, makes sure that the system has stored it, and renames it to path. Whatever happens
// in between, path is either as it was or complete.
func replaceFile(path string, write func(f *os.File) error) error {
	f, err := aside.Create(path, ".new")
	if err != nil {
		return err
	}
	if err = write(f.File); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}
