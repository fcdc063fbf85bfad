package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Target is the file that a name leads to.
type Target struct {
	Name   string // of the file, at the end of all links
	AtOnce bool   // it cannot be replaced, as it is a device, a pipe or an open file, and is written at once

	open func() (*File, error) // if it is written at once
}

var (
	errNotOrdinary = errors.New("not an ordinary file")
	errInput       = errors.New("this command reads it")
	errFolder      = errors.New("it is a folder")
	errNameless    = errors.New("the link leads to a file that has no name here")
	errDangling    = errors.New("the link leads to no file")
)

// Find follows the links from a name to the file that is to be written. The file need not be there, unless a link leads to it.
func Find(name string) (Target, error) {
	fail := func(err error) (Target, error) { return Target{}, &fs.PathError{Op: "write", Path: name, Err: err} }
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(name); err == nil {
			return fail(errDangling)
		}
		return Target{Name: name}, nil
	}
	if err != nil {
		return Target{}, err
	}
	if t, ok := atOnceTarget(name, info); ok {
		return t, nil
	}
	if info.IsDir() {
		return fail(errFolder)
	}
	if !info.Mode().IsRegular() {
		return fail(errNotOrdinary)
	}
	end, err := filepath.EvalSymlinks(name)
	if err != nil {
		return fail(errNameless)
	}
	if found, err := os.Lstat(end); err != nil || !os.SameFile(found, info) {
		return fail(errNameless)
	}
	return Target{Name: end}, nil
}

// CheckInputs returns an error if one of the names is that of the file, or of its part or journal: a command must not destroy
// its inputs. Names that are empty are ignored, and so are those of files that are not there, unless they are full names.
func (t Target) CheckInputs(names ...string) error {
	full, err := filepath.Abs(t.Name)
	if err != nil {
		return err
	}
	for _, suffix := range []string{"", partSuffix, journalSuffix} {
		own, missing := os.Stat(t.Name + suffix)
		for _, name := range names {
			info, err := os.Stat(name)
			same := missing == nil && own.Mode().IsRegular() && err == nil && os.SameFile(info, own)
			if same || name == full+suffix {
				return &fs.PathError{Op: "write", Path: t.Name + suffix, Err: errInput}
			}
		}
	}
	return nil
}

// atOnceTarget returns the target for a file that is written at once: standard output or error, whose other data must not be lost, a
// device, or a pipe.
func atOnceTarget(name string, info fs.FileInfo) (t Target, ok bool) {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := f.Stat(); err == nil && os.SameFile(open, info) {
			return Target{Name: name, AtOnce: true, open: func() (*File, error) {
				return &File{File: f, stream: NewStream(f), closed: true}, nil // it stays open
			}}, true
		}
	}
	return Target{Name: name, AtOnce: true, open: func() (*File, error) {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f, stream: NewStream(f)}, nil
	}}, info.Mode()&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe) != 0
}
