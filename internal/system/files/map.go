package files

import "os"

// Mapping is a file that is mapped into memory for reading. Nothing is read until it is touched, processes that map the same file
// share the system's cache of it, and files far larger than the memory can be used. Any number of goroutines may read it at once.
type Mapping struct {
	bytes   []byte
	release func([]byte) error // unmaps the memory; nil if there is none
}

// Map maps the file with the given path. An empty file is mapped to no bytes. The error names the file. What the
// memory shows when the file changes meanwhile depends on the system. Reading a part that has been cut off is a memory
// fault.
func Map(path string) (*Mapping, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // the mapping outlives the descriptor
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return &Mapping{}, nil
	}
	bytes, release, err := mapBytes(f, int(info.Size()))
	if err != nil {
		return nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return &Mapping{bytes: bytes, release: release}, nil
}

// Bytes returns the content, which must not be written to, nor read after Close.
func (m *Mapping) Bytes() []byte { return m.bytes }

// Close unmaps the memory. A second call does nothing.
func (m *Mapping) Close() error {
	bytes, release := m.bytes, m.release
	m.bytes, m.release = nil, nil
	if release == nil {
		return nil
	}
	return release(bytes)
}
