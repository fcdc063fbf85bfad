package train

import (
	"errors"
	"os"
)

// replaceFile writes a file aside, makes sure that the system has stored it, and renames it to path. Whatever happens
// in between, path is either as it was or complete.
func replaceFile(path string, write func(f *os.File) error) error {
	aside := path + ".new"
	f, err := os.Create(aside)
	if err != nil {
		return err
	}
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(aside, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(aside))
	}
	return nil
}
