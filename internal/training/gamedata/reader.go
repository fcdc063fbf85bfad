package gamedata

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"vertigo/internal/system/filemap"
)

// Reader reads a file of packed games that is mapped into memory, so that files larger than the memory can be read. It
// sees the file as it was when it was opened. Any number of goroutines may use a Reader at the same time. The file must not be
// shortened while it is open: reading the missing part would crash the program.
type Reader struct {
	path  string
	data  []byte // the whole file
	unmap func() error
	info  string
	bad   error  // the error of the header, if any: then the first span is the header
	spans []span // the parts after the header, without gaps

	mu   sync.Mutex
	idle []*buffer // those that are not in use
}

// span is a block, or bytes that belong to no block.
type span struct {
	at, end int64
	fault   fault
}

// fault is what the headers of blocks show to be wrong with a span.
type fault uint8

const (
	sound fault = iota // a block, whose contents may still be damaged
	lost               // no header of a block where there should be one
	torn               // the file ends within the block
)

// BlockError says which part of a file cannot be read, and why. The blocks after it can.
type BlockError struct {
	Path       string
	Block      int   // number of the block, from 0
	Offset     int64 // where in the file it begins
	Size       int64 // how many bytes it has, up to where the next block begins
	Incomplete bool  // it is the end of the file, as a killed writer leaves it
	Reason     error
}

func (e *BlockError) Error() string {
	return fmt.Sprintf("%s: block %d (%d bytes from %d on): %v", e.Path, e.Block, e.Size, e.Offset, e.Reason)
}

// Unwrap returns the reason.
func (e *BlockError) Unwrap() error { return e.Reason }

// Open maps the file and finds its blocks. The error says why the file as a whole is unreadable. Damaged blocks, and a damaged
// header before blocks, are reported when they are read, the header as the first block.
func Open(path string) (*Reader, error) {
	f, err := filemap.Open(path)
	if err != nil {
		return nil, err
	}
	return newReader(path, f.Bytes(), f.Close)
}

// newReader returns a Reader of the data, which unmap gives back.
func newReader(path string, data []byte, unmap func() error) (*Reader, error) {
	r := &Reader{path: path, data: data, unmap: unmap}
	if err := r.index(); err != nil {
		_ = unmap() // the first error counts
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// index reads the header and finds the blocks from header to header, without reading their payload.
func (r *Reader) index() error {
	info, size, err := decodeHeader(r.data)
	at := int64(size)
	if err != nil {
		at = r.nextHeader(int64(len(magic)))
		if errors.Is(err, errOtherFile) || at == int64(len(r.data)) {
			return err
		}
		r.bad, r.spans = err, []span{{at: 0, end: at, fault: lost}}
	}
	r.info = info
	for at < int64(len(r.data)) {
		end, fault := r.measure(at)
		if last := len(r.spans) - 1; fault != sound && last >= 0 && r.spans[last].fault == sound && r.checkSum(last) != nil {
			// The block before does not end where it says: it was cut and something put after it. Look inside.
			at, fault = r.spans[last].at, lost
			r.spans = r.spans[:last]
		}
		if fault != sound {
			end = r.nextHeader(at + 1)
		}
		r.spans = append(r.spans, span{at: at, end: end, fault: fault})
		at = end
	}
	return nil
}

// measure returns where the block that begins at the offset ends, if it does.
func (r *Reader) measure(at int64) (end int64, f fault) {
	rest := r.data[at:]
	h, ok := parseBlockHeader(rest)
	switch {
	case ok && int64(h.length) <= int64(len(rest)-blockHeaderSize):
		return at + blockHeaderSize + int64(h.length), sound
	case ok || len(rest) < blockHeaderSize:
		return 0, torn
	}
	return 0, lost
}

// nextHeader returns the offset of the first header of a complete block at or after the given one, or the end of the
// file. It tries every byte, with a hash over eight: some hundred megabytes per second, and only after damage.
func (r *Reader) nextHeader(at int64) int64 {
	for ; at+blockHeaderSize <= int64(len(r.data)); at++ {
		if _, fault := r.measure(at); fault == sound {
			return at
		}
	}
	return int64(len(r.data))
}

// Close unmaps the file. Nothing that the Reader gave out may be used afterwards.
func (r *Reader) Close() error {
	unmap := r.unmap
	r.unmap, r.data, r.spans = func() error { return nil }, nil, nil
	return unmap()
}

// Path returns the path that was opened.
func (r *Reader) Path() string { return r.path }

// Size returns the length of the file in bytes.
func (r *Reader) Size() int64 { return int64(len(r.data)) }

// Info returns the text about how the games were made that the file begins with, "" if it is damaged.
func (r *Reader) Info() string { return r.info }

// Blocks returns the number of blocks, damaged ones included.
func (r *Reader) Blocks() int { return len(r.spans) }

// Block calls visit for each game of block i, 0..Blocks()-1, in order, and stops early when visit returns false. The
// game is valid until visit returns; the same memory serves the next. An error is a *BlockError: the block is damaged
// and gave no games, or none from the one on that does not decode. The caller may go on with other blocks.
func (r *Reader) Block(i int, visit func(*Game) bool) error {
	if err := r.checkSum(i); err != nil {
		return err
	}
	b := r.borrow()
	defer r.giveBack(b)
	s := r.spans[i]
	h, _ := parseBlockHeader(r.data[s.at:])
	var err error
	if b.raw, err = expand(r.data[s.at+blockHeaderSize:s.end], b.raw[:0]); err != nil {
		return r.fail(i, err)
	}
	rest := b.raw
	for range h.games {
		size, err := decodeGame(rest, &b.game)
		if err != nil {
			return r.fail(i, err)
		}
		if !visit(&b.game) {
			return nil
		}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return r.fail(i, fmt.Errorf("%d bytes after the last game", len(rest)))
	}
	return nil
}

// buffer is memory for a block that is read.
type buffer struct {
	raw  []byte
	game Game
}

// decoder returns what all readers expand payloads with. It is safe for many goroutines.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBlock))
})

