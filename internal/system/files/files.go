// Package files writes the files of commands. A file is written under another name beside its own until it is complete, and
// then renamed, so that half a file is never seen. Links are followed. Devices, pipes and standard output, which cannot be
// replaced, are written at once. One process at a time writes a file.
package files

import (
	"errors"
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
	name     string      // that it has until it is complete
	info     fs.FileInfo // of it
	target   string      // the name that it gets; empty if it is written at once
	stream   *Stream     // if it is written at once
	keeps    bool        // it is not removed if it cannot get its name
	unlocked error       // why it has no lock; nil if it has one
	closed   bool
}

// Name returns the name that the file has.
func (f *File) Name() string {
	if f.stream != nil {
		return f.File.Name()
	}
	return f.name
}

// Unlocked returns why the file is not locked, nil if it is. Others do not know its name then, and only Close gives it the usual
// one, so nobody continues it after a process that was killed.
func (f *File) Unlocked() error { return f.unlocked }

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
	if t.AtOnce {
		return t.open()
	}
	return t.begin(partSuffix, createPart, Lock)
}

// Continue opens the journal of the file, to add to what earlier processes have left there, or begins it. Commit gives it the
// name of the file. The error is ErrHeld if another process has it. A file that cannot be replaced is an error.
func (t Target) Continue() (*File, error) {
	if t.AtOnce {
		return nil, &fs.PathError{Op: "replace", Path: t.Name, Err: errNotRegular}
	}
	f, err := t.begin(journalSuffix, openPart, Lock)
	if err == nil {
		f.keeps = true
	}
	return f, err
}

// Append opens the file itself, to read it and to add to its end, or makes it. The error is ErrHeld if another process has it.
func (t Target) Append() (*File, error) {
	if t.AtOnce {
		return nil, &fs.PathError{Op: "add to", Path: t.Name, Err: errNotRegular}
	}
	return t.begin("", func(name, _ string) (*os.File, error) { return os.OpenFile(name, os.O_RDWR|os.O_CREATE, ordinary) }, Lock)
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

// Commit makes sure that the system has stored the file, and gives it its name. If that fails, the old file stays as it was, and
// the new one is removed, unless it comes from Continue.
func (f *File) Commit() error {
	if f.stream != nil {
		return errors.Join(f.stream.Flush(), f.Close())
	}
	err := errors.Join(keepMode(f.File, f.target), f.Sync())
	if named := checkNamed(f.info, f.name); err == nil && named != nil {
		err = &fs.PathError{Op: "rename", Path: f.name, Err: named}
	}
	if err == nil {
		err = f.closing(func() error { return os.Rename(f.name, f.target) })
	}
	switch {
	case err == nil:
		return nil
	case f.keeps:
		return errors.Join(err, f.Close())
	}
	return errors.Join(err, f.Discard())
}

// Discard removes the file. Data that was written at once stays.
func (f *File) Discard() error {
	if f.stream != nil {
		return f.Close()
	}
	if checkNamed(f.info, f.name) != nil {
		return f.close() // the name is that of another file
	}
	return f.closing(func() error { return os.Remove(f.name) })
}

// closing calls do, which renames or removes the file, and closes it: first, where the system wants that.
func (f *File) closing(do func() error) error {
	if do() == nil {
		return f.close()
	}
	if err := f.close(); err != nil {
		return err
	}
	return do()
}

// IsClosed reports whether the file has been closed.
func (f *File) IsClosed() bool { return f.closed }

// Close closes the file, which stays under the name that it has. Without a lock, it gets the name under which Continue looks for
// it, unless there is one already. A file that is closed already is no error.
func (f *File) Close() error {
	err := f.close()
	if usual := f.target + journalSuffix; f.keeps && f.unlocked != nil && f.name != usual {
		if _, missing := os.Lstat(usual); errors.Is(missing, fs.ErrNotExist) && os.Rename(f.name, usual) == nil {
			f.name = usual
		}
	}
	return err
}

func (f *File) close() error {
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
