package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// A file of samples is a header of one page and the samples (see sample), those for training in random order first,
// those for validation after them:
//
//	header      bytes  content
//	             0..7  "VtgSmpl3", the last character being the version of the format
//	            8..15  number of samples for training
//	           16..23  number of samples for validation
//	           24..31  xxHash64 of all samples
//	           32..35  n, the length of the text
//	         36..35+n  text about the source of the samples
//	       4088..4095  xxHash64 of the bytes before
//
// Numbers are little-endian; unused bytes are 0.
const (
	samplesMagic      = "VtgSmpl3"
	samplesHeaderSize = 4096
	samplesTextAt     = 36
	maxSamplesText    = samplesHeaderSize - 8 - samplesTextAt
)

// errNotSamples says that a file does not hold samples.
var errNotSamples = errors.New("this is not a file of samples, or it is one of another version")

// sampleFile is a file of samples, mapped into memory. Any number of goroutines may use it at the same time.
type sampleFile struct {
	path string
	file *files.Mapping
	header
}

// header is the header of a file of samples, decoded.
type header struct {
	training   int    // samples to train with
	validation int    // samples held out for validation
	checksum   uint64 // xxHash64 of all samples
	info       string // about the source of the samples
}

func (h *header) encode() []byte {
	b := make([]byte, samplesHeaderSize)
	copy(b, samplesMagic)
	binary.LittleEndian.PutUint64(b[8:], uint64(h.training))
	binary.LittleEndian.PutUint64(b[16:], uint64(h.validation))
	binary.LittleEndian.PutUint64(b[24:], h.checksum)
	n := copy(b[samplesTextAt:samplesTextAt+maxSamplesText], h.info)
	binary.LittleEndian.PutUint32(b[32:], uint32(n))
	binary.LittleEndian.PutUint64(b[samplesHeaderSize-8:], xxhash.Sum64(b[:samplesHeaderSize-8]))
	return b
}

func decodeSamplesHeader(b []byte) (h header, err error) {
	if len(b) < len(samplesMagic) || string(b[:len(samplesMagic)]) != samplesMagic {
		return h, errNotSamples
	}
	if len(b) < samplesHeaderSize {
		return h, errors.New("the header is cut off")
	}
	b = b[:samplesHeaderSize]
	n := binary.LittleEndian.Uint32(b[32:])
	if xxhash.Sum64(b[:samplesHeaderSize-8]) != binary.LittleEndian.Uint64(b[samplesHeaderSize-8:]) || n > maxSamplesText {
		return h, errors.New("the header is damaged")
	}
	h.training, h.validation = int(binary.LittleEndian.Uint64(b[8:])), int(binary.LittleEndian.Uint64(b[16:]))
	h.checksum = binary.LittleEndian.Uint64(b[24:])
	h.info = string(b[samplesTextAt : samplesTextAt+n])
	return h, nil
}

// openSamples maps a file that a conversion has written. The error says why it cannot be used. The samples themselves are
// not read, see verify.
func openSamples(path string) (*sampleFile, error) {
	f, err := files.Map(path)
	if err != nil {
		return nil, err
	}
	h, err := decodeSamplesHeader(f.Bytes())
	if have := len(f.Bytes()) - samplesHeaderSize; err == nil && have != (h.training+h.validation)*sampleSize {
		err = fmt.Errorf("the file has %d bytes of samples, but its header says %d + %d samples of %d bytes",
			have, h.training, h.validation, sampleSize)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return &sampleFile{path, f, h}, nil
}

// close unmaps the file.
func (s *sampleFile) close() error { return s.file.Close() }

// verify reads all samples and compares their checksum. It may take a while.
func (s *sampleFile) verify() error {
	if xxhash.Sum64(s.file.Bytes()[samplesHeaderSize:]) != s.checksum {
		return fmt.Errorf("%s: the samples are damaged: their checksum is wrong", s.path)
	}
	return nil
}

// at returns n samples from number first on. Those for validation follow those for training.
func (s *sampleFile) at(first, n int) []byte {
	return s.file.Bytes()[samplesHeaderSize+first*sampleSize:][: n*sampleSize : n*sampleSize]
}

// runs returns n samples from number first on, as runs.
func (s *sampleFile) runs(first, n int) (runs [][]byte) {
	for at := first; at < first+n; at += runLength {
		runs = append(runs, s.at(at, min(runLength, first+n-at)))
	}
	return runs
}

// samplesWriter writes a file of samples in order. The header comes last, so that an unfinished file is not valid.
type samplesWriter struct {
	file io.WriteSeeker
	hash *xxhash.Digest
	size int // bytes of samples
}

func newSamplesWriter(f io.WriteSeeker) (*samplesWriter, error) {
	if _, err := f.Write(make([]byte, samplesHeaderSize)); err != nil {
		return nil, err
	}
	return &samplesWriter{file: f, hash: xxhash.New()}, nil
}

// Write appends samples, or a part of one.
func (w *samplesWriter) Write(samples []byte) (int, error) {
	w.size += len(samples)
	w.hash.Write(samples) // a hash takes everything
	return w.file.Write(samples)
}

// finish writes the header, of which the first training samples are for training.
func (w *samplesWriter) finish(training int, text string) error {
	if _, err := w.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	h := header{training: training, validation: w.size/sampleSize - training, checksum: w.hash.Sum64(), info: text}
	_, err := w.file.Write(h.encode())
	return err
}
