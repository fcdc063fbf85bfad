package gamedata

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"vertigo/internal/system/files"
)

// Writer appends games to a file. It is not safe for concurrent use. Games are collected in blocks. Blocks that Flush or Close
// has written survive any end of the process.
type Writer struct {
	file    *os.File
	path    string
	encoder *zstd.Encoder
	raw     []byte // the games of the block to be
	games   uint32 // in raw
	block   []byte // the last block that was written; its memory serves the next
	size    int64  // of the file as far as it is good
	failed  error
}

// OpenWriter opens a file to append games to, which no other process can write until the Writer is closed. A file that is new or
// empty begins with the text, which says how its games are made (see Reader.Info). One with another text is refused, as is one
// with a damaged header. Of a file that is continued, seen gets what Reader.All yields; an incomplete block at its end, which a
// killed process leaves behind, is cut off before, and anything else stays. Cut is the number of bytes that were cut off.
func OpenWriter(path, info string, seen func(*Game, error)) (w *Writer, cut int64, err error) {
	f, err := files.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.Close())
		}
	}()
	if err := files.Lock(f); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	w = &Writer{file: f, path: path}
	if w.encoder, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false)); err != nil {
		return nil, 0, err
	}
	stat, err := f.Stat()
	if err == nil && stat.Size() == 0 {
		err = w.begin(info)
	} else if err == nil {
		cut, err = w.resume(info, seen)
	}
	return w, cut, err
}

// begin writes the header.
func (w *Writer) begin(info string) error {
	header := encodeHeader(info)
	w.size = int64(len(header))
	if _, err := w.file.Write(header); err != nil {
		return errors.Join(err, w.file.Truncate(0))
	}
	return nil
}

// resume reads the file, finds where the last complete block ends, and lets the file end there.
func (w *Writer) resume(info string, seen func(*Game, error)) (cut int64, err error) {
	r, err := Open(w.path)
	if err != nil {
		return 0, err
	}
	size := int64(len(r.data))
	end := size
	switch last := len(r.blocks) - 1; {
	case r.Info() != info:
		err = fmt.Errorf("%s was made with another engine or other settings, which must not be mixed: %s", w.path,
			differences(r.Info(), info))
	case r.rest == errTorn:
		end = int64(r.blocks[last])
		r.blocks, r.data, r.rest = r.blocks[:last], r.data[:end], nil
	case r.rest != nil:
		err = fmt.Errorf("%s: from byte %d on: %w", w.path, r.blocks[last], r.rest)
	}
	if err == nil {
		for g, damage := range r.All() {
			seen(g, damage)
		}
	}
	if err := errors.Join(err, r.Close()); err != nil { // The file must not change under the mapping.
		return 0, err
	}
	if end < size {
		if err := w.file.Truncate(end); err != nil {
			return 0, err
		}
	}
	w.size, err = w.file.Seek(end, io.SeekStart)
	return size - end, err
}

// differences returns the lines of the two texts that are not the same.
func differences(have, want string) string {
	var list []string
	a, b := strings.Split(have, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			list = append(list, fmt.Sprintf("%q there, %q now", a[i], b[i]))
		}
	}
	return strings.Join(list, "; ")
}

// Append adds a game, which it checks (see Game.Check). The game is written with its block: when the block is full, or
// by Flush. After a write error, all calls return that error.
func (w *Writer) Append(g *Game) error {
	if err := g.Check(); err != nil {
		return err
	}
	if w.failed != nil {
		return w.failed
	}
	w.raw = appendGame(w.raw, g)
	w.games++
	if len(w.raw) >= blockSize {
		return w.Flush()
	}
	return nil
}

// Flush writes the games since the last block as a block of their own: 20 bytes more, and they survive if the process is
// killed. Without games it does nothing.
func (w *Writer) Flush() error {
	if w.failed != nil || w.games == 0 {
		return w.failed
	}
	w.block = w.encoder.EncodeAll(w.raw, append(w.block[:0], make([]byte, blockHeaderSize)...))
	payload := w.block[blockHeaderSize:]
	blockHeader{length: uint32(len(payload)), games: w.games, sum: xxhash.Sum64(payload)}.put(w.block)
	n, err := w.file.Write(w.block)
	if err != nil {
		w.failed = fmt.Errorf("%w (the last %d games are lost)", err, w.games)
		if n > 0 { // best effort: a torn block is cut off by OpenWriter as well
			_ = w.file.Truncate(w.size)
		}
		return w.failed
	}
	w.size += int64(n)
	w.raw, w.games = w.raw[:0], 0
	return nil
}

// Close writes the remaining games, makes sure that the system has stored them, and closes the file.
func (w *Writer) Close() error {
	err := w.Flush()
	if err == nil {
		err = w.file.Sync()
	}
	return errors.Join(err, w.file.Close())
}
