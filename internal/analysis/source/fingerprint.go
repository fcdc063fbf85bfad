package source

import (
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// Fingerprint identifies the contents of an input without reading all of it: it has the size of a file and a hash of its
// beginning and end. The rest is compared line by line or game by game when an analysis is continued.
type Fingerprint struct {
	Name string `json:"name"`
	Size int64  `json:"size,omitempty"`     // in bytes; 0 if it is not a file
	Hash string `json:"xxhash64,omitempty"` // of the beginning and the end
}

// endSize is how much of the beginning and of the end of a file its fingerprint depends on, in bytes.
const endSize = 1 << 20

// Fingerprints returns the fingerprints of all inputs.
func Fingerprints(args []string) (list []Fingerprint, err error) {
	for _, arg := range args {
		one := Fingerprint{Name: arg}
		if arg != "-" && !IsPosition(arg) {
			if one.Size, one.Hash, err = hashFile(arg); err != nil {
				return nil, err
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// hashFile returns the size and the hash of a file; of anything else, such as a pipe, which can be read only once, neither.
func hashFile(name string) (size int64, sum string, err error) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return 0, "", err
	}
	f, err := files.Open(name)
	if err != nil {
		return 0, "", err
	}
	defer f.Close() // it is only read
	hash := xxhash.New()
	for _, at := range []int64{0, max(endSize, info.Size()-endSize)} {
		if _, err := io.Copy(hash, io.NewSectionReader(f, at, endSize)); err != nil {
			return 0, "", err
		}
	}
	return info.Size(), fmt.Sprintf("%016x", hash.Sum64()), nil
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
