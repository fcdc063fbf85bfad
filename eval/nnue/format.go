package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
)

// A network file is, all numbers being little-endian,
//
//	offset  bytes
//	     0      8  magic
//	     8      4  version of the format
//	    12      4  hidden neurons, H
//	    16      4  output buckets, B
//	    20      4  centipawns that an output of 1 means
//	    24      4  length of the card, I
//	    28      …  feature weights, int8 [5632][H]
//	     …      …  feature biases, int16 [H]
//	     …      …  output weights, int16 [B][2][H]
//	     …      …  output biases, int32 [B]
//	     …      I  card, UTF-8
//	     …      8  xxHash64 with seed 0 of all bytes before
//
// and nothing after.
const (
	magic         = "VERTINET"
	formatVersion = 8
	headerSize    = 28
	checksumSize  = 8
)

// header is the fixed beginning of a network file after the magic.
type header struct {
	Version, Hidden, Buckets, Scale, Info uint32
}

// size returns the length of the whole file in bytes.
func (h *header) size() int64 {
	hidden, buckets := int64(h.Hidden), int64(h.Buckets)
	weights := FeatureCount*hidden + 2*(hidden+buckets*2*hidden) + 4*buckets
	return headerSize + weights + int64(h.Info) + checksumSize
}

// ErrNotNetwork says that a file does not begin like a network.
var ErrNotNetwork = errors.New("this is not a network of Vertigo")

// Read reads a network file to its end. The error says what is wrong with it: not a network, another version, an
// impossible shape, a length that does not fit the header, a wrong checksum, weights that Validate refuses. A network
// that is returned is complete and safe to evaluate with.
func Read(r io.Reader) (*Network, error) {
	var start [headerSize]byte
	got, err := io.ReadFull(r, start[:])
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, fmt.Errorf("network file: %w", err)
	}
	if got < len(magic) || string(start[:len(magic)]) != magic {
		return nil, fmt.Errorf("network file: %w", ErrNotNetwork)
	}
	if got < headerSize {
		return nil, fmt.Errorf("network file: truncated: it ends after %d bytes, within its header", got)
	}
	h, err := parseHeader(start[len(magic):])
	if err != nil {
		return nil, fmt.Errorf("network file: %w", err)
	}
	rest := h.size() - headerSize
	body, err := io.ReadAll(io.LimitReader(r, rest+1)) // grows with what is there, whatever the header claims
	if err != nil {
		return nil, fmt.Errorf("network file: %w", err)
	}
	switch n := int64(len(body)); {
	case n < rest:
		return nil, fmt.Errorf("network file: truncated: it ends after %d of %d bytes", headerSize+n, h.size())
	case n > rest:
		return nil, fmt.Errorf("network file: wrong size: it is longer than the %d bytes that its header gives", h.size())
	}
	content, sum := body[:rest-checksumSize], binary.LittleEndian.Uint64(body[rest-checksumSize:])
	hash := xxhash.New()
	hash.Write(start[:]) // a hash takes everything
	hash.Write(content)
	if hash.Sum64() != sum {
		return nil, fmt.Errorf("network file: corrupt: checksum %016x, want %016x", hash.Sum64(), sum)
	}
	n, err := decode(h, content)
	if err != nil {
		return nil, fmt.Errorf("network file: %w", err)
	}
	return n, nil
}

// parseHeader reads what follows the magic and refuses what this version of the program cannot use.
func parseHeader(b []byte) (*header, error) {
	var h header
	if _, err := binary.Decode(b, binary.LittleEndian, &h); err != nil {
		return nil, err
	}
	if h.Version != formatVersion {
		return nil, fmt.Errorf("format version %d; this program reads version %d", h.Version, formatVersion)
	}
	// Sizes beyond the limits are cut off just beyond, so that they stay impossible as an int of any width.
	if err := checkSizes(int(min(h.Hidden, MaxHidden+1)), int(min(h.Buckets, MaxBuckets+1))); err != nil {
		return nil, err
	}
	if err := checkScale(int(min(h.Scale, LargestScale+1))); err != nil {
		return nil, err
	}
	if h.Info > MaxInfo {
		return nil, fmt.Errorf("network card of %d bytes, at most %d are allowed", h.Info, MaxInfo)
	}
	return &h, nil
}

// decode builds the network from the bytes between header and checksum, which have the right number.
func decode(h *header, content []byte) (*Network, error) {
	n := NewNetwork(int(h.Hidden), int(h.Buckets))
	n.Scale = int(h.Scale)
	for i := range n.FeatureWeights { // binary.Decode panics if more bytes follow
		n.FeatureWeights[i] = int8(content[i])
	}
	content = content[len(n.FeatureWeights):]
	for _, part := range []any{n.FeatureBias, n.OutputWeights, n.OutputBias} {
		used, err := binary.Decode(content, binary.LittleEndian, part)
		if err != nil {
			return nil, err
		}
		content = content[used:]
	}
	n.Info = string(content)
	return n, n.Validate()
}

// Write writes n as a network file that Read accepts. A network that Validate refuses is not written.
func (n *Network) Write(w io.Writer) error {
	if err := n.Validate(); err != nil {
		return err
	}
	content, err := n.encode()
	if err != nil {
		return err
	}
	_, err = w.Write(binary.LittleEndian.AppendUint64(content, xxhash.Sum64(content)))
	return err
}

// encode returns the network file without the checksum at its end.
func (n *Network) encode() ([]byte, error) {
	h := header{formatVersion, uint32(n.Hidden), uint32(n.Buckets), uint32(n.Scale), uint32(len(n.Info))}
	var file bytes.Buffer
	file.Grow(int(h.size()))
	file.WriteString(magic)
	for _, part := range []any{h, n.FeatureWeights, n.FeatureBias, n.OutputWeights, n.OutputBias, []byte(n.Info)} {
		if err := binary.Write(&file, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return file.Bytes(), nil
}

// String names the network by its shape and the checksum of its file, for people and reports: two networks have the same
// name only if they are the same.
func (n *Network) String() string {
	content, err := n.encode()
	if err != nil {
		return "network: " + err.Error() // writing to memory does not fail
	}
	return fmt.Sprintf("%dx%dx2-%d-%016x", FeatureCount, n.Hidden, n.Buckets, xxhash.Sum64(content))
}
