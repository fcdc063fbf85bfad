package syzygy

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// Fingerprint returns a number that distinguishes this set of tables from others, wherever the files lie: a hash of the name,
// the size and the stored checksum of every file, of which it reads no more than that.
func (t *Tables) Fingerprint() (uint64, error) {
	if t == nil {
		return xxhash.Sum64(nil), nil
	}
	var paths []string
	for _, f := range t.files {
		paths = append(paths, f.path)
	}
	slices.SortFunc(paths, func(a, b string) int { return cmp.Compare(filepath.Base(a), filepath.Base(b)) })
	hash := xxhash.New()
	for _, path := range paths {
		size, sum, err := storedChecksum(path)
		if err != nil {
			return 0, err
		}
		fmt.Fprintf(hash, "%s %d %x\n", filepath.Base(path), size, sum)
	}
	return hash.Sum64(), nil
}

// storedChecksum returns the size of a file in bytes and the checksum at its end.
func storedChecksum(path string) (size int64, sum [checksumSize]byte, err error) {
	f, err := files.Open(path)
	if err != nil {
		return 0, sum, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return 0, sum, err
	}
	size = info.Size()
	_, err = f.ReadAt(sum[:], size-checksumSize)
	return size, sum, err
}