// expand appends what a payload expands to.
func expand(payload, dst []byte) ([]byte, error) {
	d, err := decoder()
	if err != nil {
		return dst, err
	}
	return d.DecodeAll(payload, dst)
}

// borrow returns memory that is to be given back. A list of our own serves here better than a sync.Pool, which the garbage
// collector empties.
func (r *Reader) borrow() *buffer {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := len(r.idle) - 1
	if last < 0 {
		return new(buffer)
	}
	b := r.idle[last]
	r.idle = r.idle[:last]
	return b
}

func (r *Reader) giveBack(b *buffer) {
	r.mu.Lock()
	r.idle = append(r.idle, b)
	r.mu.Unlock()
}

// checkSum reports why block i cannot be read, without decoding it.
func (r *Reader) checkSum(i int) error {
	s := r.spans[i]
	switch {
	case i == 0 && r.bad != nil:
		return r.fail(i, r.bad)
	case s.fault == lost:
		return r.fail(i, fmt.Errorf("the header is damaged"))
	case s.fault == torn:
		return r.fail(i, fmt.Errorf("the file ends within the block"))
	}
	b := r.data[s.at:s.end]
	if want := binary.LittleEndian.Uint64(b[12:]); xxhash.Sum64(b[blockHeaderSize:]) != want {
		return r.fail(i, fmt.Errorf("the checksum is wrong"))
	}
	return nil
}

func (r *Reader) fail(i int, reason error) error {
	s := r.spans[i]
	return &BlockError{
		Path: r.path, Block: i, Offset: s.at, Size: s.end - s.at, Reason: reason,
		Incomplete: s.fault != sound && s.end == int64(len(r.data)),
	}
}

// All iterates over the games of all blocks in order. A damaged block yields its error once, with a game that is nil.
// Each game is valid until the next.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		more := true
		for i := 0; i < r.Blocks() && more; i++ {
			err := r.Block(i, func(g *Game) bool {
				more = yield(g, nil)
				return more
			})
			if err != nil && more {
				more = yield(nil, err)
			}
		}
	}
}
