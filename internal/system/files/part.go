package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// errChanged says that another process has replaced or removed the file meanwhile.
var errChanged = errors.New("another process has replaced it")

// begin opens the part of the file, whose name has the suffix, or makes it, and locks it, so that no other process writes it. A fresh
// part is empty.
func (t Target) begin(suffix string, fresh bool, lock func(*os.File) error) (f *File, err error) {
	part, mode := t.Name+suffix, modeOf(t.Name)|0o200
	if info, err := os.Lstat(part); err == nil && !info.Mode().IsRegular() { // it was not left by Vertigo
		return nil, &fs.PathError{Op: "replace", Path: part, Err: errNotOrdinary}
	}
	f = &File{name: part, target: t.Name}
	if f.File, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE, mode); err != nil {
		return nil, err
	}
	switch err = lock(f.File); {
	case errors.Is(err, ErrHeld):
	case err != nil && fresh: // there are no locks here, so another process may still write the part, which loses its name
		if err = errors.Join(f.File.Close(), os.Remove(part)); err == nil {
			f.File, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		}
	default:
		err = nil
	}
	if err == nil {
		f.info, err = f.Stat()
	}
	if err == nil {
		err = checkNamed(f.info, part) // the process that had it before may have renamed or removed it
	}
	if err == nil && fresh {
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", part, err), f.Close())
	}
	return f, nil
}

// checkNamed returns errChanged if the name is not that of the file any more.
func checkNamed(file fs.FileInfo, name string) error {
	named, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(file, named) {
		return errChanged
	}
	return err
}
