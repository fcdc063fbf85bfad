package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// begin opens the part of the file, whose name has the suffix, and makes sure that no other process has it: the process that
// had it before may have renamed or removed it. If the file system does not support locks, the user must take care.
func (t Target) begin(suffix string, open func(part, target string) (*os.File, error)) (*File, error) {
	part := t.Name + suffix
	for {
		f, err := open(part, t.Name)
		if errors.Is(err, errChanged) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := Lock(f); errors.Is(err, ErrHeld) {
			return nil, errors.Join(fmt.Errorf("%s: %w", part, err), f.Close())
		}
		if isNamed(f, part) {
			return &File{File: f, target: t.Name}, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// errChanged says that another process has replaced the file meanwhile.
var errChanged = errors.New("the file has changed")

// openPart opens a part that is continued, or makes it.
func openPart(part, target string) (*os.File, error) {
	if err := checkPart(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return os.OpenFile(part, os.O_RDWR|os.O_CREATE, modeOf(target)|0o200) // to be added to
}

// createPart makes a new part.
func createPart(part, target string) (*os.File, error) {
	if err := removePart(part); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, modeOf(target))
	if errors.Is(err, fs.ErrExist) {
		return nil, errChanged
	}
	return f, err
}

// removePart removes a part that a killed process has left. One that a process still writes is an error.
func removePart(part string) (err error) {
	if err := checkPart(part); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	f, err := os.Open(part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	held := errors.Is(Lock(f), ErrHeld)
	named := isNamed(f, part)
	if held || !named {
		err = f.Close()
		switch {
		case err != nil:
			return err
		case !named:
			return errChanged
		}
		return fmt.Errorf("%s: %w", part, ErrHeld)
	}
	if err = os.Remove(part); err == nil {
		return f.Close()
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Remove(part) // some systems want it closed
}

// checkPart returns an error if a part is not a regular file, and so was not left by Vertigo.
func checkPart(part string) error {
	info, err := os.Lstat(part)
	if err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "replace", Path: part, Err: errNotOrdinary}
	}
	return err
}

// isNamed reports whether the name is that of the open file.
func isNamed(f *os.File, name string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(name)
	return err == nil && os.SameFile(opened, named)
}
