package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Files are the inputs that are regular files, by their names, as they were at first.
type Files map[string]fs.FileInfo

// Check returns an error for every file that is not there or is a folder, so that nothing is done before that is known. The
// arguments are those of Read.
func Check(args []string) (Files, error) {
	f, errs := Files{}, error(nil)
	for _, arg := range args {
		if arg == "-" || IsPosition(arg) {
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			err = errors.New("this is a folder")
		case err == nil && info.Mode().IsRegular():
			f[arg] = info
		}
		if reason := (*fs.PathError)(nil); errors.As(err, &reason) {
			err = reason.Err
		}
		if err != nil {
			errs = errors.Join(errs, fmt.Errorf("%s: %w", arg, err))
		}
	}
	return f, errs
}

// Changed returns the names of the files that are there and not as they were, in the order of the arguments.
func (f Files) Changed(args []string) (list []string) {
	for _, arg := range args {
		if before := f[arg]; before != nil {
			if now, err := os.Stat(arg); err == nil && differs(before, now) {
				list = append(list, arg)
			}
			delete(f, arg) // it may be named twice
		}
	}
	return list
}

// differs reports whether a file has another size or time of its last change.
func differs(before, now fs.FileInfo) bool {
	return before.Size() != now.Size() || !before.ModTime().Equal(now.ModTime())
}

var errChanged = errors.New("the file has changed while it was read")

// watched is a regular file that must not change while it is read.
type watched struct {
	*os.File
	before fs.FileInfo
}

// Read reads from the file. The error is errChanged after a change, and nothing that may come from after it is returned.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.File.Read(p)
	if now, failed := w.Stat(); failed == nil && differs(w.before, now) {
		return 0, errChanged
	}
	return n, err
}
