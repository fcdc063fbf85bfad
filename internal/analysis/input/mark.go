package input

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// Mark identifies the contents of an input without reading all of it: it has the size of a file and a hash of its
// beginning and end. The rest is compared line by line or game by game when an analysis is continued.
type Mark struct {
	Name string `json:"name"`
	Size int64  `json:"size,omitempty"`     // in bytes; 0 if it is not a file
	Hash string `json:"xxhash64,omitempty"` // of the beginning and the end
}

// markSize is how much of the beginning and of the end of a file its mark depends on, in bytes.
const markSize = 1 << 20

// Marks returns the marks of all inputs.
func Marks(args []string) (marks []Mark, err error) {
	for _, arg := range args {
		mark := Mark{Name: arg}
		if arg != "-" && !IsPosition(arg) {
			if mark, err = markFile(arg); err != nil {
				return nil, err
			}
		}
		marks = append(marks, mark)
	}
	return marks, nil
}

// markFile returns the mark of a file.
func markFile(name string) (mark Mark, err error) {
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
	for _, at := range []int64{0, max(markSize, size-markSize)} {
		if _, err := io.Copy(hash, io.NewSectionReader(f, at, markSize)); err != nil {
			return mark, err
		}
	}
	mark.Size, mark.Hash = size, fmt.Sprintf("%016x", hash.Sum64())
	return mark, nil
}

// Size returns the bytes of all inputs, 0 if one of them is no file, such as a pipe.
func Size(args []string) (size int64) {
	for _, arg := range args {
		if IsPosition(arg) {
			size += int64(len(arg))
			continue
		}
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() {
			return 0
		}
		size += info.Size()
	}
	return size
}
