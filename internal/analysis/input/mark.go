package input

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// Mark tells whether an input is still the same without reading all of it: a long file is known by its size, its
// beginning and its end. What lies between is compared line by line or game by game when an analysis is continued.
type Mark struct {
	Name string `json:"name"`
	Size int64  `json:"size,omitempty"`     // in bytes; 0 for anything but a file
	Hash string `json:"xxhash64,omitempty"` // of the beginning and the end
}

// markSize is how much of the beginning and of the end of a file is looked at, in bytes, and marksSize how much at most of the
// beginnings of all files: whoever reads a small part of many files should not read all of them.
const (
	markSize  = 1 << 20
	marksSize = 32 << 20
)

// Marks returns the marks of all inputs.
func Marks(args []string) (marks []Mark, err error) {
	size := int64(min(markSize, marksSize/max(1, len(args))))
	for _, arg := range args {
		mark := Mark{Name: arg}
		if arg != "-" && !IsPosition(arg) {
			if mark, err = markFile(arg, size); err != nil {
				return nil, err
			}
		}
		marks = append(marks, mark)
	}
	return marks, nil
}

// markFile returns the mark of a file, of whose beginning and end so many bytes are looked at.
func markFile(name string, length int64) (mark Mark, err error) {
	mark.Name = name
	info, err := os.Stat(name)
	if err != nil {
		return mark, err
	}
	if !info.Mode().IsRegular() { // a pipe can be read only once
		return mark, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return mark, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	hash := xxhash.New()
	size := info.Size()
	for _, at := range []int64{0, max(length, size-length)} {
		if _, err := io.Copy(hash, io.NewSectionReader(f, at, length)); err != nil {
			return mark, err
		}
	}
	mark.Size, mark.Hash = size, fmt.Sprintf("%016x", hash.Sum64())
	return mark, nil
}

// Size returns the bytes of all inputs, 0 if one of them is no file, such as a pipe.
func Size(args []string) (size int64) {
	for _, arg := range args {
		n, err := sizeOf(arg)
		if err != nil {
			return 0
		}
		size += n
	}
	return size
}

// errNoFile tells that an input can be read only from its beginning to its end, and once.
var errNoFile = errors.New("it is no ordinary file")

// sizeOf returns the bytes of a file, or of a position.
func sizeOf(arg string) (int64, error) {
	switch {
	case IsPosition(arg):
		return int64(len(arg)), nil
	case arg == "-":
		return 0, errNoFile
	}
	info, err := os.Stat(arg)
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s: %w", arg, errNoFile)
	}
	return info.Size(), nil
}
