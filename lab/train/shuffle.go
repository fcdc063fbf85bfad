package main

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
)

// A shuffler brings any number of samples into random order with little memory: each sample goes to one of many spools by chance,
// and at the end one spool after the other is read back and shuffled in memory. Every order is equally likely, and the same seed
// gives the same one.
type shuffler struct {
	rng    *rand.Rand
	folder string // of temporary files
	spools [shuffleSpools]spool
}

const (
	shuffleSpools = 256
	chunkSize     = 2048 * sampleSize
)

func newShuffler(seed uint64, folder string) *shuffler {
	return &shuffler{rng: rand.New(rand.NewPCG(seed, 1)), folder: folder}
}

// add takes a sample in.
func (s *shuffler) add(one *sample) error {
	return s.spools[s.rng.IntN(shuffleSpools)].add(one, s.folder)
}

// emit writes all samples that were added to w, in random order.
func (s *shuffler) emit(w io.Writer) error {
	var all bytes.Buffer
	for i := range s.spools {
		all.Reset()
		if err := s.spools[i].writeTo(&all); err != nil {
			return err
		}
		s.rng.Shuffle(all.Len()/sampleSize, func(i, j int) {
			a, b := (*sample)(all.Bytes()[i*sampleSize:]), (*sample)(all.Bytes()[j*sampleSize:])
			*a, *b = *b, *a
		})
		if _, err := w.Write(all.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// close removes the temporary files.
func (s *shuffler) close() (err error) {
	for i := range s.spools {
		err = errors.Join(err, s.spools[i].close())
	}
	return err
}

// spool holds samples in the order in which they came: the last ones in memory, and all full chunks in a temporary file.
type spool struct {
	chunk []byte
	file  *os.File // nil before the first full chunk
}

// add appends a sample. The temporary file is made in the folder.
func (s *spool) add(one *sample, folder string) (err error) {
	s.chunk = append(s.chunk, one[:]...)
	if len(s.chunk) < chunkSize {
		return nil
	}
	if s.file == nil {
		if s.file, err = os.CreateTemp(folder, "shuffle-*.tmp"); err != nil {
			return err
		}
	}
	_, err = s.file.Write(s.chunk)
	s.chunk = s.chunk[:0]
	return err
}

// writeTo writes all samples to w.
func (s *spool) writeTo(w io.Writer) error {
	if s.file != nil {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if _, err := io.Copy(w, s.file); err != nil {
			return err
		}
	}
	_, err := w.Write(s.chunk)
	return err
}

// close removes the temporary file.
func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}
