//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package filemap

import (
	"io"
	"os"
)

// mapBytes reads the first size bytes of f, on systems without a mapping.
func mapBytes(f *os.File, size int) (bytes []byte, release func([]byte) error, err error) {
	bytes = make([]byte, size)
	if _, err := io.ReadFull(f, bytes); err != nil {
		return nil, nil, err
	}
	return bytes, nil, nil
}
