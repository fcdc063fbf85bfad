package train

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
)

// A shuffler brings any number of samples into random order with little memory: each sample goes to one of many
// buckets by chance, buckets spill to one scratch file in chunks, and at the end one bucket after the other is read
// back and shuffled in memory. Every order is equally likely, and the same seed gives the same one. The memory taken
// is that of one chunk per bucket while samples come in, and that of the largest bucket at the end.
type shuffler struct {
	rng     *rand.Rand
	folder  string   // of the scratch file
	scratch *os.File // nil as long as everything fits into the chunks
	end     int64    // of the scratch file
	buckets [shuffleBuckets]bucket
}

const (
	shuffleBuckets = 256
	chunkSize      = 2048 * sampleSize
)

// bucket is a set of samples in the order in which they came.
type bucket struct {
	spilled []int64 // where in the scratch file its full chunks begin
	chunk   []byte  // the chunk being filled
}

func newShuffler(seed uint64, folder string) *shuffler {
	return &shuffler{rng: rand.New(rand.NewPCG(seed, 1)), folder: folder}
}

// add puts a sample into a random bucket.
func (s *shuffler) add(one *sample) error { return s.put(&s.buckets[s.rng.IntN(shuffleBuckets)], one) }

// put appends a sample to a bucket.
func (s *shuffler) put(b *bucket, one *sample) error {
	if b.chunk == nil {
		b.chunk = make([]byte, 0, chunkSize)
	}
	b.chunk = append(b.chunk, one[:]...)
	if len(b.chunk) < chunkSize {
		return nil
	}
	if s.scratch == nil {
		f, err := os.CreateTemp(s.folder, "shuffle-*.tmp")
		if err != nil {
			return err
		}
		s.scratch = f
	}
	if _, err := s.scratch.WriteAt(b.chunk, s.end); err != nil {
		return err
	}
	b.spilled = append(b.spilled, s.end)
	s.end += chunkSize
	b.chunk = b.chunk[:0]
	return nil
}

// emit writes all samples that were added to w, in random order.
func (s *shuffler) emit(w io.Writer) error {
	var all []byte
	for i := range s.buckets {
		b := &s.buckets[i]
		all = all[:0]
		err := s.read(b, func(chunk []byte) error {
			all = append(all, chunk...)
			return nil
		})
		if err != nil {
			return err
		}
		s.rng.Shuffle(len(all)/sampleSize, func(i, j int) {
			a, b := (*sample)(all[i*sampleSize:]), (*sample)(all[j*sampleSize:])
			*a, *b = *b, *a
		})
		if _, err := w.Write(all); err != nil {
			return err
		}
		*b = bucket{}
	}
	return nil
}

// read hands out the samples of a bucket in the order in which they came, in pieces that are valid until visit returns.
func (s *shuffler) read(b *bucket, visit func(chunk []byte) error) error {
	if len(b.spilled) > 0 {
		chunk := make([]byte, chunkSize)
		for _, at := range b.spilled {
			if _, err := s.scratch.ReadAt(chunk, at); err != nil {
				return err
			}
			if err := visit(chunk); err != nil {
				return err
			}
		}
	}
	return visit(b.chunk)
}

// close removes the scratch file.
func (s *shuffler) close() error {
	if s.scratch == nil {
		return nil
	}
	err := errors.Join(s.scratch.Close(), os.Remove(s.scratch.Name()))
	s.scratch = nil
	return err
}
