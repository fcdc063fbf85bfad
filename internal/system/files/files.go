// Package files writes the files of commands. A file is written under another name beside its own until it is complete, and then
// renamed, so that half a file is never seen. Links are followed. Devices, pipes and standard output, which cannot be replaced,
// are written directly. One process at a time writes a file, which a lock ensures where the file system has locks. The package
// also finds the memory, threads and processors that the system grants this process.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// The suffixes of the name of a file until it is complete.
const (
	partSuffix    = ".part"
	journalSuffix = ".journal"
)

// ordinary is the mode of a new file, before the system takes away what the user's umask says.
const ordinary fs.FileMode = 0o666

// File is a file that is being written. Commit or Discard ends it; Close leaves it as it is.
type File struct {
	*os.File
	name     string      // the name until it is complete
	info     fs.FileInfo // of it
	target   string      // the name that it gets
	stream   *Stream     // if it is written directly
	unlocked bool        // its file system has no locks
	closed   bool
}

// Name returns the name that the file has.
func (f *File) Name() string {
	if f.stream != nil {
		return f.File.Name()
	}
	return f.name
}

// Unprotected returns an error, which wraps ErrNoLocks, if another process could write the file meanwhile, since its file system
// has no locks.
func (f *File) Unprotected() error {
	if !f.unlocked {
		return nil
	}
	return fmt.Errorf("%s: %w, so nothing keeps another process from writing it at the same time", f.target, ErrNoLocks)
}

// CheckNew returns an error (fs.ErrExist) if the name is taken. It is for files that must not replace others.
func CheckNew(name string) error {
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist})
	}
	return nil
}

// Create begins the file with the given name. If the name is a link, it is the file that the link leads to. A part of it that
// a killed process has left is removed; the error is ErrHeld if the process still runs. The file has the mode of the one that
// it is to replace, or that of any new file.
func Create(name string) (*File, error) {
	t, err := Find(name)
	if err != nil {
		return nil, err
	}
	return t.Create()
}

// Create is the function Create for a file that has been found.
func (t Target) Create() (*File, error) {
	if t.Direct {
		return t.open()
	}
	return t.begin(partSuffix, createPart)
}

// Continue opens the journal of the file, to add to what earlier processes have left there, or begins it. The error is ErrHeld if
// another process has it, and ErrForeign if it is not this user's alone. A file that cannot be replaced is an error.
func (t Target) Continue() (*File, error) {
	if t.Direct {
		return nil, &fs.PathError{Op: "replace", Path: t.Name, Err: errNotRegular}
	}
	return t.begin(journalSuffix, openPart)
}

// Append opens the file itself, to read it and to add to its end, or makes it. The error is ErrHeld if another process has it, and
// ErrForeign if it is not this user's alone.
func (t Target) Append() (*File, error) {
	if t.Direct {
		return nil, &fs.PathError{Op: "add to", Path: t.Name, Err: errNotRegular}
	}
	return t.begin("", openPart)
}

// Write writes the file with the given name: everything that write writes or, if it returns an error, nothing. A device or
// pipe, which cannot be replaced, gets everything up to the error.
func Write(name string, write func(f *File) error) error {
	t, err := Find(name)
	if err != nil {
		return err
	}
	return t.Write(write)
}

// Write is the function Write for a file that has been found.
func (t Target) Write(write func(f *File) error) error {
	f, err := t.Create()
	if err != nil {
		return err
	}
	return f.Fill(write)
}

// Fill writes a file that Create has made, as the function Write does.
func (f *File) Fill(write func(f *File) error) error {
	if err := write(f); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// WriteFile writes text to the file with the given name, as Write does.
func WriteFile(name string, text []byte) error {
	return Write(name, func(f *File) error {
		_, err := f.Write(text)
		return err
	})
}

// Write writes to the file.
func (f *File) Write(p []byte) (int, error) {
	if f.stream != nil {
		return f.stream.Write(p)
	}
	return f.File.Write(p)
}

// WriteString writes to the file.
func (f *File) WriteString(text string) (int, error) { return f.Write([]byte(text)) }

// Commit makes sure that the system has stored the file, and gives it its name. If that fails, the old file stays as it was. The
// new one is removed or, if it is complete and only its name cannot be had, keeps the name that it has.
func (f *File) Commit() error {
	if f.stream != nil {
		return errors.Join(f.stream.Flush(), f.Close())
	}
	err := errors.Join(keepMode(f.File, f.target), f.Sync())
	if named := checkNamed(f.info, f.name); err == nil && named != nil {
		err = &fs.PathError{Op: "rename", Path: f.name, Err: named}
	}
	if err != nil {
		return errors.Join(err, f.Discard())
	}
	if err := f.closing(func() error { return os.Rename(f.name, f.target) }); err != nil {
		return fmt.Errorf("complete, but kept as %s: %w", f.name, err)
	}
	return nil
}

// Discard removes the file. Data that was written directly stays.
func (f *File) Discard() error {
	if f.stream != nil {
		return f.Close()
	}
	if checkNamed(f.info, f.name) != nil {
		return f.Close() // the name is that of another file
	}
	return f.closing(func() error { return os.Remove(f.name) })
}

// closing calls do, which renames or removes the file, and closes it: first, where the system wants that.
func (f *File) closing(do func() error) error {
	if do() == nil {
		return f.Close()
	}
	if err := f.Close(); err != nil {
		return err
	}
	return do()
}

// Close closes the file, which stays under the name that it has. A file that is closed already is no error.
func (f *File) Close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	return f.File.Close()
}

// newMode returns the mode of a file that will get the given name: that of the file that has the name now, or that of any new
// file.
func newMode(name string) fs.FileMode {
	if mode, ok := modeOf(name); ok {
		return mode
	}
	return ordinary
}

// keepMode gives f the mode of the file with the given name, which f is to replace, if there is one. The mode that a file
// is created with is not enough: the umask may have taken away some of it.
func keepMode(f *os.File, name string) error {
	if mode, ok := modeOf(name); ok {
		return f.Chmod(mode)
	}
	return nil
}

// modeOf returns the mode of the regular file that has the name, if there is one.
func modeOf(name string) (mode fs.FileMode, ok bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	return info.Mode().Perm(), true
}
