package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

// Target is the file that a name leads to.
type Target struct {
	Name   string // of the file, at the end of all links
	Direct bool   // it cannot be replaced, as it is a device, a pipe or an open file, and is written directly

	open func() (*File, error) // if it is written directly
}

// mostLinks is how many links a name may lead through, as on Linux.
const mostLinks = 40

var (
	errNotRegular = errors.New("not a regular file")
	errInput      = errors.New("this command reads it")
	errFolder     = errors.New("it is a folder")
	errManyLinks  = errors.New("too many links")
	errNameless   = errors.New("the link leads to a file that has no name here")
	errDescriptor = errors.New("an open file, which cannot be replaced: give its name")
)

// descriptorFolder is a folder with links to what a process has open.
var descriptorFolder = regexp.MustCompile(`^(/dev|/proc/.+)/fd/?$`)

// Find follows the links from a name to the file that is to be written. The file need not be there.
func Find(name string) (Target, error) {
	fail := func(err error) (Target, error) { return Target{}, &fs.PathError{Op: "write", Path: name, Err: err} }
	if info, err := os.Stat(name); err == nil {
		if t, ok := directTarget(name, info); ok {
			return t, nil
		}
	}
	at := name
	for range mostLinks {
		folder, base := filepath.Split(at) // Dir would take "link/.." for the folder of the link.
		if real, err := filepath.EvalSymlinks(folder); err == nil && folder != "" {
			at = filepath.Join(real, base)
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
		case descriptorFolder.MatchString(filepath.Dir(at)):
			return fail(errDescriptor)
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

// Files returns the full names of the file, and of its part and its journal.
func (t Target) Files() (names []string) {
	if full, err := filepath.Abs(t.Name); err == nil {
		names = []string{full, full + partSuffix, full + journalSuffix}
	}
	return names
}

// CheckInputs returns an error if one of the names is that of the file, or of its part or journal: a command must not destroy
// its inputs. Names that are empty are ignored, and so are those of files that are not there, unless they are full names.
func (t Target) CheckInputs(names ...string) error {
	full, err := filepath.Abs(t.Name)
	if err != nil {
		return err
	}
	for _, suffix := range []string{"", partSuffix, journalSuffix} {
		written, missing := os.Stat(t.Name + suffix)
		for _, name := range names {
			info, err := os.Stat(name)
			same := missing == nil && written.Mode().IsRegular() && err == nil && os.SameFile(info, written)
			if same || name == full+suffix {
				return &fs.PathError{Op: "write", Path: t.Name + suffix, Err: errInput}
			}
		}
	}
	return nil
}

// judge says whether the regular file at the end of the links can be replaced.
func judge(name, at string, info fs.FileInfo) (Target, error) {
	err := errNotRegular
	switch found, missing := os.Stat(name); {
	case info.IsDir():
		err = errFolder
	case info.Mode().IsRegular() && missing == nil && os.SameFile(found, info):
		return Target{Name: at}, nil
	case info.Mode().IsRegular():
		err = errNameless
	}
	return Target{}, &fs.PathError{Op: "write", Path: name, Err: err}
}

// directTarget returns the target for a file that is written directly: standard output or error, whose other data must not be
// lost, a device, or a pipe.
func directTarget(name string, info fs.FileInfo) (t Target, ok bool) {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		known := info.Mode().IsRegular() || runtime.GOOS != "windows" // where all devices and pipes look the same
		if open, err := f.Stat(); err == nil && known && os.SameFile(open, info) {
			return Target{Name: name, Direct: true, open: func() (*File, error) {
				return &File{File: f, stream: NewStream(f), closed: true}, nil // it stays open
			}}, true
		}
	}
	return Target{Name: name, Direct: true, open: func() (*File, error) {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &File{File: f, stream: NewStream(f)}, nil
	}}, info.Mode()&(fs.ModeDevice|fs.ModeCharDevice|fs.ModeNamedPipe) != 0
}
