// Package aside writes files so that nobody ever sees half of one. A file is written under another name beside its own
// until it is complete, and then takes its place.
package aside

import (
	"errors"
	"io/fs"
	"os"
)

// ordinary is the mode of a new file, before the system takes away what the user's umask says.
const ordinary fs.FileMode = 0o666

// File is a file that is being written aside. It ends with Commit or Discard.
type File struct {
	*os.File
	name string // the one it gets
}

// CheckNew returns an error (fs.ErrExist) if the name is taken. It is for files that must not replace others.
func CheckNew(name string) error {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist})
	}
	return nil
}

// Create begins the file with the given name as name+suffix, for those who cannot write it in one go. A file of that name,
// left by a process that was killed, is removed. The file has the mode of the one that it is to replace, or that of any new
// file. Nothing but an ordinary file is replaced: a device or a folder under that name is an error.
func Create(name, suffix string) (*File, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "replace", Path: name, Err: errors.New("not an ordinary file")}
	}
	aside := name + suffix
	if err := os.Remove(aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	f, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, Mode(name))
	if err != nil {
		return nil, err
	}
	return &File{File: f, name: name}, nil
}

// Write writes the file with the given name aside, as name+suffix: all that write writes or, if it returns an error, nothing.
func Write(name, suffix string, write func(f *File) error) error {
	f, err := Create(name, suffix)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// Commit makes sure that the system has stored the file, and gives it its name. If that fails, the new file is removed and
// the old one stays as it was.
func (f *File) Commit() error {
	err := errors.Join(KeepMode(f.File, f.name), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.name)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// Discard removes the file.
func (f *File) Discard() error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// Mode returns the mode of a file that will get the given name: that of the file that has the name now, or that of any new
// file.
func Mode(name string) fs.FileMode {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return info.Mode().Perm()
	}
	return ordinary
}

// KeepMode gives f the mode of the file with the given name, which f is to replace, if there is one. The mode that a file
// is created with is not enough: the umask may have taken away some of it.
func KeepMode(f *os.File, name string) error {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil // there is none to replace
	}
	return f.Chmod(info.Mode().Perm())
}
