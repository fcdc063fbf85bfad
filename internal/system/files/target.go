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

// mostLinks is how many links a name may lead through, as on Linux.
const mostLinks = 40

var (
	errNotOrdinary = errors.New("not an ordinary file")
	errInput       = errors.New("this command reads it")
	errFolder      = errors.New("it is a folder")
	errManyLinks   = errors.New("too many links")
	errNameless    = errors.New("the link leads to a file that has no name here")
)

// Find follows the links from a name to the file that is to be written. The file need not be there.
func Find(name string) (Target, error) {
	fail := func(err error) (Target, error) { return Target{}, &fs.PathError{Op: "write", Path: name, Err: err} }
	at := name
	for range mostLinks {
		folder, base := filepath.Split(at) // which, unlike Dir, does not take "link/.." for the folder that has the link
		if real, err := filepath.EvalSymlinks(folder); err == nil && folder != "" {
			at = filepath.Join(real, base)
		}
		if number, ok := descriptor(at); ok {
			return Target{Name: at, AtOnce: true, open: func() (*File, error) { return openDescriptor(number) }}, nil
		}
		info, err := os.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if _, err := os.Stat(name); err == nil {
				return fail(errNameless)
			}
			return Target{Name: at}, nil
		case err != nil:
			return Target{}, err
		case info.Mode()&fs.ModeSymlink == 0:
			return judge(name, at, info)
		}
		link, err := os.Readlink(at)
		if err != nil {
			return Target{}, err
		}
		if !filepath.IsAbs(link) {
			folder, _ := filepath.Split(at)
			link = folder + link
		}
		at = link
	}
	return fail(errManyLinks)
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

// judge decides how to write the file at the end of the links.
func judge(name, at string, info fs.FileInfo) (Target, error) {
	fail := func(err error) (Target, error) { return Target{}, &fs.PathError{Op: "write", Path: name, Err: err} }
	switch mode := info.Mode(); {
	case mode.IsDir():
		return fail(errFolder)
	case mode&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe) != 0:
		return Target{Name: at, AtOnce: true, open: func() (*File, error) {
			f, err := os.OpenFile(at, os.O_WRONLY, 0)
			return atOnce(f), err
		}}, nil
	case !mode.IsRegular():
		return fail(errNotOrdinary)
	}
	if found, err := os.Stat(name); err != nil || !os.SameFile(found, info) {
		return fail(errNameless)
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} { // data of other writers must not be lost
		if open, err := f.Stat(); err == nil && os.SameFile(open, info) {
			return Target{Name: at, AtOnce: true, open: func() (*File, error) { return standard(f), nil }}, nil
		}
	}
	return Target{Name: at}, nil
}

// atOnce returns a file that is written at once, nil for nil.
func atOnce(f *os.File) *File {
	if f == nil {
		return nil
	}
	return &File{File: f, stream: NewStream(f)}
}

// standard returns standard output or error as a file that is written at once. It stays open.
func standard(f *os.File) *File {
	file := atOnce(f)
	file.closed = true
	return file
}

// openDescriptor opens the file that the process has open under that number.
func openDescriptor(number int) (*File, error) {
	switch number {
	case 1:
		return standard(os.Stdout), nil
	case 2:
		return standard(os.Stderr), nil
	}
	f, err := duplicate(number)
	return atOnce(f), err
}
