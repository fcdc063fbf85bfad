package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrHeld says that the file belongs to another process, or to another open file of this one.
var ErrHeld = errors.New("another process is writing it")

// ErrNoLocks says that the file system has no locks, as some network file systems do.
var ErrNoLocks = errors.New("files cannot be locked there")

// ErrForeign says that a file that is continued is not this user's alone: others could change it at any time, or what has another
// name would change.
var ErrForeign = errors.New("it belongs to another user, or has several names; remove it, or write another file")

// errChanged says that another process has replaced or removed the file meanwhile.
var errChanged = errors.New("another process has replaced it")

// attempts is how often a process tries to get a part that others replace meanwhile.
const attempts = 100

// begin opens the part of the file, whose name has the suffix, and makes sure that no other process has it. Open also reports
// whether it has made the part, which is removed again if that fails.
func (t Target) begin(suffix string, open func(part, target string) (f *os.File, made bool, err error)) (*File, error) {
	part := t.Name + suffix
	for range attempts {
		opened, made, err := open(part, t.Name)
		if err == nil {
			f := &File{File: opened, name: part, target: t.Name}
			if err = f.claim(); err == nil {
				return f, nil
			}
			end := f.Close
			if made && !errors.Is(err, ErrHeld) {
				end = f.Discard
			}
			err = errors.Join(err, end())
		}
		if !errors.Is(err, errChanged) {
			return nil, err
		}
	}
	return nil, &fs.PathError{Op: "write", Path: part, Err: errChanged}
}

// claim locks the file, if its file system has locks, and makes sure that the process that had it before has not renamed or removed
// it.
func (f *File) claim() (err error) {
	if f.info, err = f.Stat(); err != nil {
		return err
	}
	err = Lock(f.File)
	if f.unlocked = errors.Is(err, ErrNoLocks); err != nil && !f.unlocked {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	return checkNamed(f.info, f.name)
}

// openPart opens a part that is continued, or makes it.
func openPart(part, target string) (f *os.File, made bool, err error) {
	if err := checkPart(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	f, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, newMode(target)|0o200) // to be added to
	if !errors.Is(err, fs.ErrExist) {
		return f, true, err
	}
	if f, err = os.OpenFile(part, os.O_RDWR, 0); errors.Is(err, fs.ErrNotExist) {
		return nil, false, errChanged
	} else if err != nil {
		return nil, false, err
	}
	info, err := f.Stat()
	if err == nil && !isOwn(info, part) {
		err = &fs.PathError{Op: "continue", Path: part, Err: ErrForeign}
	}
	if err != nil {
		return nil, false, errors.Join(err, f.Close())
	}
	return f, false, nil
}

// isOwn reports whether a part has no other name and belongs to the user of this process, or to whom its file system gives the
// files that this process makes: on some network file systems, that is another user.
func isOwn(info fs.FileInfo, part string) bool {
	owner, names := ownership(info)
	if names != 1 || owner == os.Geteuid() {
		return names == 1
	}
	made, err := os.CreateTemp(filepath.Dir(part), filepath.Base(part)+".*")
	if err != nil {
		return false
	}
	defer os.Remove(made.Name()) // it is empty
	defer made.Close()
	info, err = made.Stat()
	if err != nil {
		return false
	}
	maker, _ := ownership(info)
	return owner == maker
}

// createPart makes a new part.
func createPart(part, target string) (f *os.File, made bool, err error) {
	if err := removePart(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	f, err = os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, newMode(target))
	if errors.Is(err, fs.ErrExist) {
		return nil, false, errChanged
	}
	return f, true, err
}

// removePart removes a part that a killed process has left. One that a process still writes is an error.
func removePart(part string) error {
	if err := checkPart(part); err != nil {
		return err
	}
	opened, err := os.OpenFile(part, os.O_RDWR, 0) // network file systems lock no other
	if errors.Is(err, fs.ErrPermission) {
		opened, err = os.Open(part)
	}
	if err != nil {
		return err
	}
	left := &File{File: opened, name: part}
	if err := left.claim(); err != nil {
		return errors.Join(err, left.Close())
	}
	return left.Discard()
}

// checkPart returns an error if a part is not a regular file, and so was not left by Vertigo.
func checkPart(part string) error {
	info, err := os.Lstat(part)
	if err == nil && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "replace", Path: part, Err: errNotRegular}
	}
	return err
}

// checkNamed returns errChanged if the name is not that of the file any more.
func checkNamed(file fs.FileInfo, name string) error {
	named, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(file, named) {
		return errChanged
	}
	return err
}
