package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// stat returns what the system knows of the file that an argument names, nil if it names none.
func stat(arg string) (fs.FileInfo, error) {
	if arg == "-" || IsPosition(arg) {
		return nil, nil
	}
	return os.Stat(arg)
}

// ReadOnce reports whether an argument is an input that is gone when it has been read: standard input, a pipe or a device.
func ReadOnce(arg string) bool {
	info, err := stat(arg)
	return arg == "-" || err == nil && info != nil && !info.Mode().IsRegular()
}

// Check returns an error for every file that is not there or is a folder, so that nothing is done before that is known. The
// arguments are those of NewReader.
func Check(args []string) (Inputs, error) {
	in, errs := Inputs{args: args, files: map[string]fs.FileInfo{}}, error(nil)
	for _, arg := range args {
		info, err := stat(arg)
		switch {
		case err != nil || info == nil:
		case info.IsDir():
			err = errors.New("this is a folder")
		case info.Mode().IsRegular():
			in.files[arg] = info
		}
		if reason := (*fs.PathError)(nil); errors.As(err, &reason) {
			err = reason.Err
		}
		if err != nil {
			errs = errors.Join(errs, fmt.Errorf("%s: %w", arg, err))
		}
	}
	return in, errs
}

// changed returns the names of the files that are there and not as they were, in the order of the arguments.
func (in *Inputs) changed() (list []string) {
	for _, arg := range in.args {
		if before := in.files[arg]; before != nil {
			if now, err := os.Stat(arg); err == nil && differs(before, now) {
				list = append(list, arg)
			}
			delete(in.files, arg) // it may be named twice
		}
	}
	return list
}

// differs reports whether a file has another size or time of its last change.
func differs(before, now fs.FileInfo) bool {
	return before.Size() != now.Size() || !before.ModTime().Equal(now.ModTime())
}

// ErrChanged says that a file is not as it was when it was opened.
var ErrChanged = errors.New("the file changed while it was read")

// watched is a regular file that must not change while it is read.
type watched struct {
	*os.File
	before fs.FileInfo
}

// Read reads from the file. The error is ErrChanged after a change, and nothing that may come from after it is returned.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.File.Read(p)
	if now, failed := w.Stat(); failed == nil && differs(w.before, now) {
		return 0, ErrChanged
	}
	return n, err
}

// Fingerprint identifies the contents of an input.
type Fingerprint struct {
	Name string `json:"name"`
	Size int64  `json:"size,omitempty"`     // in bytes; 0 if it is not a file
	Hash string `json:"xxhash64,omitempty"` // of a file
}

// Fingerprints returns the fingerprints of all inputs. Of a pipe, which can be read only once, it is the name.
func Fingerprints(args []string) (list []Fingerprint, err error) {
	for _, arg := range args {
		one := Fingerprint{Name: arg}
		info, err := stat(arg)
		if err == nil && info != nil && info.Mode().IsRegular() {
			one.Size = info.Size()
			one.Hash, err = hashFile(arg)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func hashFile(name string) (string, error) {
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() // it is only read
	hash := xxhash.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%016x", hash.Sum64()), nil
}

// Size returns the bytes of all inputs, 0 if one of them is no file, such as a pipe.
func Size(args []string) (size int64) {
	for _, arg := range args {
		if IsPosition(arg) {
			size += int64(len(arg))
			continue
		}
		info, err := stat(arg)
		if err != nil || info == nil || !info.Mode().IsRegular() {
			return 0
		}
		size += info.Size()
	}
	return size
}
