package files

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
)

// Open opens a file for reading that a person has named. Anything but a regular file, such as a folder or a device, is an error
// at once: opening a pipe would wait for a writer.
func Open(name string) (*os.File, error) { return OpenFile(name, os.O_RDONLY, 0) }

// OpenFile is os.OpenFile for a file that a person has named. Anything but a regular file is an error, as in Open.
func OpenFile(name string, flag int, mode fs.FileMode) (*os.File, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		reason := errNotRegular
		if info.IsDir() {
			reason = errFolder
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: reason}
	}
	return os.OpenFile(name, flag, mode)
}

// ReadFile returns the content of a file that a person has named. Anything but a regular file is an error, as in Open.
func ReadFile(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // it is only read
	return io.ReadAll(f)
}

// Program returns the path of the running program. Where the system does not know it, such as Linux without /proc, the path is
// the one that a shell finds for the name of the program.
func Program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return exec.LookPath(os.Args[0])
	}
	return path, nil
}
