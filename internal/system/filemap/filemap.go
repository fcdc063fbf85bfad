// Package filemap maps whole files into memory for reading. Nothing is read until it is touched, the system's file
// cache is shared by every process that maps the same file, and files far larger than the memory can be used.
package filemap

import (
	"fmt"
	"math"
	"os"

	"vertigo/internal/system/files"
)

// File is a file in memory. Any number of goroutines may read it at once.
type File struct {
	bytes   []byte
	release func([]byte) error // unmaps the memory; nil if there is none
}

// Open maps the file with the given path. An empty file is mapped to no bytes. The error names the file. What the
// memory shows when the file changes meanwhile depends on the system. Reading a part that has been cut off is a memory
// fault.
func Open(path string) (*File, error) {
	f, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the mapping outlives the descriptor
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	switch {
	case size == 0:
		return &File{}, nil
	case size > math.MaxInt:
		return nil, &os.PathError{Op: "map", Path: path, Err: fmt.Errorf("%d bytes do not fit the address space", size)}
	}
	bytes, release, err := mapBytes(f, int(size))
	if err != nil {
		return nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return &File{bytes: bytes, release: release}, nil
}

// Bytes returns the content, which must not be written to, nor read after Close.
func (f *File) Bytes() []byte { return f.bytes }

// Close unmaps the memory. A second call does nothing.
func (f *File) Close() error {
	bytes, release := f.bytes, f.release
	f.bytes, f.release = nil, nil
	if release == nil {
		return nil
	}
	return release(bytes)
}
