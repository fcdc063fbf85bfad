package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"github.com/cespare/xxhash/v2"

	"vertigo/internal/system/files"
)

// A checkpoint is everything that a training needs to go on as if it had not been interrupted:
//
//	bytes  content
//	 0..7  "VtgTrai1", the last character being the version of the format
//	8..11  n, the length of the text
//	  n    state as JSON
//	    …  parameters, momentum, variance: float32 in the order of the layout
//	    8  xxHash64 of all bytes before
//
// Numbers are little-endian.
const (
	checkpointMagic = "VtgTrai1"
	maxStateSize    = 1 << 26
)

// state is the state of a training besides its parameters and moments.
type state struct {
	Settings settings

	SamplesChecksum uint64
	Training        int // samples
	Validation      int // samples

	Batches      int          // steps taken; the place in the data follows from it
	Superbatches []superbatch // finished ones

	SuperSum   float64 // training losses since the last superbatch
	SuperCount int
}

// superbatch is a line of the table in a network's card.
type superbatch struct {
	Training   float64 // mean loss over the superbatch
	Validation float64 // loss at its end; 0 without samples for validation
	Score      float64 // the same with the scores alone as targets
	Result     float64 // the same with the results alone as targets
	Rate       float64 // learning rate at its end
}

// writeCheckpoint writes a checkpoint.
func writeCheckpoint(w io.Writer, s *state, t *trainer) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	hash := xxhash.New()
	buffered := bufio.NewWriterSize(w, 1<<20)
	both := io.MultiWriter(buffered, hash)
	head := binary.LittleEndian.AppendUint32([]byte(checkpointMagic), uint32(len(text)))
	if _, err := both.Write(append(head, text...)); err != nil {
		return err
	}
	for _, floats := range [][]float32{t.parameters, t.momentum, t.variance} {
		if err := binary.Write(both, binary.LittleEndian, floats); err != nil {
			return err
		}
	}
	if _, err := buffered.Write(binary.LittleEndian.AppendUint64(nil, hash.Sum64())); err != nil {
		return err
	}
	return buffered.Flush()
}

// checkpoint is a checkpoint that was read and found to be whole.
type checkpoint struct {
	state  state
	floats []byte // parameters and moments
}

// readCheckpoint reads the checkpoint at path.
func readCheckpoint(path string) (*checkpoint, error) {
	data, err := files.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c, err := decodeCheckpoint(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

func decodeCheckpoint(data []byte) (*checkpoint, error) {
	head := len(checkpointMagic) + 4
	if len(data) < head || string(data[:len(checkpointMagic)]) != checkpointMagic {
		return nil, errors.New("this is not a checkpoint of a training, or it is one of another version")
	}
	end := len(data) - 8
	n := int64(binary.LittleEndian.Uint32(data[head-4:]))
	if n > maxStateSize || int64(head)+n > int64(end) {
		return nil, errors.New("the checkpoint is cut off or damaged")
	}
	if xxhash.Sum64(data[:end]) != binary.LittleEndian.Uint64(data[end:]) {
		return nil, errors.New("the checkpoint is damaged: its checksum is wrong")
	}
	c := &checkpoint{floats: data[head+int(n) : end]}
	if err := json.Unmarshal(data[head:head+int(n)], &c.state); err != nil {
		return nil, err
	}
	if err := c.state.Settings.validate(); err != nil {
		return nil, err
	}
	l := layout{hidden: c.state.Settings.Hidden, buckets: c.state.Settings.Buckets}
	if want := 3 * l.size() * int(unsafe.Sizeof(float32(0))); len(c.floats) != want {
		return nil, fmt.Errorf("the checkpoint has %d bytes of parameters, want %d", len(c.floats), want)
	}
	return c, nil
}

// restore gives t, which must have been made with the checkpoint's settings, its parameters and moments.
func (c *checkpoint) restore(t *trainer) error {
	rest := c.floats
	for _, floats := range [][]float32{t.parameters, t.momentum, t.variance} {
		n, err := binary.Decode(rest, binary.LittleEndian, floats)
		if err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
