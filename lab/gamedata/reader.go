package gamedata

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"vertigo/internal/system/files"
)

// Reader reads a file of packed games that is mapped into memory, so that files larger than the memory can be read. It
// sees the file as it was when it was opened. It is not safe for concurrent use. The file must not be shortened while it is open:
// reading the missing part would crash the program.
type Reader struct {
	path   string
	data   []byte // the whole file
	unmap  func() error
	info   string
	blocks []int  // the place where each begins
	rest   error  // why the last of the blocks has no end, nil if it has one
	raw    []byte // the games of the last block
	game   Game   // the last one
}

// Open maps the file and finds its blocks. The error says why the file as a whole is unreadable. Damaged blocks are reported
// when they are read.
func Open(path string) (*Reader, error) {
	f, err := files.Map(path)
	if err != nil {
		return nil, err
	}
	return newReader(path, f.Bytes(), f.Close)
}

// linePlies finds the setting of datagen in the text about the games.
var linePlies = regexp.MustCompile(`(?m)^line-plies (\d+)$`)

// newReader returns a Reader of the data, which unmap gives back. It goes from header to header of the blocks, without reading
// their payload. What follows a damaged header counts as one block.
func newReader(path string, data []byte, unmap func() error) (*Reader, error) {
	r := &Reader{path: path, data: data, unmap: unmap}
	info, at, err := decodeHeader(data)
	if err != nil {
		_ = unmap() // the first error counts
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	r.info = info
	if found := linePlies.FindStringSubmatch(info); found != nil {
		r.game.LinePlies, _ = strconv.Atoi(found[1]) // a number out of range is the largest one
	}
	for at < len(data) {
		size := len(data) - at
		h, ok := parseBlockHeader(data[at:])
		switch {
		case size < blockHeaderSize || ok && int64(h.length) > int64(size-blockHeaderSize):
			r.rest = errTorn
		case !ok:
			r.rest = errors.New("the header is damaged, and hides the blocks after it")
		default:
			size = blockHeaderSize + int(h.length)
		}
		r.blocks = append(r.blocks, at)
		at += size
	}
	return r, nil
}

// errTorn says that a block is incomplete, as a killed writer leaves it.
var errTorn = errors.New("the file ends within the block")

// Close unmaps the file. Nothing that the Reader gave out may be used afterwards.
func (r *Reader) Close() error {
	unmap := r.unmap
	r.unmap, r.data, r.blocks = func() error { return nil }, nil, nil
	return unmap()
}

// Info returns the text about how the games were made that the file begins with.
func (r *Reader) Info() string { return r.info }

// Blocks returns the number of blocks, damaged ones included.
func (r *Reader) Blocks() int { return len(r.blocks) }

// Block calls visit for each game of block i, 0..Blocks()-1, in order, and stops early when visit returns false. The
// game is valid until visit returns; the same memory serves the next. An error says that the block is damaged, where, and how: it
// gave no games, or none from the one on that does not decode. The caller may go on with other blocks.
func (r *Reader) Block(i int, visit func(*Game) bool) error {
	at, end, err := r.blocks[i], len(r.data), r.rest
	if i+1 < len(r.blocks) {
		end, err = r.blocks[i+1], nil
	}
	if err == nil {
		err = r.read(r.data[at:end], visit)
	}
	if err != nil {
		return fmt.Errorf("%s: block %d (%d bytes from %d on): %w", r.path, i, end-at, at, err)
	}
	return nil
}

// read hands out the games of a complete block.
func (r *Reader) read(block []byte, visit func(*Game) bool) error {
	h, _ := parseBlockHeader(block)
	payload := block[blockHeaderSize:]
	if xxhash.Sum64(payload) != h.sum {
		return errors.New("the checksum is wrong")
	}
	d, err := decoder()
	if err != nil {
		return err
	}
	if r.raw, err = d.DecodeAll(payload, r.raw[:0]); err != nil {
		return err
	}
	rest := r.raw
	for range h.games {
		size, err := decodeGame(rest, &r.game)
		if err != nil {
			return err
		}
		if !visit(&r.game) {
			return nil
		}
		rest = rest[size:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("%d bytes after the last game", len(rest))
	}
	return nil
}

// decoder returns what all readers expand payloads with. It is safe for concurrent use.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxBlock))
})

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
